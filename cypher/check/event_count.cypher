// The castle's node, if its counter does not stand where the log ends. No parameters. Returns broken (ids).
MATCH (c:Castle {id: 'castle'})
OPTIONAL MATCH (e:Event)
WITH c, count(e) AS events, coalesce(max(e.seq), 0) AS end
RETURN CASE WHEN c.seq = end AND c.seq = events THEN [] ELSE [c.id] END AS broken

// The castle's node, if its counter does not stand where the log ends. No parameters. Returns broken (ids).
// The log's end is read before the counter, and events only up to it after it: a server that writes meanwhile breaks nothing.
OPTIONAL MATCH (e:Event)
WITH coalesce(max(e.seq), 0) AS end
MATCH (c:Castle {id: 'castle'})
WITH c, c.seq AS seq, end
OPTIONAL MATCH (e:Event) WHERE e.seq <= seq
WITH c, seq, end, count(e) AS events
RETURN CASE WHEN end <= seq AND events = seq THEN [] ELSE [c.id] END AS broken

// The castle's nodes, if there is not exactly one, with an id and counters.
// No parameters. Returns broken (ids).
OPTIONAL MATCH (c:Castle)
WITH count(c) AS castles, collect(coalesce(c.id, 'without id')) AS ids,
     sum(CASE WHEN c.id = 'castle' AND c.uid IS NOT NULL AND c.seq >= 0 AND c.resets >= 0 AND c.schema >= 1 THEN 1 ELSE 0 END) AS right
RETURN CASE WHEN castles = 1 AND right = 1 THEN [] WHEN castles = 0 THEN ['castle'] ELSE ids END AS broken

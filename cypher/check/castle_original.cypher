// The rooms of a new castle, if they are not one porch at (0, 0), made, and one more Original room.
// No parameters. Returns broken (ids).
MATCH (c:Castle {id: 'castle'})
OPTIONAL MATCH (o:Original)
WITH collect(o.id) AS originals
OPTIONAL MATCH (s:Start)
WITH originals, count(s) AS starts,
     sum(CASE WHEN s:Original AND s.floor = 0 AND s.x = 0 AND s.y = 0 AND s.name <> '' THEN 1 ELSE 0 END) AS right,
     collect(s.id) AS porches
WITH originals, porches, starts = 1 AND right = 1 AND size(originals) = 2 AS whole
RETURN CASE WHEN whole THEN [] WHEN originals + porches = [] THEN ['castle'] ELSE originals + porches END AS broken

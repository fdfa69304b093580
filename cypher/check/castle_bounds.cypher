// The castle's node, if its bounds are not those of the made rooms. No parameters. Returns broken (ids).
MATCH (r:Room) WHERE r.name <> ''
WITH min(r.x) AS west, max(r.x) AS east, min(r.y) AS south, max(r.y) AS north
MATCH (c:Castle {id: 'castle'})
RETURN CASE WHEN c.west = west AND c.east = east AND c.south = south AND c.north = north THEN [] ELSE [c.id] END AS broken

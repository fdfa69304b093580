// Rooms as the cells that they stand in, with their doors. Parameters: from and to (the page's first id, and the next page's).
// Returns floor, x, y, made, start and doors (directions) of each.
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
OPTIONAL MATCH (r)-[d:DOOR]->(:Room)
WITH r, collect(d.direction) AS doors
RETURN r.floor AS floor, r.x AS x, r.y AS y, r.name <> '' AS made, r:Start AS start, doors

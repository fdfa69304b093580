// Rooms as the cells that they stand in, with their doors. Parameters: after (an id), limit.
// Returns id, floor, x, y, made, start and doors (directions) of each, in the order of their ids.
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (r)-[d:DOOR]->(:Room)
WITH r, collect(d.direction) AS doors
RETURN r.id AS id, r.floor AS floor, r.x AS x, r.y AS y, r.name <> '' AS made, r:Start AS start, doors
ORDER BY id

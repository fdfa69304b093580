// Rooms as the cells that they stand in, with their doors. Parameters: from and to (the page's first id, and the next page's).
// Returns rooms: a list of floor, x, y, made, start and doors (directions) for each. One row, because rows cost the embedded engine dear.
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r, [(r)-[d:DOOR]->(:Room) | d.direction] AS doors
RETURN collect([r.floor, r.x, r.y, r.name <> '', r:Start, doors]) AS rooms

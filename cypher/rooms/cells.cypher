// All cells that have a room, and whether it is made. Parameters: floor. Returns x, y, made.
MATCH (r:Room {floor: $floor})
RETURN r.x AS x, r.y AS y, r.name <> '' AS made

// Makes blank rooms in cells that have no room yet.
// Parameters: rooms (id, floor, x, y of each), lang. Returns id of the room now in each cell, x and y.
UNWIND $rooms AS room
MERGE (r:Room {floor: room.floor, x: room.x, y: room.y})
ON CREATE SET r.id = room.id, r.name = '', r.description = '', r.lang = $lang, r.position = [room.x, room.y]
RETURN r.id AS id, r.x AS x, r.y AS y

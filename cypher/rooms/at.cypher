// The room in a cell. Parameters: floor, x, y. Returns id.
MATCH (r:Room {floor: $floor, x: $x, y: $y})
RETURN r.id AS id

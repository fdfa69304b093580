// Some blank rooms. Parameters: floor, most (a count). Returns x, y.
MATCH (r:Room {name: ''}) WHERE r.floor = $floor
RETURN r.x AS x, r.y AS y LIMIT $most

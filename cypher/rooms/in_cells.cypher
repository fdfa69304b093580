// The rooms in some cells, and whether they are made. Parameters: floor, cells (x, y of each). Returns x, y, made.
UNWIND $cells AS cell
MATCH (r:Room {floor: $floor, x: cell.x, y: cell.y})
RETURN r.x AS x, r.y AS y, r.name <> '' AS made

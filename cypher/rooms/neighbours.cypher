// The rooms in the cells around a room, and whether they have a door towards it.
// Parameters: cells (direction, opposite, floor, x, y of each). Returns direction, id, name, description, door_to_us.
UNWIND $cells AS cell
MATCH (n:Room {floor: cell.floor, x: cell.x, y: cell.y})
RETURN cell.direction AS direction, n.id AS id, n.name AS name, n.description AS description,
       EXISTS { MATCH (n)-[:DOOR {direction: cell.opposite}]->(:Room) } AS door_to_us

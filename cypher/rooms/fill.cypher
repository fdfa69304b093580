// Makes a blank room, if it still is blank, and widens the castle's bounds.
// Parameters: id, name, description, lang, at, turn (whose turn made it, or null). Returns id; no row: it was made before.
MATCH (c:Castle {id: 'castle'})
MATCH (r:Room {id: $id}) WHERE r.name = '' AND r.description = ''
SET r.name = $name, r.description = $description, r.lang = $lang, r.made = $at, r.turn = $turn,
    c.west = CASE WHEN r.x < c.west THEN r.x ELSE c.west END,
    c.east = CASE WHEN r.x > c.east THEN r.x ELSE c.east END,
    c.south = CASE WHEN r.y < c.south THEN r.y ELSE c.south END,
    c.north = CASE WHEN r.y > c.north THEN r.y ELSE c.north END
RETURN r.id AS id

// The room in a cell. Parameters: floor, x, y. Returns id.
// With the parameters in the pattern the embedded engine would read all rooms of a column, with a value from UNWIND it looks the cell up.
UNWIND [$floor] AS floor
MATCH (r:Room {floor: floor, x: $x, y: $y})
RETURN r.id AS id

// Whether there is a room just outside the bounds of all made rooms: such a one is blank, and nothing walls it in.
// Parameters: floor, and west, east, south, north (one cell beyond the bounds). Returns id (of one, or no row).
// The embedded engine goes through the whole index for a comparison (r.x > ...), and through the wrong one where both equalities stand
// in WHERE; as they stand here it looks each up at once.
CALL {
  MATCH (r:Room {x: $east}) WHERE r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room {x: $west}) WHERE r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room {y: $north}) WHERE r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room {y: $south}) WHERE r.floor = $floor RETURN r.id AS id LIMIT 1
}
RETURN id LIMIT 1

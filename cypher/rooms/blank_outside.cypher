// Whether there is a room outside the bounds of all made rooms: such a one is blank, and nothing walls it in.
// Parameters: floor, west, east, south, north. Returns id (of one, or no row).
CALL {
  MATCH (r:Room) WHERE r.x > $east AND r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room) WHERE r.x < $west AND r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room) WHERE r.y > $north AND r.floor = $floor RETURN r.id AS id LIMIT 1
  UNION MATCH (r:Room) WHERE r.y < $south AND r.floor = $floor RETURN r.id AS id LIMIT 1
}
RETURN id LIMIT 1

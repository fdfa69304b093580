// Rooms with two doors in one direction.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room)-[d:DOOR]->(n:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id, count(d) AS doors, count(DISTINCT d.direction) AS directions
RETURN collect(CASE WHEN doors <> directions THEN id END) AS broken

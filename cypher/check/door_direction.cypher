// Rooms with a door whose direction is none of N, E, S and W, or that does not lead into the neighbouring cell of that direction.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
OPTIONAL MATCH (r)-[d:DOOR]->(n)
WITH r.id AS id,
     sum(CASE WHEN d IS NULL THEN 0
              WHEN n.floor <> r.floor THEN 1
              WHEN d.direction = 'N' AND n.x = r.x AND n.y = r.y + 1 THEN 0
              WHEN d.direction = 'E' AND n.x = r.x + 1 AND n.y = r.y THEN 0
              WHEN d.direction = 'S' AND n.x = r.x AND n.y = r.y - 1 THEN 0
              WHEN d.direction = 'W' AND n.x = r.x - 1 AND n.y = r.y THEN 0
              ELSE 1 END) AS wrong
RETURN collect(CASE WHEN wrong > 0 THEN id END) AS broken

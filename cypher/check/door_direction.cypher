// Rooms with a door whose direction is none of N, E, S and W, or that does not lead into the neighbouring cell of that direction.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (r)-[d:DOOR]->(n)
WITH r.id AS id,
     sum(CASE WHEN d IS NULL THEN 0
              WHEN n.floor <> r.floor THEN 1
              WHEN d.direction = 'N' AND n.x = r.x AND n.y = r.y + 1 THEN 0
              WHEN d.direction = 'E' AND n.x = r.x + 1 AND n.y = r.y THEN 0
              WHEN d.direction = 'S' AND n.x = r.x AND n.y = r.y - 1 THEN 0
              WHEN d.direction = 'W' AND n.x = r.x - 1 AND n.y = r.y THEN 0
              ELSE 1 END) AS wrong
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN wrong > 0 THEN id END) AS broken

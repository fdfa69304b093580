// Rooms with a door that has no door back in the opposite direction.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (r)-[d:DOOR]->(n)
WITH r.id AS id, d,
     CASE d.direction WHEN 'N' THEN 'S' WHEN 'E' THEN 'W' WHEN 'S' THEN 'N' WHEN 'W' THEN 'E' END AS opposite,
     [(n)-[back:DOOR]->(r) | back.direction] AS ways
WITH id, sum(CASE WHEN d IS NULL OR opposite IN ways THEN 0 ELSE 1 END) AS wrong
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN wrong > 0 THEN id END) AS broken

// Rooms with a door that has no door back in the opposite direction.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
OPTIONAL MATCH (r)-[d:DOOR]->(n)
WITH r.id AS id, d,
     CASE d.direction WHEN 'N' THEN 'S' WHEN 'E' THEN 'W' WHEN 'S' THEN 'N' WHEN 'W' THEN 'E' END AS opposite,
     [(n)-[back:DOOR]->(r) | back.direction] AS ways
WITH id, sum(CASE WHEN d IS NULL OR opposite IN ways THEN 0 ELSE 1 END) AS wrong
RETURN collect(CASE WHEN wrong > 0 THEN id END) AS broken

// Rooms with a door that has no door back in the opposite direction.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id,
     [(r)-[d:DOOR]->(n) | CASE d.direction WHEN 'N' THEN 'S' WHEN 'E' THEN 'W' WHEN 'S' THEN 'N' WHEN 'W' THEN 'E' ELSE '?' END + n.id] AS wanted,
     [(r)<-[d:DOOR]-(n) | d.direction + n.id] AS back
RETURN collect(CASE WHEN any(door IN wanted WHERE NOT door IN back) THEN id END) AS broken

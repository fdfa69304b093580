// Rooms with a door whose direction is none of N, E, S and W, or that does not lead into the neighbouring cell of that direction.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id,
     [(r)-[d:DOOR]->(n) |
      CASE WHEN n.floor <> r.floor THEN 'wrong'
           WHEN d.direction = 'N' AND n.x = r.x AND n.y = r.y + 1 THEN 'right'
           WHEN d.direction = 'E' AND n.x = r.x + 1 AND n.y = r.y THEN 'right'
           WHEN d.direction = 'S' AND n.x = r.x AND n.y = r.y - 1 THEN 'right'
           WHEN d.direction = 'W' AND n.x = r.x - 1 AND n.y = r.y THEN 'right'
           ELSE 'wrong' END] AS doors
RETURN collect(CASE WHEN 'wrong' IN doors THEN id END) AS broken

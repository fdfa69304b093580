// Rooms with two doors in one direction.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (r)-[d:DOOR]->()
WITH r.id AS id, count(d) AS doors, count(DISTINCT d.direction) AS directions
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN doors <> directions THEN id END) AS broken

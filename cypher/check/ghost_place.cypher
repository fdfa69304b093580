// Ghosts who are not in exactly one room.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (g:Ghost) WHERE g.id > $after
WITH g ORDER BY g.id LIMIT $limit
OPTIONAL MATCH (g)-[place:IN]->(:Room)
WITH g.id AS id, count(place) AS places
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN places <> 1 THEN id END) AS broken

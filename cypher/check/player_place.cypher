// Players who are not in exactly one place: present in a room, asleep in one, or dead in one.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (p:Player) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
OPTIONAL MATCH (p)-[place:IN|ASLEEP_IN|DIED_IN]->(:Room)
WITH p.id AS id, count(place) AS places
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN places <> 1 THEN id END) AS broken

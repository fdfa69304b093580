// Ghosts with two opinions of one player.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (g:Ghost) WHERE g.id > $after
WITH g ORDER BY g.id LIMIT $limit
OPTIONAL MATCH (g)-[t:THINKS_OF]->(p:Player)
WITH g.id AS id, count(t) AS opinions, count(DISTINCT p.id) AS players
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN opinions <> players THEN id END) AS broken

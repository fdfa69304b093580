// Ghosts whose name another ghost in the same room has too.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (g:Ghost) WHERE g.id > $after
WITH g ORDER BY g.id LIMIT $limit
OPTIONAL MATCH (g)-[:IN]->(:Room)<-[:IN]-(o:Ghost) WHERE o.id <> g.id AND toLower(o.name) = toLower(g.name)
WITH g.id AS id, count(o) AS namesakes
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN namesakes > 0 THEN id END) AS broken

// Ghosts whose name another ghost in the same room has too.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
OPTIONAL MATCH (g)-[:IN]->(:Room)<-[:IN]-(o:Ghost) WHERE o.id <> g.id AND toLower(o.name) = toLower(g.name)
WITH g.id AS id, count(o) AS namesakes
RETURN collect(CASE WHEN namesakes > 0 THEN id END) AS broken

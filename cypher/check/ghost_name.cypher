// Ghosts whose name another ghost in the same room has too.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
WITH g.id AS id, [(g)-[:IN]->(:Room)<-[:IN]-(o:Ghost) WHERE o.id <> g.id AND toLower(o.name) = toLower(g.name) | o.id] AS namesakes
RETURN collect(CASE WHEN size(namesakes) > 0 THEN id END) AS broken

// Ghosts who are not in exactly one room.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
WITH g.id AS id, COUNT { (g)-[:IN]->(:Room) } AS places
RETURN collect(CASE WHEN places <> 1 THEN id END) AS broken

// Players who are not in exactly one place: present in a room, asleep in one, or dead in one.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
WITH p.id AS id, COUNT { (p)-[:IN|ASLEEP_IN|DIED_IN]->(:Room) } AS places
RETURN collect(CASE WHEN places <> 1 THEN id END) AS broken

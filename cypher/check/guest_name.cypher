// Players who hold a name that is not theirs to hold: sleeping guests and people with accounts (it is the account that holds theirs);
// and guests present without one.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
WITH p.id AS id, p.skeleton IS NOT NULL AS holds, coalesce(p.guest, false) AS guest,
     EXISTS { (p)-[:IN]->(:Room) } AS present, EXISTS { (p)-[:ASLEEP_IN]->(:Room) } AS asleep
RETURN collect(CASE WHEN (holds AND (asleep OR NOT guest)) OR (guest AND present AND NOT holds) THEN id END) AS broken

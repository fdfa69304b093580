// Accounts that do not play exactly one player.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (a:Account) WHERE a.id >= $from AND a.id < $to
WITH a.id AS id, COUNT { (a)-[:PLAYS]->(:Player) } AS players
RETURN collect(CASE WHEN players <> 1 THEN id END) AS broken

// Players whom the wrong number of accounts plays: one for a person's current life; none for a guest, and for a life that another followed.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
WITH p.id AS id, COUNT { (p)<-[:PLAYS]-(:Account) } AS accounts,
     CASE WHEN p.guest OR EXISTS { (p)<-[:LIVED_BEFORE]-(:Player) } THEN 0 ELSE 1 END AS expected
RETURN collect(CASE WHEN accounts <> expected THEN id END) AS broken

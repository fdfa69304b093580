// Players whom the wrong number of accounts plays: one for a person's current life; none for a guest, and for a life that another followed.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
OPTIONAL MATCH (a:Account)-[:PLAYS]->(p)
WITH p, count(a) AS accounts
WITH p.id AS id, accounts,
     CASE WHEN p.guest OR EXISTS { MATCH (:Player)-[:LIVED_BEFORE]->(p) } THEN 0 ELSE 1 END AS expected
RETURN collect(CASE WHEN accounts <> expected THEN id END) AS broken

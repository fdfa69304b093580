// Players whom the wrong number of accounts plays: one for a person's current life; none for a guest, and for a life that another followed.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (p:Player) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
OPTIONAL MATCH (a:Account)-[:PLAYS]->(p)
WITH p, count(a) AS accounts
WITH p.id AS id, accounts,
     CASE WHEN p.guest OR EXISTS { MATCH (:Player)-[:LIVED_BEFORE]->(p) } THEN 0 ELSE 1 END AS expected
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN accounts <> expected THEN id END) AS broken

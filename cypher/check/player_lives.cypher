// Players whose lives do not form a chain: more than one life before or after, or a life before that has not ended in death.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
OPTIONAL MATCH (p)-[:LIVED_BEFORE]->(f:Player)
WITH p, count(f) AS former, sum(CASE WHEN f IS NULL OR EXISTS { MATCH (f)-[:DIED_IN]->(:Room) } THEN 0 ELSE 1 END) AS undead
OPTIONAL MATCH (l:Player)-[:LIVED_BEFORE]->(p)
WITH p.id AS id, former, undead, count(l) AS later
RETURN collect(CASE WHEN former > 1 OR later > 1 OR undead > 0 THEN id END) AS broken

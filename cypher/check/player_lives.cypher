// Players whose lives do not form a chain: more than one life before or after, or a life before that has not ended in death.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (p:Player) WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
OPTIONAL MATCH (p)-[:LIVED_BEFORE]->(f:Player)
WITH p, count(f) AS former, sum(CASE WHEN f IS NULL OR EXISTS { MATCH (f)-[:DIED_IN]->(:Room) } THEN 0 ELSE 1 END) AS undead
OPTIONAL MATCH (l:Player)-[:LIVED_BEFORE]->(p)
WITH p.id AS id, former, undead, count(l) AS later
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN former > 1 OR later > 1 OR undead > 0 THEN id END) AS broken

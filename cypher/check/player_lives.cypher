// Players whose lives do not form a chain: more than one life before or after, or a life before that has not ended in death.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to
WITH p.id AS id, COUNT { (p)<-[:LIVED_BEFORE]-(:Player) } AS later, COUNT { (p)-[:LIVED_BEFORE]->(:Player) } AS former,
     COUNT { (p)-[:LIVED_BEFORE]->(:Player)-[:DIED_IN]->(:Room) } AS dead
RETURN collect(CASE WHEN former > 1 OR later > 1 OR dead < former THEN id END) AS broken

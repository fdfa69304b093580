// Deletes guests who are not connected, with all their lives: those who are have their names. Parameters: from and to (a page of ids).
// Returns gone (a count).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to AND p.guest AND p.skeleton IS NULL
  AND NOT EXISTS { MATCH (p)-[:IN]->(:Room) } AND NOT EXISTS { MATCH (:Player)-[:LIVED_BEFORE]->(p) }
OPTIONAL MATCH (p)-[:LIVED_BEFORE*1..]->(f:Player)
WITH p, collect(f) AS former
UNWIND [p] + former AS life
DETACH DELETE life
RETURN count(*) AS gone

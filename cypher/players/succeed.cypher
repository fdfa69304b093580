// Ties a new life to the one before; the account that played that one plays this one.
// Parameters: player, former. Returns player.
MATCH (p:Player {id: $player})
MATCH (f:Player {id: $former})
CREATE (p)-[:LIVED_BEFORE]->(f)
WITH p, f
OPTIONAL MATCH (a:Account)-[plays:PLAYS]->(f)
FOREACH (_ IN CASE WHEN a IS NULL THEN [] ELSE [1] END | CREATE (a)-[:PLAYS]->(p))
DELETE plays
RETURN p.id AS player

// A dead player who has not begun a new life. Parameters: player. Returns name, skeleton.
MATCH (p:Player {id: $player})-[:DIED_IN]->(:Room)
WHERE NOT EXISTS { MATCH (:Player)-[:LIVED_BEFORE]->(p) }
RETURN p.name AS name, p.skeleton AS skeleton

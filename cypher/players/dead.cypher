// A dead player who has not begun a new life, nor, being a guest, given its name back. Parameters: player. Returns name, guest, skeleton.
MATCH (p:Player {id: $player})-[:DIED_IN]->(:Room)
WHERE NOT EXISTS { MATCH (:Player)-[:LIVED_BEFORE]->(p) } AND (NOT p.guest OR p.skeleton IS NOT NULL)
RETURN p.name AS name, p.guest AS guest, p.skeleton AS skeleton

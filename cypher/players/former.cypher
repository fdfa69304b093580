// The life before this one. Parameters: player. Returns name.
MATCH (:Player {id: $player})-[:LIVED_BEFORE]->(f:Player)
RETURN f.name AS name

// Removes sleeping guests to whom nothing refers: no opinion, no later life, nothing held.
// Parameters: players (ids). Returns gone (a count).
UNWIND $players AS id
MATCH (p:Player {id: id, guest: true})-[:ASLEEP_IN]->(:Room)
WHERE NOT EXISTS { MATCH (p)<--() } AND NOT EXISTS { MATCH (p)-[:LIVED_BEFORE]->() }
DETACH DELETE p
RETURN count(*) AS gone

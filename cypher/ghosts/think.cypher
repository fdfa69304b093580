// Sets what a ghost thinks of a player, and keeps every change with its date and cause.
// Parameters: ghost, player, opinion, score (null: as before), at, event (the change), because (its cause, or null).
// Returns before (the old opinion, or null) and score.
MATCH (g:Ghost {id: $ghost})
MATCH (p:Player {id: $player})
OPTIONAL MATCH (g)-[old:THINKS_OF]->(p)
WITH g, p, old.opinion AS before, coalesce($score, old.score) AS score
MERGE (g)-[t:THINKS_OF]->(p)
SET t.opinion = $opinion, t.score = score, t.updated = $at
CREATE (g)-[:CHANGED_MIND {opinion: $opinion, score: score, at: $at, event: $event, because: $because}]->(p)
RETURN before, score

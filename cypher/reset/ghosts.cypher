// Deletes ghosts with their texts. Parameters: ghosts (ids). Returns gone (a count).
UNWIND $ghosts AS id
MATCH (g:Ghost {id: id})
OPTIONAL MATCH (g)-[:IN_WORDS]->(w:Words)
DETACH DELETE w, g
RETURN count(*) AS gone

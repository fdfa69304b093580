// Keeps a room's texts in further languages. Parameters: id, words (lang, name, description of each). Returns kept (a count).
MATCH (r:Room {id: $id})
UNWIND $words AS text
CREATE (r)-[:IN_WORDS]->(w:Words)
SET w = text
RETURN count(w) AS kept

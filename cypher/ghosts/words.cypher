// Keeps ghosts' texts in further languages.
// Parameters: texts (ghost, lang, name, description, character of each). Returns kept (a count).
UNWIND $texts AS text
MATCH (g:Ghost {id: text.ghost})
CREATE (g)-[:IN_WORDS]->(w:Words {lang: text.lang, name: text.name, description: text.description, character: text.character})
RETURN count(w) AS kept

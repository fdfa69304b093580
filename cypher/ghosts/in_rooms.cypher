// The ghosts in rooms, with their texts in other languages, oldest first.
// Parameters: ids (of rooms). Returns room (its id), ghost {id, name, appearance, character, lang}, words.
// Patterns begin at the room: the embedded engine would go through all ghosts for one that begins with them.
UNWIND $ids AS id
MATCH (r:Room {id: id})<-[:IN]-(g:Ghost)
RETURN r.id AS room, g {.id, .name, .appearance, .character, .lang} AS ghost,
       [(g)-[:IN_WORDS]->(w:Words) | w {.lang, .name, .description, .character}] AS words
ORDER BY g.made, g.id

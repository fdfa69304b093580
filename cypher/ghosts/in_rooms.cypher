// The ghosts in rooms, with their texts in other languages, oldest first.
// Parameters: ids (of rooms). Returns room (its id), ghost {id, name, appearance, character, lang}, words.
UNWIND $ids AS id
MATCH (g:Ghost)-[:IN]->(r:Room {id: id})
RETURN r.id AS room, g {.id, .name, .appearance, .character, .lang} AS ghost,
       [(g)-[:IN_WORDS]->(w:Words) | w {.lang, .name, .description, .character}] AS words
ORDER BY g.made, g.id

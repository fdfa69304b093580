// Rooms with their doors, texts in other languages and the players in them.
// Parameters: ids. Returns room {id, floor, x, y, name, description, lang}, doors, words, players.
// Patterns begin at the room: the embedded engine would go through all players for one that begins with them.
UNWIND $ids AS id
MATCH (r:Room {id: id})
RETURN r {.id, .floor, .x, .y, .name, .description, .lang} AS room,
       [(r)-[d:DOOR]->(:Room) | d.direction] AS doors,
       [(r)-[:IN_WORDS]->(w:Words) | w {.lang, .name, .description}] AS words,
       [(r)<-[:IN]-(p:Player) | p {.id, .name, .guest}] AS players

// Makes ghosts in a room. Parameters: room, at, ghosts (id, name, appearance, character, lang of each). Returns made (a count).
MATCH (r:Room {id: $room})
UNWIND $ghosts AS ghost
CREATE (g:Ghost {id: ghost.id, name: ghost.name, appearance: ghost.appearance, character: ghost.character,
                 lang: ghost.lang, made: $at})-[:IN]->(r)
RETURN count(g) AS made

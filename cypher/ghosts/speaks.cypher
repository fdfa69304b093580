// Checks that ghosts and the players whom they speak to stand in one room. Parameters: rows (n, ghost, player, room, resets of each).
// Returns n for each that may speak.
MATCH (c:Castle {id: 'castle'})
UNWIND $rows AS row
WITH c, row WHERE c.resets = row.resets
MATCH (p:Player {id: row.player})-[:IN]->(r:Room {id: row.room})
MATCH (g:Ghost {id: row.ghost})-[:IN]->(r)
RETURN row.n AS n

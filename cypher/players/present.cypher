// Checks that players stand where their acts come from. Parameters: rows (n, player, room, resets of each).
// Returns n for each that does.
MATCH (c:Castle {id: 'castle'})
UNWIND $rows AS row
WITH c, row WHERE c.resets = row.resets
MATCH (p:Player {id: row.player})-[:IN]->(:Room {id: row.room})
RETURN row.n AS n

// Checks that players stand where their acts come from. Parameters: rows (n, player, room, resets of each).
// Returns n for each that does.
UNWIND $rows AS row
MATCH (c:Castle {id: 'castle', resets: row.resets})
MATCH (p:Player {id: row.player})-[:IN]->(:Room {id: row.room})
RETURN row.n AS n

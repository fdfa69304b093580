// Takes players through doors. Parameters: rows (n, player, room, resets, direction of each).
// Returns n and to (the new room's id) for each that moved.
MATCH (c:Castle {id: 'castle'})
UNWIND $rows AS row
WITH c, row WHERE c.resets = row.resets
MATCH (p:Player {id: row.player})-[here:IN]->(:Room {id: row.room})-[:DOOR {direction: row.direction}]->(to:Room)
DELETE here
CREATE (p)-[:IN]->(to)
RETURN row.n AS n, to.id AS to

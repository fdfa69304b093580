// Whether a player stands in a room of a castle that was not reset since. Parameters: player, room, resets. Returns room.
MATCH (c:Castle {id: 'castle', resets: $resets})
MATCH (p:Player {id: $player})-[:IN]->(r:Room {id: $room})
RETURN r.id AS room

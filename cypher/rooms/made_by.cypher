// Whether the room in which a player stands was made by a turn. Parameters: player, room, resets, turn.
// Returns by_turn; no row: the player does not stand there.
MATCH (c:Castle {id: 'castle', resets: $resets})
MATCH (p:Player {id: $player})-[:IN]->(r:Room {id: $room})
RETURN coalesce(r.turn = $turn, false) AS by_turn

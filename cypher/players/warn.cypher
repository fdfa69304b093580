// Keeps a warning. Parameters: player, room, cause, cause_name, how, turn (which gave it), at. Returns cause.
MATCH (p:Player {id: $player})
MATCH (r:Room {id: $room})
CREATE (p)-[w:WARNED_IN {cause: $cause, cause_name: $cause_name, how: $how, turn: $turn, at: $at}]->(r)
RETURN w.cause AS cause

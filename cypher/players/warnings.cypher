// The warnings that a player was given in a room, oldest first. Parameters: player, room. Returns cause, cause_name, how, turn.
MATCH (:Player {id: $player})-[w:WARNED_IN]->(:Room {id: $room})
RETURN w.cause AS cause, w.cause_name AS cause_name, w.how AS how, w.turn AS turn
ORDER BY w.at

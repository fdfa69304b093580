// What the ghosts of a room think of a player now. Parameters: player, room. Returns ghost (id), opinion, score.
MATCH (:Room {id: $room})<-[:IN]-(g:Ghost)
MATCH (g)-[t:THINKS_OF]->(:Player {id: $player})
RETURN g.id AS ghost, t.opinion AS opinion, t.score AS score

// Takes a guest's name from its former life, so that the new one can bear it. Parameters: player. Returns player.
MATCH (p:Player {id: $player})
SET p.skeleton = null
RETURN p.id AS player

// Makes the room behind the porch's door blank again, and takes every door from the two rooms. Parameters: dark (its id), lang. Returns dark.
MATCH (d:Room {id: $dark})
SET d.name = '', d.description = '', d.lang = $lang, d.made = null, d.turn = null
WITH d
OPTIONAL MATCH (d)-[:IN_WORDS]->(w:Words)
DETACH DELETE w
WITH DISTINCT d
OPTIONAL MATCH (:Original)-[door:DOOR]->()
DELETE door
RETURN DISTINCT $dark AS dark

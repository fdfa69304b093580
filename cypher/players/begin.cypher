// Makes a player on the porch, where every life begins. Parameters: player, name, guest, skeleton (of a guest's name, else null), at. Returns room.
MATCH (r:Start)
CREATE (p:Player {id: $player, name: $name, guest: $guest, began: $at})-[:IN]->(r)
SET p.skeleton = $skeleton
RETURN r.id AS room

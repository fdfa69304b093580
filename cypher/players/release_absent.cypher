// Lets guests who are not present, such as the dead, give their names back. Parameters: players (ids). Returns id.
UNWIND $players AS id
MATCH (p:Player {id: id, guest: true}) WHERE NOT EXISTS { MATCH (p)-[:IN]->(:Room) }
SET p.skeleton = null
RETURN p.id AS id

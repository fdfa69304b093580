// Lets a present player die where it stands. Parameters: player. Returns room.
MATCH (p:Player {id: $player})-[here:IN]->(r:Room)
DELETE here
CREATE (p)-[:DIED_IN]->(r)
RETURN r.id AS room

// Lets present players fall asleep where they stand; guests give their names back.
// Parameters: players (ids). Returns id, name, guest, room for each that was present.
UNWIND $players AS id
MATCH (p:Player {id: id})-[here:IN]->(r:Room)
DELETE here
CREATE (p)-[:ASLEEP_IN]->(r)
SET p.skeleton = null
RETURN p.id AS id, p.name AS name, p.guest AS guest, r.id AS room

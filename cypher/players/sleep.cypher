// Lets present players fall asleep where they stand, from this place in the log on; guests give their names back.
// Parameters: players (ids). Returns id, name, guest, room for each that was present.
MATCH (c:Castle {id: 'castle'})
UNWIND $players AS id
MATCH (p:Player {id: id})-[here:IN]->(r:Room)
DELETE here
CREATE (p)-[:ASLEEP_IN]->(r)
SET p.skeleton = null, p.slept = c.seq
RETURN p.id AS id, p.name AS name, p.guest AS guest, r.id AS room

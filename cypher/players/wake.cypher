// Wakes a sleeping player where it sleeps. A guest that sleeps cannot be taken up again.
// Parameters: player. Returns id, name, guest, room, slept (the place in the log since which it slept); no row: it does not sleep.
MATCH (p:Player {id: $player, guest: false})-[asleep:ASLEEP_IN]->(r:Room)
DELETE asleep
CREATE (p)-[:IN]->(r)
RETURN p.id AS id, p.name AS name, p.guest AS guest, r.id AS room, p.slept AS slept

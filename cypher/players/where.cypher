// Where a present player is. Parameters: player. Returns id, name, guest, room; no row: it is not present.
MATCH (p:Player {id: $player})-[:IN]->(r:Room)
RETURN p.id AS id, p.name AS name, p.guest AS guest, r.id AS room

// Brings some of the players who are in rooms, asleep in them or dead there, to the porch, as they are.
// Parameters: rooms (ids), most. Returns gone (from there, a count; fewer than most: nobody is left).
MATCH (porch:Start)
UNWIND $rooms AS id
MATCH (r:Room {id: id})<-[at:IN|ASLEEP_IN|DIED_IN]-(p:Player)
WITH porch, p, at, type(at) AS how LIMIT $most
DELETE at
FOREACH (_ IN CASE how WHEN 'IN' THEN [1] ELSE [] END | CREATE (p)-[:IN]->(porch))
FOREACH (_ IN CASE how WHEN 'ASLEEP_IN' THEN [1] ELSE [] END | CREATE (p)-[:ASLEEP_IN]->(porch))
FOREACH (_ IN CASE how WHEN 'DIED_IN' THEN [1] ELSE [] END | CREATE (p)-[:DIED_IN]->(porch))
RETURN count(*) AS gone

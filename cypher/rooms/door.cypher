// Makes doors both ways between neighbouring rooms. Parameters: doors (room, to, direction, opposite of each). Returns made (a count).
UNWIND $doors AS door
MATCH (a:Room {id: door.room})
MATCH (b:Room {id: door.to})
MERGE (a)-[:DOOR {direction: door.direction}]->(b)
MERGE (b)-[:DOOR {direction: door.opposite}]->(a)
RETURN count(*) AS made

// Deletes rooms in which nobody is, with their texts and doors. Parameters: rooms (ids). Returns gone (a count).
UNWIND $rooms AS id
MATCH (r:Room {id: id})
OPTIONAL MATCH (r)-[:IN_WORDS]->(w:Words)
DETACH DELETE w, r
RETURN count(*) AS gone

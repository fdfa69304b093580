// Deletes some of the items, the ghosts' memories, wishes and drafts, with their texts. Parameters: most. Returns gone (a count).
MATCH (n:Item|Memory|Entity|Preference|Decision|Wish|Draft)
WITH n LIMIT $most
OPTIONAL MATCH (n)-[:IN_WORDS]->(w:Words)
DETACH DELETE w, n
RETURN count(*) AS gone

// Deletes some accounts. Parameters: most. Returns gone (a count).
MATCH (a:Account)
WITH a LIMIT $most
DETACH DELETE a
RETURN count(*) AS gone

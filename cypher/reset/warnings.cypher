// Deletes some of the warnings that were given in the two rooms of a new castle. Parameters: most. Returns gone (a count).
MATCH (:Original)<-[w:WARNED_IN]-(:Player)
WITH w LIMIT $most
DELETE w
RETURN count(*) AS gone

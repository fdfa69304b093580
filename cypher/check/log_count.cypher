// How many events the log has up to a place. Parameters: to (a place). Returns events (a count).
MATCH (e:Event) WHERE e.seq <= $to
RETURN count(e) AS events

// Appends events to the log and moves the castle's counter on, if it still stands where this writer left it.
// Parameters: before and after (the counter), events (records). Returns appended (a count); 0: somebody else has written.
MATCH (c:Castle {id: 'castle'}) WHERE c.seq = $before
SET c.seq = $after
WITH c
UNWIND $events AS event
CREATE (e:Event)
SET e = event
RETURN count(e) AS appended

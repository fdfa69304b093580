// What happened in a room within a part of the log, the newest first. Each place is looked up by itself: one engine reads the whole log for a
// range of places, and for a room all that ever happened in it.
// Parameters: room, after (a place, left out), until (a place), most (events). Returns id, seq, kind, at, data for each.
UNWIND range($after + 1, $until) AS place
MATCH (e:Event {seq: place}) WHERE e.room = $room
RETURN e.id AS id, e.seq AS seq, e.kind AS kind, e.at AS at, e.data AS data
ORDER BY e.seq DESC LIMIT $most

// Whether an event is in the log. Parameters: id. Returns seq.
MATCH (e:Event {id: $id})
RETURN e.seq AS seq

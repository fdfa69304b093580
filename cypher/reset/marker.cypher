// The reset that is under way. No parameters. Returns id, seq, kind, at and data of the event with which it began; no row: none is.
MATCH (c:Castle {id: 'castle'}) WHERE c.resetting
MATCH (e:Event {id: c.reset})
RETURN e.id AS id, e.seq AS seq, e.kind AS kind, e.at AS at, e.data AS data

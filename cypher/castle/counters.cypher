// The castle's counters and seed. No parameters. Returns seq, resets, uid, founded.
MATCH (c:Castle {id: 'castle'})
RETURN c.seq AS seq, c.resets AS resets, c.uid AS uid, EXISTS { MATCH (s:Start) } AS founded

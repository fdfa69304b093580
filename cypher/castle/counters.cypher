// The castle's counters and seed. No parameters. Returns seq, resets, resetting, uid, founded.
MATCH (c:Castle {id: 'castle'})
RETURN c.seq AS seq, c.resets AS resets, c.resetting AS resetting, c.uid AS uid, EXISTS { MATCH (s:Start) } AS founded

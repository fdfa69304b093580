// The bounds of all made rooms, kept on the castle's node. Parameters: floor (0 is the only one yet). Returns west, east, south, north.
MATCH (c:Castle {id: 'castle'})
RETURN c.west AS west, c.east AS east, c.south AS south, c.north AS north

// Takes the marker of a reset away; the castle's bounds are those of the porch. No parameters. Returns resets.
MATCH (c:Castle {id: 'castle'}) WHERE c.resetting
SET c.resetting = false, c.reset = null, c.west = 0, c.east = 0, c.south = 0, c.north = 0
RETURN c.resets AS resets

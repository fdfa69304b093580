// Marks the castle as being reset, unless it is already, or was reset since somebody asked: every act that began before is refused from now on.
// Parameters: resets (the count as it was told), event (the id of the event that tells what goes). Returns resets (the new count); no row: refused.
MATCH (c:Castle {id: 'castle'}) WHERE c.resets = $resets AND NOT c.resetting
SET c.resetting = true, c.reset = $event, c.resets = c.resets + 1
RETURN c.resets AS resets

// Notes that the schema has been migrated up to a number; makes the castle's node when there is none yet.
// Parameters: schema. Returns schema.
MERGE (c:Castle {id: 'castle'})
ON CREATE SET c.seq = 0, c.resets = 0, c.resetting = false
SET c.schema = $schema
RETURN c.schema AS schema

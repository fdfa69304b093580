// How far the schema has been migrated. No parameters. Returns schema; no row: an empty graph.
MATCH (c:Castle {id: 'castle'})
RETURN c.schema AS schema

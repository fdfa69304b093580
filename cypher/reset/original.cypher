// The two rooms of a new castle. No parameters. Returns porch and dark (ids).
MATCH (porch:Start)
MATCH (dark:Original) WHERE NOT dark:Start
RETURN porch.id AS porch, dark.id AS dark

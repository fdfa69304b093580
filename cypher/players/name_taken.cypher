// Whether somebody has a name, or one that looks like it. Parameters: skeleton. Returns name; no row: it is free.
OPTIONAL MATCH (a:Account {skeleton: $skeleton})
OPTIONAL MATCH (p:Player {skeleton: $skeleton})
WITH coalesce(a.name, p.name) AS name
WHERE name IS NOT NULL
RETURN name

// Whose accounts are admins'. No parameters. Returns name.
MATCH (a:Account) WHERE a.admin
RETURN a.name AS name ORDER BY name

// Makes an account an admin's, or no longer. Parameters: id, admin. Returns name; no row: there is no such account.
MATCH (a:Account {id: $id})
SET a.admin = $admin
RETURN a.name AS name

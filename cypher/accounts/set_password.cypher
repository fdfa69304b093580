// Keeps a new hash of an account's password. Parameters: id, password. Returns id.
MATCH (a:Account {id: $id})
SET a.password = $password
RETURN a.id AS id

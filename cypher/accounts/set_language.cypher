// Keeps the language of an account. Parameters: id, language. Returns id.
MATCH (a:Account {id: $id})
SET a.language = $language
RETURN a.id AS id

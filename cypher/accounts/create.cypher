// Makes an account that plays a player made before. Parameters: id, name, skeleton, password (hash), language, player, at. Returns id.
MATCH (p:Player {id: $player})
CREATE (a:Account {id: $id, name: $name, skeleton: $skeleton, password: $password, admin: false, made: $at})-[:PLAYS]->(p)
SET a.language = $language
RETURN a.id AS id

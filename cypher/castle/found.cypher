// Makes the two rooms of a new castle: the porch, and the blank room behind its door.
// Parameters: uid (of the castle), porch and dark (ids), name, description, lang, words, at. Returns porch.
MATCH (c:Castle {id: 'castle'})
SET c.uid = $uid, c.west = 0, c.east = 0, c.south = 0, c.north = 0
CREATE (p:Room:Original:Start {id: $porch, floor: 0, x: 0, y: 0, position: [0, 0], name: $name,
                               description: $description, lang: $lang, made: $at})
CREATE (d:Room:Original {id: $dark, floor: 0, x: 0, y: 1, position: [0, 1], name: '', description: '', lang: $lang})
CREATE (p)-[:DOOR {direction: 'N'}]->(d)
CREATE (d)-[:DOOR {direction: 'S'}]->(p)
CREATE (p)-[:IN_WORDS]->(w:Words)
SET w = $words
RETURN p.id AS porch

// Where pages of so many items begin, in the order of their ids. Parameters: page (a count). Returns first (an id) of each.
MATCH (n:Item)
WITH n.id AS id ORDER BY id
WITH collect(id) AS ids
UNWIND range(0, size(ids) - 1, $page) AS n
RETURN ids[n] AS first

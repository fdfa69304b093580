// Items that do not have exactly one holder: a room, a player, a ghost or another item.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (i:Item) WHERE i.id >= $from AND i.id < $to
WITH i.id AS id, COUNT { (i)-[:IN|HELD_BY|INSIDE]->() } AS holders
RETURN collect(CASE WHEN holders <> 1 THEN id END) AS broken

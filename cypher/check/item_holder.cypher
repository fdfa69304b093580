// Items that do not have exactly one holder: a room, a player, a ghost or another item.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (i:Item) WHERE i.id > $after
WITH i ORDER BY i.id LIMIT $limit
OPTIONAL MATCH (i)-[held:IN|HELD_BY|INSIDE]->()
WITH i.id AS id, count(held) AS holders
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN holders <> 1 THEN id END) AS broken

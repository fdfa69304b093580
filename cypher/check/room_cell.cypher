// Rooms without a cell, with a position that disagrees with it, or in a cell that another room has too.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (same:Room {floor: r.floor, x: r.x, y: r.y})
WITH r, count(same) AS rooms
WITH r.id AS id, rooms <> 1 OR NOT coalesce(r.position = [r.x, r.y], false) AS wrong
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN wrong THEN id END) AS broken

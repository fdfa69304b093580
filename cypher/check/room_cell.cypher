// Rooms without a cell, with a position that disagrees with it, or in a cell that another room has too.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
OPTIONAL MATCH (same:Room {floor: r.floor, x: r.x, y: r.y})
WITH r, count(same) AS rooms
WITH r.id AS id, rooms <> 1 OR NOT coalesce(r.position = [r.x, r.y], false) AS wrong
RETURN collect(CASE WHEN wrong THEN id END) AS broken

// Rooms without a cell, with a position that disagrees with it, or in a cell that another room has too.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id, r.position AS position, [r.x, r.y] AS cell, COUNT { (:Room {floor: r.floor, x: r.x, y: r.y}) } AS rooms
RETURN collect(CASE WHEN rooms <> 1 OR NOT coalesce(position = cell, false) THEN id END) AS broken

// Rooms with two texts in one language, or a further text in their own.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id, [coalesce(r.lang, '')] + [(r)-[:IN_WORDS]->(w:Words) | w.lang] AS languages
RETURN collect(CASE WHEN any(one IN languages WHERE size([same IN languages WHERE same = one]) <> 1) THEN id END) AS broken

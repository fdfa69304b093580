// Rooms with two texts in one language, or a further text in their own.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
OPTIONAL MATCH (r)-[:IN_WORDS]->(w:Words)
WITH r, count(w) AS texts, count(DISTINCT w.lang) AS languages, sum(CASE WHEN w.lang = r.lang THEN 1 ELSE 0 END) AS own
RETURN collect(CASE WHEN texts <> languages OR own > 0 THEN r.id END) AS broken

// Rooms with two texts in one language, or a further text in their own.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (r)-[:IN_WORDS]->(w:Words)
WITH r, count(w) AS texts, count(DISTINCT w.lang) AS languages, sum(CASE WHEN w.lang = r.lang THEN 1 ELSE 0 END) AS own
RETURN max(r.id) AS last, count(*) AS seen, collect(CASE WHEN texts <> languages OR own > 0 THEN r.id END) AS broken

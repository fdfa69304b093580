// Ghosts without a name, an appearance or a character, with two texts in one language, or with a further text in their own.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (g:Ghost) WHERE g.id > $after
WITH g ORDER BY g.id LIMIT $limit
OPTIONAL MATCH (g)-[:IN_WORDS]->(w:Words)
WITH g, count(w) AS texts, count(DISTINCT w.lang) AS languages, sum(CASE WHEN w.lang = g.lang THEN 1 ELSE 0 END) AS own
WITH g.id AS id,
     trim(coalesce(g.name, '')) = '' OR trim(coalesce(g.appearance, '')) = '' OR trim(coalesce(g.character, '')) = ''
     OR texts <> languages OR own > 0 AS wrong
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN wrong THEN id END) AS broken

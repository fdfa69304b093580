// Ghosts without a name, an appearance or a character, with two texts in one language, or with a further text in their own.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
OPTIONAL MATCH (g)-[:IN_WORDS]->(w:Words)
WITH g, count(w) AS texts, count(DISTINCT w.lang) AS languages, sum(CASE WHEN w.lang = g.lang THEN 1 ELSE 0 END) AS own
WITH g.id AS id,
     trim(coalesce(g.name, '')) = '' OR trim(coalesce(g.appearance, '')) = '' OR trim(coalesce(g.character, '')) = ''
     OR texts <> languages OR own > 0 AS wrong
RETURN collect(CASE WHEN wrong THEN id END) AS broken

// Ghosts without a name, an appearance or a character, with two texts in one language, or with a further text in their own.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
WITH g, [coalesce(g.lang, '')] + [(g)-[:IN_WORDS]->(w:Words) | w.lang] AS languages
WITH g.id AS id,
     trim(coalesce(g.name, '')) = '' OR trim(coalesce(g.appearance, '')) = '' OR trim(coalesce(g.character, '')) = ''
     OR any(one IN languages WHERE size([same IN languages WHERE same = one]) <> 1) AS wrong
RETURN collect(CASE WHEN wrong THEN id END) AS broken

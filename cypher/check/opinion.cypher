// Ghosts with an opinion that is empty, whose score lies outside -100 to 100, or that is in no history of how they changed their mind.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost)-[t:THINKS_OF]->(p:Player) WHERE g.id >= $from AND g.id < $to
WITH g.id AS id, t, [(g)-[m:CHANGED_MIND]->(p) | m.opinion] AS history
WITH id, trim(coalesce(t.opinion, '')) = '' OR abs(coalesce(t.score, 0)) > 100 OR NOT t.opinion IN history AS wrong
RETURN collect(DISTINCT CASE WHEN wrong THEN id END) AS broken

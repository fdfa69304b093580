// Ghosts with an opinion that is empty, whose score lies outside -100 to 100, or that is in no history of how they changed their mind.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost) WHERE g.id >= $from AND g.id < $to
OPTIONAL MATCH (g)-[t:THINKS_OF]->(p:Player)
WITH g.id AS id,
     sum(CASE WHEN t IS NULL THEN 0
              WHEN trim(coalesce(t.opinion, '')) = '' OR abs(coalesce(t.score, 0)) > 100 THEN 1
              WHEN t.opinion IN [(g)-[m:CHANGED_MIND]->(p) | m.opinion] THEN 0
              ELSE 1 END) AS wrong
RETURN collect(CASE WHEN wrong > 0 THEN id END) AS broken

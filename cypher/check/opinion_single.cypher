// Ghosts with two opinions of one player.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (g:Ghost)-[t:THINKS_OF]->(p:Player) WHERE g.id >= $from AND g.id < $to
WITH g.id AS id, count(t) AS opinions, count(DISTINCT p.id) AS players
RETURN collect(CASE WHEN opinions <> players THEN id END) AS broken

// Accounts that do not play exactly one player.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (a:Account) WHERE a.id > $after
WITH a ORDER BY a.id LIMIT $limit
OPTIONAL MATCH (a)-[plays:PLAYS]->(:Player)
WITH a.id AS id, count(plays) AS players
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN players <> 1 THEN id END) AS broken

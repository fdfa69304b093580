// Accounts without a name that is theirs alone: another account, or a guest, has one that looks like it.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (a:Account) WHERE a.id > $after
WITH a ORDER BY a.id LIMIT $limit
OPTIONAL MATCH (same:Account {skeleton: a.skeleton})
WITH a, count(same) AS accounts
OPTIONAL MATCH (p:Player {skeleton: a.skeleton})
WITH a.id AS id, accounts, count(p) AS guests
RETURN max(id) AS last, count(*) AS seen, collect(CASE WHEN accounts <> 1 OR guests > 0 THEN id END) AS broken

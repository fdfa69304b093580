// Accounts without a name that is theirs alone: another account, or a guest, has one that looks like it.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (a:Account) WHERE a.id >= $from AND a.id < $to
OPTIONAL MATCH (same:Account {skeleton: a.skeleton})
WITH a, count(same) AS accounts
OPTIONAL MATCH (p:Player {skeleton: a.skeleton})
WITH a.id AS id, accounts, count(p) AS guests
RETURN collect(CASE WHEN accounts <> 1 OR guests > 0 THEN id END) AS broken

// Accounts without a name that is theirs alone: another account, or a guest, has one that looks like it.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (a:Account) WHERE a.id >= $from AND a.id < $to
WITH a.id AS id, COUNT { (:Account {skeleton: a.skeleton}) } AS accounts, COUNT { (:Player {skeleton: a.skeleton}) } AS guests
RETURN collect(CASE WHEN accounts <> 1 OR guests > 0 THEN id END) AS broken

// Deletes the players of accounts, in all their lives. Parameters: from and to (a page of ids). Returns gone (a count).
MATCH (p:Player) WHERE p.id >= $from AND p.id < $to AND NOT p.guest
DETACH DELETE p
RETURN count(*) AS gone

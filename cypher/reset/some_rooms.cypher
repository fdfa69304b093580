// Some rooms that a new castle does not have. Parameters: most. Returns id.
MATCH (r:Room) WHERE NOT r:Original
RETURN r.id AS id LIMIT $most

// Some guests who hold a name although they are not present. Parameters: most. Returns id.
MATCH (p:Player) WHERE p.skeleton IS NOT NULL AND NOT EXISTS { MATCH (p)-[:IN]->(:Room) }
RETURN p.id AS id LIMIT $most

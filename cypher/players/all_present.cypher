// Some of those who are present. Parameters: most. Returns id.
MATCH (p:Player)-[:IN]->(:Room)
RETURN p.id AS id LIMIT $most

// Some ghosts. Parameters: most. Returns id.
MATCH (g:Ghost)
RETURN g.id AS id LIMIT $most

// An account by its name's skeleton, with the player that it plays. Parameters: skeleton. Returns account, player.
MATCH (a:Account {skeleton: $skeleton})-[:PLAYS]->(p:Player)
RETURN a {.id, .name, .skeleton, .password, .language, .admin} AS account, p {.id, .name, .guest} AS player

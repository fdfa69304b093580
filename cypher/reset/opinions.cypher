// Deletes some of what ghosts think and thought of players. Parameters: ghosts (ids), most. Returns gone (a count; fewer than most: nothing is left).
UNWIND $ghosts AS id
MATCH (g:Ghost {id: id})-[m:THINKS_OF|CHANGED_MIND]->(:Player)
WITH m LIMIT $most
DELETE m
RETURN count(*) AS gone

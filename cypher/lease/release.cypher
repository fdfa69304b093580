// Gives the lease back, if it is still ours. Parameters: token. Returns gone (a count).
MATCH (l:Lease {id: 'server', token: $token})
DETACH DELETE l
RETURN count(*) AS gone

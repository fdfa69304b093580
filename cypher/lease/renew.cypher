// Renews the lease, if it is still ours. Parameters: token, until (ISO, UTC). Returns token; no row: somebody else has taken it.
MATCH (l:Lease {id: 'server', token: $token})
SET l.until = $until
RETURN l.token AS token

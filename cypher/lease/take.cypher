// Takes the lease, whoever had it. Parameters: host, pid, token, until (ISO, UTC). Returns token.
MATCH (l:Lease {id: 'server'})
SET l.host = $host, l.pid = $pid, l.token = $token, l.until = $until
RETURN l.token AS token

// Who holds the lease, for a server that would like it. Asking is a write, so that of two who ask at once one waits for the other.
// Parameters: token (of who asks). Returns host, pid, token, until (ISO, UTC); all null: nobody does.
MERGE (l:Lease {id: 'server'})
SET l.asked = $token
RETURN l.host AS host, l.pid AS pid, l.token AS token, l.until AS until

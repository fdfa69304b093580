// Who holds the lease. No parameters. Returns host, pid, token, until (ISO, UTC); no row: nobody ever did.
MATCH (l:Lease {id: 'server'})
RETURN l.host AS host, l.pid AS pid, l.token AS token, l.until AS until

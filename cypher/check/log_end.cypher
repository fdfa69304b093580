// Where the log ends. No parameters. Returns end (the last event's place; 0: there is none).
OPTIONAL MATCH (e:Event)
RETURN coalesce(max(e.seq), 0) AS end

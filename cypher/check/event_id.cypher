// Events without an id, a kind, a time or their content, or with an id that another has too. They are named by their place in the log.
// Parameters: from and to (the page's first place, and the next page's). Returns broken (places).
MATCH (e:Event) WHERE e.seq >= $from AND e.seq < $to
OPTIONAL MATCH (same:Event {id: e.id})
WITH e, count(same) AS events
WITH e.seq AS seq, events <> 1 OR e.kind IS NULL OR e.at IS NULL OR e.data IS NULL AS wrong
RETURN collect(CASE WHEN wrong THEN toString(seq) END) AS broken

// Events without an id, a kind, a time or their content, or with an id that another has too. They are named by their place in the log.
// Parameters: after (a place), limit. Returns last (the page's last place), seen (a count), broken (ids).
MATCH (e:Event) WHERE e.seq > $after
WITH e ORDER BY e.seq LIMIT $limit
OPTIONAL MATCH (same:Event {id: e.id})
WITH e, count(same) AS events
WITH e.seq AS seq, events <> 1 OR e.kind IS NULL OR e.at IS NULL OR e.data IS NULL AS wrong
RETURN max(seq) AS last, count(*) AS seen, collect(CASE WHEN wrong THEN toString(seq) END) AS broken

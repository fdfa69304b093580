// Events without an id, a kind, a time or their content, or with an id that another has too. They are named by their place in the log.
// Parameters: from and to (the page's first place, and the next page's). Returns broken (places).
UNWIND range($from, $to - 1) AS place
MATCH (e:Event {seq: place})
WITH place, COUNT { (:Event {id: e.id}) } <> 1 OR e.kind IS NULL OR e.at IS NULL OR e.data IS NULL AS wrong
RETURN collect(CASE WHEN wrong THEN toString(place) END) AS broken

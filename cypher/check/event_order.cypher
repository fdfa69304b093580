// Events that do not follow the one before by one place: there the log has a gap.
// Parameters: after (a place), limit. Returns last (the page's last place), seen (a count), broken (places).
MATCH (e:Event) WHERE e.seq > $after
WITH e.seq AS seq ORDER BY seq LIMIT $limit
WITH collect(seq) AS seqs
WITH seqs, [n IN range(0, size(seqs) - 1) WHERE seqs[n] <> 1 + CASE n WHEN 0 THEN $after ELSE seqs[n - 1] END] AS odd
RETURN last(seqs) AS last, size(seqs) AS seen, [n IN odd | toString(seqs[n])] AS broken

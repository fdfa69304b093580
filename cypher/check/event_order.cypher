// Events that do not follow the one before by one place: there the log has a gap.
// Parameters: from and to (the page's first place, and the next page's). Returns broken (places).
UNWIND range($from - 1, $to - 1) AS place
MATCH (e:Event {seq: place})
WITH e.seq AS seq ORDER BY seq
WITH collect(seq) AS seqs
WITH seqs, [n IN range(0, size(seqs) - 1) WHERE seqs[n] >= $from AND seqs[n] <> 1 + CASE n WHEN 0 THEN 0 ELSE seqs[n - 1] END] AS odd
RETURN [n IN odd | toString(seqs[n])] AS broken

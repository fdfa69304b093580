// Events that do not follow the one before by one place: there the log has a gap.
// Parameters: from and to (the page's first place, and the next page's). Returns broken (places).
MATCH (e:Event) WHERE e.seq >= $from AND e.seq < $to
WITH e.seq AS seq ORDER BY seq
WITH collect(seq) AS seqs
WITH seqs, [n IN range(0, size(seqs) - 1) WHERE seqs[n] <> 1 + CASE n WHEN 0 THEN $from - 1 ELSE seqs[n - 1] END] AS odd
RETURN [n IN odd | toString(seqs[n])] AS broken

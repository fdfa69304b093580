// Texts in a further language that belong to nothing, or to two things. They have no ids: their language and name stand in for it.
// No parameters. Returns broken (the first thousand texts).
MATCH (w:Words) WHERE COUNT { (w)<-[:IN_WORDS]-() } <> 1
WITH w LIMIT 1000
RETURN collect(coalesce(w.lang, '') + ': ' + coalesce(w.name, '')) AS broken

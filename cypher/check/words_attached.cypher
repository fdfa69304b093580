// Texts in a further language that belong to nothing, or to two things. They have no ids: their language and name stand in for it.
// Parameters: after (not needed), limit. Returns last, seen (a count), broken (texts).
MATCH (w:Words)
OPTIONAL MATCH (w)<-[in:IN_WORDS]-()
WITH w, count(in) AS things
WHERE things <> 1
WITH w LIMIT $limit
RETURN null AS last, 0 AS seen, collect(coalesce(w.lang, '') + ': ' + coalesce(w.name, '')) AS broken

// Rooms of which only the name or only the description is there, or that have a text of nothing but white space.
// Parameters: from and to (the page's first id, and the next page's). Returns broken (ids).
MATCH (r:Room) WHERE r.id >= $from AND r.id < $to
WITH r.id AS id, trim(coalesce(r.name, ' ')) AS name, trim(coalesce(r.description, ' ')) AS description,
     r.name = '' AND r.description = '' AS blank
RETURN collect(CASE WHEN NOT coalesce(blank, false) AND (name = '' OR description = '') THEN id END) AS broken

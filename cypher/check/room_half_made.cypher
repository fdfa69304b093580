// Rooms of which only the name or only the description is there, or that have a text of nothing but white space.
// Parameters: after (an id), limit. Returns last (the page's last id), seen (a count), broken (ids).
MATCH (r:Room) WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
WITH r.id AS id, trim(coalesce(r.name, ' ')) AS name, trim(coalesce(r.description, ' ')) AS description,
     r.name = '' AND r.description = '' AS blank
RETURN max(id) AS last, count(*) AS seen,
       collect(CASE WHEN NOT coalesce(blank, false) AND (name = '' OR description = '') THEN id END) AS broken

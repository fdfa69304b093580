// Who is in rooms: present players, and ghosts. Parameters: ids. Returns room (its id), occupants (ids) for each room.
UNWIND $ids AS id
MATCH (r:Room {id: id})
RETURN r.id AS room, [(p:Player)-[:IN]->(r) | p.id] + [(g:Ghost)-[:IN]->(r) | g.id] AS occupants

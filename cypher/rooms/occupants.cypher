// Who is in rooms: present players, and ghosts. Parameters: ids. Returns room (its id), occupants (ids) for each room.
// Patterns begin at the room: the embedded engine would go through all players for one that begins with them.
UNWIND $ids AS id
MATCH (r:Room {id: id})
RETURN r.id AS room, [(r)<-[:IN]-(p:Player) | p.id] + [(r)<-[:IN]-(g:Ghost) | g.id] AS occupants

// The first schema: own ids and cells are unique, names are unique by skeleton, and what is looked up often has an index.
CREATE CONSTRAINT castle_id IF NOT EXISTS FOR (c:Castle) REQUIRE c.id IS UNIQUE;
CREATE CONSTRAINT room_id IF NOT EXISTS FOR (r:Room) REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT room_cell IF NOT EXISTS FOR (r:Room) REQUIRE (r.floor, r.x, r.y) IS UNIQUE;
CREATE CONSTRAINT ghost_id IF NOT EXISTS FOR (g:Ghost) REQUIRE g.id IS UNIQUE;
CREATE CONSTRAINT player_id IF NOT EXISTS FOR (p:Player) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT player_skeleton IF NOT EXISTS FOR (p:Player) REQUIRE p.skeleton IS UNIQUE;
CREATE CONSTRAINT account_id IF NOT EXISTS FOR (a:Account) REQUIRE a.id IS UNIQUE;
CREATE CONSTRAINT account_skeleton IF NOT EXISTS FOR (a:Account) REQUIRE a.skeleton IS UNIQUE;
CREATE CONSTRAINT event_id IF NOT EXISTS FOR (e:Event) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT event_seq IF NOT EXISTS FOR (e:Event) REQUIRE e.seq IS UNIQUE;
CREATE INDEX room_x IF NOT EXISTS FOR (r:Room) ON (r.x);
CREATE INDEX room_y IF NOT EXISTS FOR (r:Room) ON (r.y);
CREATE INDEX room_name IF NOT EXISTS FOR (r:Room) ON (r.name);
CREATE INDEX event_room IF NOT EXISTS FOR (e:Event) ON (e.room, e.seq);
CREATE INDEX event_actor IF NOT EXISTS FOR (e:Event) ON (e.actor, e.seq);

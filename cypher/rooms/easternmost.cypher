// One of the easternmost made rooms. Parameters: floor, east (the eastern bound of all made rooms). Returns y.
MATCH (r:Room {x: $east}) WHERE r.floor = $floor AND r.name <> ''
RETURN r.y AS y LIMIT 1

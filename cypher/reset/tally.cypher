// How much there is that a reset would undo. No parameters.
// Returns rooms (beside the two of a new castle), ghosts, items, players (present), accounts (counts), and resets (how often it was reset).
MATCH (c:Castle {id: 'castle'})
RETURN c.resets AS resets,
       COUNT { (:Room) } - COUNT { (:Original) } AS rooms,
       COUNT { (:Ghost) } AS ghosts,
       COUNT { (:Item) } AS items,
       COUNT { (:Player)-[:IN]->(:Room) } AS players,
       COUNT { (:Account) } AS accounts

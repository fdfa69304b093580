"""The journal: turns events into records with their witnesses, and tells everybody what was committed, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mud.world import events as e
from mud.world.audience import rooms_of
from mud.world.events import Committed
from mud.world.records import to_record

from .view import View

Listener = Callable[[Committed], None]


class Journal:
    """Knows who is where, by the view, and whom to tell. Listeners are called in the order of the log and must not wait."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Hear every event committed from now on."""
        self._listeners.append(listener)

    def records(self, events: Sequence[Committed]) -> list[dict[str, Any]]:
        """See `mud.graph.writer.Journal`. Events of one group follow each other: who came in by one of them witnesses the next."""
        shifts: list[tuple[str, str | None]] = []  # (who, where to) by the earlier events of this group
        records = []
        for event in events:
            witnesses: set[str] = set()
            for room in rooms_of(event):
                witnesses.update(self._view.occupants(room))
            for someone, where in shifts:
                (witnesses.add if where in rooms_of(event) else witnesses.discard)(someone)
            records.append(to_record(event, witnesses | _parties(event)))
            match event:
                case e.Moved(who=who) | e.Woke(player=who) | e.LifeBegan(player=who):
                    shifts.append((who.id, event.room))
                case e.FellAsleep(player=who) | e.Died(player=who):
                    shifts.append((who.id, None))
                case e.GhostMade(ghost=ghost):
                    shifts.append((ghost.id, event.room))
                case _:
                    pass
        return records

    def committed(self, events: Sequence[Committed]) -> None:
        """See `mud.graph.writer.Journal`."""
        for event in events:
            self._view.apply(event)
            for listener in self._listeners:
                listener(event)


def _parties(event: Committed) -> set[str]:
    """Those whom the event is about: they know of it wherever they are."""
    match event:
        case e.OpinionChanged(ghost=ghost):
            return {ghost.id}
        case e.Moved(who=who) | e.Said(who=who) | e.Emoted(who=who) | e.Acted(who=who):
            return {who.id}
        case e.GhostMade(ghost=ghost):
            return {ghost.id}
        case _:
            player = getattr(event, "player", None)
            return {player.id} if player is not None else set()

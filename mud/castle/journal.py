"""The journal: turns events into records with their witnesses, and tells everybody what was committed, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from mud.graph.driver import Transaction
from mud.world import events as e
from mud.world.audience import perceives, rooms_of
from mud.world.events import Committed
from mud.world.records import to_record

from .view import View

Listener = Callable[[Committed], None]

log = structlog.get_logger(__name__)


class Journal:
    """Knows who is where, by the view, and whom to tell. Listeners are called in the order of the log and must not wait."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Hear every event committed from now on."""
        self._listeners.append(listener)

    async def records(self, tx: Transaction, events: Sequence[Committed]) -> list[dict[str, Any]]:
        """See `mud.graph.writer.Journal`. Events of one group follow each other: who came in by one of them witnesses the next."""
        here = await self._before(tx, events)
        records = []
        for event in events:
            witnesses = {
                someone
                for room in rooms_of(event)
                for someone in here[room]
                if perceives(event, someone, room)
            }
            records.append(to_record(event, witnesses | _parties(event)))
            if (step := _step(event)) is not None:
                _take(step, here)
        return records

    def committed(self, events: Sequence[Committed]) -> None:
        """See `mud.graph.writer.Journal`. A listener that fails is logged, and keeps nobody else from hearing."""
        for event in events:
            self._view.apply(event)
            for listener in self._listeners:
                try:
                    listener(event)
                except Exception:
                    log.exception("a listener failed", kind=type(event).__name__, seq=event.seq)

    async def _before(self, tx: Transaction, events: Sequence[Committed]) -> dict[str, set[str]]:
        """Who was in the rooms of these events before they happened.

        The view knows it of the rooms in it. Of any other the transaction does, after the change: there it is reckoned back.
        """
        rooms = {room for event in events for room in rooms_of(event)}
        here = {room: set(self._view.occupants(room)) for room in rooms}
        unseen = sorted(room for room in rooms if self._view.peek(room) is None)
        if unseen:
            found = {room: here[room] for room in unseen}
            for row in await tx.run("rooms/occupants", ids=unseen):
                found[row["room"]].update(row["occupants"])
            for event in reversed(events):
                if (step := _step(event)) is not None:
                    _take(_Step(step.who, step.to, step.origin), found)
        return here


@dataclass(frozen=True, slots=True)
class _Step:
    """Somebody leaves a room, or comes into one, or both."""

    who: str
    origin: str | None
    to: str | None


def _step(event: Committed) -> _Step | None:
    match event:
        case e.Moved(who=who):
            return _Step(who.id, event.from_room, event.room)
        case e.Woke(player=who) | e.LifeBegan(player=who):
            return _Step(who.id, None, event.room)
        case e.FellAsleep(player=who) | e.Died(player=who):
            return _Step(who.id, event.room, None)
        case e.GhostMade(ghost=ghost):
            return _Step(ghost.id, None, event.room)
        case _:
            return None


def _take(step: _Step, here: dict[str, set[str]]) -> None:
    if step.origin in here:
        here[step.origin].discard(step.who)
    if step.to in here:
        here[step.to].add(step.who)


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

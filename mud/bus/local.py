"""Carries events to those who perceive them, within one process."""

from __future__ import annotations

from collections.abc import Callable

from mud.world.audience import for_everybody, perceives, rooms_of
from mud.world.events import Committed, Event, Told

Hear = Callable[[Event], None]
"""Called with each event, at once and in order; it must neither wait nor raise."""


class Subscription:
    """Somebody who perceives what happens where they are, and what is told to them alone."""

    def __init__(self, bus: Bus, player_id: str, room_id: str | None, hear: Hear) -> None:
        self._bus = bus
        self.player_id = player_id
        self.hear = hear
        self._room_id = room_id

    @property
    def room_id(self) -> str | None:
        """The room whose events reach them; None: nowhere."""
        return self._room_id

    def move(self, room_id: str | None) -> None:
        """From now on they are in another room, or nowhere."""
        self._bus._leave(self)
        self._room_id = room_id
        self._bus._enter(self)

    def close(self) -> None:
        """Nothing reaches them any more."""
        self.move(None)
        self._bus._forget(self)


class Bus:
    """Delivers every event to its listeners in the order in which events are published. The cost grows with the listeners of an event only.

    `seq` is the place in the log of the last committed event that was published.
    """

    def __init__(self) -> None:
        self.seq = 0
        self._rooms: dict[str, dict[Subscription, None]] = {}
        self._players: dict[str, dict[Subscription, None]] = {}

    def subscribe(self, player_id: str, room_id: str | None, hear: Hear) -> Subscription:
        """Let somebody hear what happens from now on."""
        subscription = Subscription(self, player_id, room_id, hear)
        self._players.setdefault(player_id, {})[subscription] = None
        self._enter(subscription)
        return subscription

    def publish(self, event: Event) -> None:
        """Tell everybody who perceives the event."""
        if isinstance(event, Committed):
            self.seq = max(self.seq, event.seq)
        for subscription in self._candidates(event):
            if perceives(event, subscription.player_id, subscription.room_id):
                subscription.hear(event)

    def _candidates(self, event: Event) -> dict[Subscription, None]:
        found: dict[Subscription, None] = {}
        if for_everybody(event):
            for subscriptions in self._players.values():
                found.update(subscriptions)
        for room in rooms_of(event):
            found.update(self._rooms.get(room, {}))
        if isinstance(event, Told):
            for who in (event.who, event.to):
                found.update(self._players.get(who.id, {}))
        return found

    def _enter(self, subscription: Subscription) -> None:
        if subscription.room_id is not None:
            self._rooms.setdefault(subscription.room_id, {})[subscription] = None

    def _leave(self, subscription: Subscription) -> None:
        if subscription.room_id is not None:
            _drop(self._rooms, subscription.room_id, subscription)

    def _forget(self, subscription: Subscription) -> None:
        _drop(self._players, subscription.player_id, subscription)


def _drop(index: dict[str, dict[Subscription, None]], key: str, subscription: Subscription) -> None:
    known = index.get(key, {})
    known.pop(subscription, None)
    if not known:
        index.pop(key, None)

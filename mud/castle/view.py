"""The view of occupied rooms, in memory: looking costs no query.

It is kept by the same events that everybody sees, and every write of the process passes the one writer, so that it is exact. Rooms that
were left stay in it until it is full. On any doubt an entry is thrown away and read anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from mud.graph.driver import Graph
from mud.world import events as e
from mud.world.grid import Position
from mud.world.model import Ghost, Room, RoomView, Who

from . import records
from .doors import Neighbours, door_words

MOST_ROOMS = 4_096  # some two kilobytes each


class NoSuchRoom(Exception):
    """A room was asked for that is not in the castle: a fault of the caller, or a castle that was reset meanwhile."""


class View:
    """Rooms as they are now, by id."""

    def __init__(self, graph: Graph, most: int = MOST_ROOMS) -> None:
        self._graph = graph
        self._most = most
        self._rooms: OrderedDict[str, RoomView] = OrderedDict()
        self._at: dict[Position, str] = {}
        self._reading: dict[str, int] = {}  # rooms being read, and how many readers
        self._changes: dict[
            str, int
        ] = {}  # of those, how often each has changed since its first reader began

    def peek(self, room_id: str) -> RoomView | None:
        """The room if it is in memory."""
        return self._rooms.get(room_id)

    async def room(self, room_id: str) -> RoomView:
        """The room, read if need be. Raises `NoSuchRoom`, `GraphUnavailable`."""
        while (known := self._rooms.get(room_id)) is None:
            await self._read(room_id)
        self._rooms.move_to_end(room_id)
        return known

    async def around(self, room: Room) -> Neighbours:
        """The rooms in the cells around a room. Raises `GraphUnavailable`."""
        return records.neighbours(
            await self._graph.read("rooms/neighbours", cells=records.cells(room.position))
        )

    def occupants(self, room_id: str) -> tuple[str, ...]:
        """The ids of players and ghosts in a room that is in memory; nobody for any other."""
        room = self._rooms.get(room_id)
        return () if room is None else (*(p.id for p in room.players), *(g.id for g in room.ghosts))

    def clear(self) -> None:
        """Forget everything: all is read anew."""
        self._touch_all()
        self._rooms.clear()
        self._at.clear()

    def apply(self, event: e.Committed) -> None:
        """Follow an event that was committed."""
        match event:
            case e.Moved(who=who, from_room=origin, room=room):
                self._leave(origin, who)
                self._enter(room, who)
            case e.Woke(player=who, room=room) | e.LifeBegan(player=who, room=room):
                self._enter(room, who)
            case e.FellAsleep(player=who, room=room) | e.Died(player=who, room=room):
                self._leave(room, who)
            case e.GhostMade(room=room, ghost=ghost):
                self._haunt(room, ghost)
            case e.RoomMade(room=room, position=position):
                self._touch_all()  # one of them may be its neighbour
                self._forget(room)
                self._forget_around(position)
            case e.WayOpened(room=room) | e.PutInWords(room=room):
                self._forget(room)
            case e.ResetBegan() | e.CastleReset():
                self.clear()
            case _:
                pass

    async def _read(self, room_id: str) -> None:
        self._reading[room_id] = self._reading.get(room_id, 0) + 1
        try:
            while True:
                before = self._changes.get(room_id, 0)
                view = await self._fetch(room_id)
                if self._changes.get(room_id, 0) == before:
                    break
            self._keep(view)
        finally:
            self._reading[room_id] -= 1
            if not self._reading[room_id]:
                del self._reading[room_id]
                self._changes.pop(room_id, None)

    async def _fetch(self, room_id: str) -> RoomView:
        rows = await self._graph.read("rooms/view", ids=[room_id])
        if not rows:
            raise NoSuchRoom(room_id)
        room = records.room(rows[0])
        around = await self.around(room) if room.blank else {}
        ghosts = () if room.blank else await self._graph.read("ghosts/in_rooms", ids=[room_id])
        return RoomView(
            room,
            door_words(room, around),
            ghosts=tuple(records.ghost(row) for row in ghosts),
            players=tuple(records.player(row).who for row in rows[0]["players"]),
        )

    def _keep(self, view: RoomView) -> None:
        self._rooms[view.room.id] = view
        self._at[view.room.position] = view.room.id
        while len(self._rooms) > self._most:
            unused = (key for key, old in self._rooms.items() if not old.players and old is not view)
            self._forget(next(unused, next(iter(self._rooms))))

    def _forget(self, room_id: str) -> None:
        self._touch(room_id)
        view = self._rooms.pop(room_id, None)
        if view is not None:
            self._at.pop(view.room.position, None)

    def _forget_around(self, position: Position) -> None:
        for cell in records.cells(position):
            neighbour = self._at.get(Position(cell["floor"], cell["x"], cell["y"]))
            if neighbour is not None and self._rooms[neighbour].room.blank:
                self._forget(neighbour)

    def _touch(self, room_id: str) -> None:
        if room_id in self._reading:
            self._changes[room_id] = self._changes.get(room_id, 0) + 1

    def _touch_all(self) -> None:
        for room_id in self._reading:
            self._touch(room_id)

    def _enter(self, room_id: str, who: Who) -> None:
        self._touch(room_id)
        view = self._rooms.get(room_id)
        if view is not None and all(p.id != who.id for p in view.players):
            self._set(view, (*view.players, who), view.ghosts)

    def _leave(self, room_id: str, who: Who) -> None:
        self._touch(room_id)
        view = self._rooms.get(room_id)
        if view is not None:
            self._set(view, (p for p in view.players if p.id != who.id), view.ghosts)

    def _haunt(self, room_id: str, ghost: Ghost) -> None:
        self._touch(room_id)
        view = self._rooms.get(room_id)
        if view is not None and all(g.id != ghost.id for g in view.ghosts):
            self._set(view, view.players, (*view.ghosts, ghost))

    def _set(self, view: RoomView, players: Iterable[Who], ghosts: Iterable[Ghost]) -> None:
        self._rooms[view.room.id] = replace(view, players=tuple(players), ghosts=tuple(ghosts))

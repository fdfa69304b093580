"""Who makes which blank room: one lease a room, so that whoever else comes in waits for the same fill and sees the same room."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from mud.castle.errors import GraphError, Refused
from mud.castle.view import NoSuchRoom, View
from mud.world.chance import Clock

PAUSE = 2.0  # seconds before the engine tries again to make a room

log = structlog.get_logger(__name__)


class Fills:
    """The leases of blank rooms. `by_engine` makes a room on the engine's behalf; its tasks belong to the group given to `serve`."""

    def __init__(self, view: View, clock: Clock, by_engine: Callable[[str], Awaitable[None]]) -> None:
        self._view = view
        self._clock = clock
        self._by_engine = by_engine
        self._leased: set[str] = set()
        self._filling: set[asyncio.Task[None]] = set()
        self._tasks: asyncio.TaskGroup | None = None

    async def serve(self) -> None:
        """Own the engine's fills until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            try:
                await asyncio.Event().wait()
            finally:
                self._tasks = None

    def claim(self, room_id: str) -> bool:
        """Take the lease of a blank room. True for one caller, until it calls `release`."""
        view = self._view.peek(room_id)
        if room_id in self._leased or (view is not None and not view.room.blank):
            return False
        self._leased.add(room_id)
        return True

    def release(self, room_id: str) -> None:
        """Give the lease back. A room that is still blank is then made on the engine's behalf, under the same lease."""
        if room_id not in self._leased:
            return
        view = self._view.peek(room_id)
        if (view is not None and not view.room.blank) or self._tasks is None:
            self._leased.discard(room_id)
            return
        filling = self._tasks.create_task(self._fill(room_id), name=f"fill {room_id}")
        self._filling.add(filling)
        filling.add_done_callback(self._filling.discard)

    async def break_off(self) -> None:
        """Make no room on the engine's behalf that was begun before now."""
        filling = set(self._filling)
        for task in filling:
            task.cancel()
        if filling:
            await asyncio.wait(filling)

    async def _fill(self, room_id: str) -> None:
        try:
            while True:
                try:
                    if not (await self._view.room(room_id)).room.blank:
                        return
                    await self._by_engine(room_id)
                    log.info("room made on the engine's behalf", room=room_id)
                except (NoSuchRoom, Refused) as error:
                    log.info("room not made on the engine's behalf", room=room_id, error=str(error))
                    return
                except (GraphError, EngineFillFailed) as error:
                    log.warning("the engine's fill failed; it tries again", room=room_id, error=str(error))
                    await self._clock.sleep(PAUSE)
        finally:
            self._leased.discard(room_id)


class EngineFillFailed(Exception):
    """The storyteller did not make the room that it was asked to make on the engine's behalf."""

"""Puts what a model has made into the other language, once for each thing, in the background, when somebody first reads it in that one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

import structlog

from mud.castle.castle import Castle
from mud.world.chance import Clock
from mud.world.model import Lang, RoomView, Words

AT_ONCE = 2  # requests for translations at one time
MOST_WAITING = 100  # things that wait for theirs; of more, nothing is kept: whoever looks again asks again
RETRY = 600.0  # seconds after which a thing is tried again whose translation failed
MOST_REMEMBERED = 2_000  # failures

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Texts that are wanted in a language: those of a room or, with a `ghost_id`, of a ghost in it; in a castle reset so many times."""

    room_id: str
    ghost_id: str | None
    texts: Words
    lang: Lang
    resets: int

    @property
    def key(self) -> tuple[str, Lang]:
        """What is wanted once."""
        return self.ghost_id or self.room_id, self.lang


class Untranslated(Exception):
    """A translation did not come about."""


class Translator:
    """Sees to it that what is shown is there in the language of whoever reads it. `translate` does one. Raises `Untranslated`."""

    def __init__(self, castle: Castle, clock: Clock, translate: Callable[[Wanted], Awaitable[None]]) -> None:
        self._castle = castle
        self._clock = clock
        self._translate = translate
        self._waiting: asyncio.Queue[Wanted] = asyncio.Queue(MOST_WAITING)
        self._taken: set[tuple[str, Lang]] = set()
        self._failed: OrderedDict[tuple[str, Lang], float] = OrderedDict()

    def shown(self, view: RoomView, lang: Lang) -> None:
        """A room was shown to somebody who reads that language."""
        for wanted in self._missing(view, lang):
            if wanted.key in self._taken or self._failed_lately(wanted):
                continue
            try:
                self._waiting.put_nowait(wanted)
            except asyncio.QueueFull:
                return
            self._taken.add(wanted.key)

    async def serve(self) -> None:
        """Translate what is wanted, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(AT_ONCE):
                tasks.create_task(self._work(), name=f"translator {number + 1}")

    async def idle(self) -> None:
        """Wait until all that is wanted has been done, or has failed."""
        await self._waiting.join()

    async def _work(self) -> None:
        while True:
            wanted = await self._waiting.get()
            try:
                await self._translate(wanted)
            except Untranslated as error:
                log.info("not translated", room=wanted.room_id, ghost=wanted.ghost_id, why=str(error))
                self._remember(wanted)
            except Exception:
                # What is shown is there in one language at least: no fault of a translation's is worth the server.
                log.exception("a translation failed", room=wanted.room_id, ghost=wanted.ghost_id)
                self._remember(wanted)
            finally:
                self._taken.discard(wanted.key)
                self._waiting.task_done()

    def _missing(self, view: RoomView, lang: Lang) -> Iterator[Wanted]:
        if view.room.blank:
            return
        resets = self._castle.resets
        things = [(None, view.room.said_in(lang)), *((each.id, each.said_in(lang)) for each in view.ghosts)]
        for ghost_id, texts in things:
            if texts.lang is not lang:
                yield Wanted(view.room.id, ghost_id, texts, lang, resets)

    def _failed_lately(self, wanted: Wanted) -> bool:
        at = self._failed.get(wanted.key)
        return at is not None and self._clock.monotonic() < at + RETRY

    def _remember(self, wanted: Wanted) -> None:
        self._failed.pop(wanted.key, None)
        self._failed[wanted.key] = self._clock.monotonic()
        if len(self._failed) > MOST_REMEMBERED:
            self._failed.popitem(last=False)

"""The turns of one player: one runs, a few lines wait behind it, and what moves or changes the player breaks it off."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import structlog

from mud.master.master import TurnFailed
from mud.master.seat import Seat
from mud.text import Block, Line, word_failure
from mud.world.events import Said

from .feed import Feed, Ready, Telling, Words
from .stage import Stage
from .trouble import keyed, worded

log = structlog.get_logger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]
Spawn = Callable[[Work, str], "asyncio.Task[None]"]
"""Starts a task that has an owner, under a name."""


class Owner(Protocol):
    """Whose turns they are."""

    @property
    def seat(self) -> Seat:
        """The life that is lived now."""
        ...

    @property
    def dead(self) -> bool:
        """Whether it is over."""
        ...

    def tell(self, key: str, **values: str | int) -> None:
        """Say an engine line to them."""
        ...

    def turn_over(self) -> None:
        """The turn has ended, and none follows."""
        ...


@dataclass(frozen=True, slots=True)
class _Asked:
    """A line for the game master."""

    line: str
    said: Said | None


class _Dark:
    """The room may be blank: if it is, and nobody else makes it, make it."""


class Turns:
    """Asks the game master for one player, one thing after another."""

    def __init__(self, me: Owner, stage: Stage, feed: Feed, spawn: Spawn) -> None:
        self._me = me
        self._stage = stage
        self._feed = feed
        self._spawn = spawn
        self._waiting: deque[_Asked | _Dark] = deque()
        self._task: asyncio.Task[None] | None = None
        self._telling: Telling | None = None
        self._answering = False  # the game master has been asked, so that there is something to break off
        self._expected = False

    @property
    def busy(self) -> bool:
        """Whether a turn runs, or is about to."""
        return self._task is not None or self._expected

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """What is done meanwhile leads to a turn: there is no prompt between the two."""
        self._expected = True
        try:
            yield
        finally:
            self._expected = False

    def ask(self, line: str, said: Said | None = None) -> None:
        """Let the game master answer a line, now or when its turn comes. `said`: the words were said aloud, and are known to all here."""
        most = self._stage.bounds.waiting_lines
        lines = sum(isinstance(job, _Asked) for job in self._waiting)
        running = self._task is not None
        if running and lines >= most:
            self._me.tell("play.queue_full", most=most)
            return
        if running:
            self._me.tell("play.line_waits", n=lines + 1, most=most)
        self._waiting.append(_Asked(line, said))
        self._next()

    def arrive(self) -> None:
        """The player has come into a room: if it is blank, it is made before anything that waits."""
        view = self._stage.castle.view.peek(self._me.seat.room_id)
        if view is None or view.room.blank:
            self._waiting.appendleft(_Dark())
            self._next()

    def cancel(self, key: str | None = None) -> bool:
        """Break off the turn that runs and forget the lines that wait; whether there was anything. `key`: what to tell the player then."""
        if self._task is None:
            return False
        self._note_unanswered()
        self._waiting.clear()
        if self._telling is not None:
            self._telling.live = False
        self._task.cancel()
        if key is not None and self._answering:
            self._me.tell(key)
        return True

    async def settled(self) -> None:
        """Wait until no turn runs."""
        while self._task is not None:
            await asyncio.wait({self._task})

    def _next(self) -> None:
        if self._task is None and self._waiting:
            job = self._waiting.popleft()
            self._task = self._spawn(partial(self._play, job), f"turn of {self._me.seat.player.name}")
            self._task.add_done_callback(self._over)

    def _over(self, _: object) -> None:
        self._task = None
        self._telling = None
        self._answering = False
        self._feed.put(Ready())
        if self._waiting and not self._me.dead:
            self._next()
        else:
            self._waiting.clear()
            self._me.turn_over()

    async def _play(self, job: _Asked | _Dark) -> None:
        self._telling = telling = Telling(self._feed)
        try:
            if isinstance(job, _Asked):
                self._answering = True
                if spent := self._stage.master.notice(self._me.seat):
                    self._me.tell(f"play.{spent}_spent")
                await self._stage.master.turn(self._me.seat, job.line, telling, said=job.said)
        except TurnFailed as failure:
            self._say(word_failure(failure.key, self._me.seat.lang, self._stage.words))
        except Exception as error:
            self._trouble(error)
        try:
            if not self._me.dead:
                await self._make_room(telling)
        except Exception as error:
            self._trouble(error)

    async def _make_room(self, telling: Telling) -> None:
        seat, master = self._me.seat, self._stage.master
        room_id = seat.room_id
        view = await self._stage.castle.view.room(room_id)
        if not view.room.blank or not master.claim_fill(room_id):
            return
        self._answering = True
        try:
            await master.fill(seat, telling)
        except TurnFailed as failure:
            log.info("fill failed; the engine makes the room", room=room_id, why=failure.key)
        finally:
            master.release_fill(room_id)

    def _note_unanswered(self) -> None:
        for job in self._waiting:
            if isinstance(job, _Asked) and job.said is None:
                seat = self._me.seat
                seat.note(self._stage.words.text(seat.lang, "note.unanswered", line=job.line))

    def _trouble(self, error: Exception) -> None:
        who = self._me.seat.player.name
        if keyed(error):
            log.warning("turn broke off", player=who, error=repr(error))
        else:
            log.exception("turn failed", player=who)
        self._say(worded(error, self._me.seat.lang, self._stage.words))

    def _say(self, line: Line) -> None:
        self._feed.put(Words(Block.of(line)))

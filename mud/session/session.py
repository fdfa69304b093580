"""One connection, from its first line to its last: first at the gate, then in play."""

from __future__ import annotations

import asyncio
from typing import Protocol

import structlog

from mud.text import Block, Line, Wordbook, lay_out, paint
from mud.world.chance import Clock
from mud.world.model import Lang

from .pace import Pace
from .presence import Presence
from .turns import Work
from .wire import Wire, WireClosed


class State(Protocol):
    """What a connection is at: it is entered once, and then gets the lines."""

    async def enter(self) -> None:
        """Say what is to be done."""
        ...

    async def line(self, text: str) -> None:
        """Take a line."""
        ...


class InPlay:
    """The lines are a player's."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    async def enter(self) -> None:
        """See `State`; whoever let them in has said all there is to say."""

    async def line(self, text: str) -> None:
        """See `State`."""
        await self._presence.line(text)


class Session:
    """A connection and its state.

    Until it is in play, `lang` is the language spoken with it; `chosen`: it asked for that language. `warned`: it was told that its
    client shows what is typed. `wrong_passwords` counts those that came by it.
    """

    def __init__(
        self,
        wire: Wire,
        *,
        id: str,  # noqa: A002 - it is one
        words: Wordbook,
        clock: Clock,
        lang: Lang,
        lines_per_second: float,
        login_seconds: float,
    ) -> None:
        self.wire = wire
        self.words = words
        self.clock = clock
        self.lang = lang
        self.chosen = False
        self.warned = False
        self.wrong_passwords = 0
        self.ended = False
        self.presence: Presence | None = None
        self._in_hand = False  # a line was taken, but not acted on yet
        self._dropped = 0  # lines to come that are not acted on
        self.log = structlog.get_logger(__name__).bind(session=id, address=wire.address)
        self._pace = Pace(clock, lines_per_second)
        self._state: State | None = None
        self._login_seconds = login_seconds
        self._timers: dict[str, asyncio.Task[None]] = {}
        self._tasks = asyncio.TaskGroup()

    async def run(self, first: State) -> None:
        """Serve the connection until it ends."""
        self.log.info("connected")
        try:
            async with self._tasks:
                try:
                    self.after("login", self._login_seconds, self._too_slow)
                    await self.go(first)
                    await self._read()
                finally:
                    self._stop_timers()
        except* WireClosed:
            pass
        finally:
            self.ended = True
            if self.presence is not None:
                self.presence.lost(self)
            self.log.info("disconnected")

    async def go(self, state: State) -> None:
        """Be at another state."""
        self._state = state
        await state.enter()

    def after(self, name: str, seconds: float, work: Work) -> None:
        """Do something later, unless the connection is in play or gone by then; in place of what was to be done under that name."""
        self.forget(name)
        self._timers[name] = self._tasks.create_task(self._later(seconds, work))

    def forget(self, name: str) -> None:
        """What was to be done later under that name is not done."""
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    @property
    def unread(self) -> int:
        """See `mud.session.presence.Link`."""
        return self.wire.waiting + self._in_hand

    def drop_ahead(self) -> None:
        """See `mud.session.presence.Link`."""
        self._dropped = self.unread

    def say(self, block: Block, prompt: Line | None = None) -> None:
        """Send lines, and the prompt to stand after them."""
        text = lay_out(block, self.wire.width, colour=self.wire.colour)
        self.wire.send(text, prompt=paint(prompt, colour=self.wire.colour) if prompt is not None else None)

    def entered(self, presence: Presence) -> None:
        """See `mud.session.presence.Link`."""
        self.presence = presence
        self._state = InPlay(presence)
        self._stop_timers()
        self.log = self.log.bind(player=presence.player.name)
        self.log.info("in play")

    def end(self) -> None:
        """Hang up once what was sent has left."""
        self.ended = True
        self.wire.close()

    async def _read(self) -> None:
        try:
            while not self.ended:
                line = await self.wire.line()
                self._in_hand = True
                await self._pace.take()
                self._in_hand = False
                if self._dropped:
                    self._dropped -= 1
                elif self._state is not None and not self.ended:
                    await self._state.line(line)
        except WireClosed:
            await self._finish()
            raise

    async def _finish(self) -> None:
        """Nothing more comes, but the client may still listen: answer what it asked to the end, which the limits of turns bound."""
        if self.presence is None or self.presence.link is not self:
            return
        answered = asyncio.ensure_future(self.presence.answered())
        gone = asyncio.ensure_future(self.wire.gone())
        try:
            await asyncio.wait({answered, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            answered.cancel()
            gone.cancel()

    async def _later(self, seconds: float, work: Work) -> None:
        await self.clock.sleep(seconds)
        await work()

    async def _too_slow(self) -> None:
        self.say(self.words.block(self.lang, "login.too_slow"))
        self.end()

    def _stop_timers(self) -> None:
        for name in list(self._timers):
            self.forget(name)

"""The gate: takes connections in, and has what logging in needs."""

from __future__ import annotations

from dataclasses import dataclass

from mud.castle.castle import Castle
from mud.text import Wordbook
from mud.world.chance import Clock, Ids
from mud.world.model import Lang

from .hub import Hub
from .login import Welcome
from .names import Names
from .passwords import Passwords
from .session import Session
from .tries import Tries
from .wire import Wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Serves connections. `seconds`: how long logging in may take; `lang`: spoken with those whose language is not known."""

    castle: Castle
    hub: Hub
    names: Names
    passwords: Passwords
    tries: Tries
    words: Wordbook
    clock: Clock
    ids: Ids
    lang: Lang
    guests: bool
    seconds: float
    lines_per_second: float

    async def serve(self, wire: Wire) -> None:
        """Serve one connection until it ends."""
        session = Session(
            wire,
            id=self.ids.new(),
            words=self.words,
            clock=self.clock,
            lang=self.lang,
            lines_per_second=self.lines_per_second,
            login_seconds=self.seconds,
        )
        await session.run(Welcome(session, self))

"""What one player types: carried out at once, asked of the game master, taken as an answer, or held while the castle is made anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import structlog

from mud.text import Block

from .feed import Ready
from .stage import Act
from .trouble import keyed, worded

if TYPE_CHECKING:
    from .presence import Presence

log = structlog.get_logger(__name__)

Question = Callable[[str], Awaitable[None]]
"""Takes the line that answers it."""


class Typed:
    """The lines of one player, in the order in which they came."""

    def __init__(self, me: Presence) -> None:
        self._me = me
        self._question: Question | None = None
        self._held: deque[str] = deque()

    async def take(self, text: str) -> None:
        """Act on a line, or hold it while the castle is not to be acted in."""
        me = self._me
        question, self._question = self._question, None
        if question is not None:
            await self.safely(partial(question, text))
            return
        act = me.stage.commands.find(text, admin=me.admin)
        if act is not None and not act.needs_castle:
            await self.safely(partial(act, me))
        elif me.hub.passage.is_closed or self._held:
            self._hold(text)
        else:
            async with me.hub.passage.passing():
                await self.safely(partial(self._do, act, text))

    def ask(self, question: Question) -> None:
        """The next line answers this. What was typed before it cannot be meant as an answer."""
        self._question = question
        if self._me.link is not None:
            self._me.link.drop_ahead()

    def resume(self) -> None:
        """Act on what was held."""
        if self._held:
            self._me.spawn(self._act_on_held, f"held lines of {self._me.player.name}")

    def _hold(self, text: str) -> None:
        me, most = self._me, self._me.stage.bounds.waiting_lines
        if not text.strip():
            me.feed.put(Ready())
        elif len(self._held) >= most:
            me.tell("play.held_full", most=most)
        else:
            self._held.append(text)
            me.tell("play.line_held", n=len(self._held), most=most)

    async def _act_on_held(self) -> None:
        """One after the other; each stays until it is done, so that what comes meanwhile waits behind it."""
        while self._held and not self._me.gone:
            async with self._me.hub.passage.passing():
                text = self._held[0]
                act = self._me.stage.commands.find(text, admin=self._me.admin)
                await self.safely(partial(self._do, act, text))
            self._held.popleft()

    async def _do(self, act: Act | None, text: str) -> None:
        me = self._me
        if me.dead:
            await self._live_again()
        elif act is not None:
            await act(me)
        elif text.strip():
            me.turns.ask(text)
        elif (
            me.link is None or not me.link.unread
        ):  # of many that come together the last one shows the prompt
            me.feed.put(Ready())

    async def _live_again(self) -> None:
        """Once the story of their death is told, any line begins a new life."""
        if not self._me.turns.busy:
            await self._me.hub.next_life(self._me)

    async def safely(self, what: Callable[[], Awaitable[None]]) -> None:
        """What breaks is told to the player, and nothing else comes of it."""
        me = self._me
        try:
            await what()
        except Exception as error:
            if not keyed(error):
                log.exception("command failed", player=me.player.name)
            me.show(Block.of(worded(error, me.lang, me.stage.words)))

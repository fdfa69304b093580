"""A game master over a real castle, with a model that follows a script."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import pytest

from mud.agent import Limits
from mud.agent.model import Request
from mud.agent.scripted import Script, ScriptedModel
from mud.castle.castle import Castle
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.master.ledger import Ledger
from mud.master.master import GameMaster
from mud.master.prompts import Prompts
from mud.master.seat import Seat
from mud.world.events import Committed
from mud.world.model import Lang
from tests.castle.helping import Guests, NumberedIds, TickingClock, standing
from tests.rig.clock import ManualClock
from tests.rig.keeping import kept


@dataclass
class Heard:
    """Who hears a story, and keeps it."""

    sentences: list[str] = field(default_factory=list)

    def story(self, sentence: str) -> None:
        self.sentences.append(sentence)

    @property
    def text(self) -> str:
        return "".join(self.sentences)


class Table:
    """A castle with a game master; `scripts` is what the model will say next, `engine` what the storyteller in its place will."""

    def __init__(self, castle: Castle) -> None:
        self.castle = castle
        self.guests = Guests(castle)
        self.heard = Heard()
        self.events: list[Committed] = []
        self.scripts: list[Script] = []
        self.engine: list[Script] = []
        self.model = ScriptedModel(lambda request: self._next(self.scripts, request))
        self.storyteller = ScriptedModel(lambda request: self._next(self.engine, request))
        castle.listen(self.events.append)
        self.clock = ManualClock()
        self.ledger = Ledger(self.clock, player_tokens=1_000_000, castle_tokens=2_500_000)
        self.master = GameMaster(
            castle=castle,
            model=self.model,
            storyteller=self.storyteller,
            prompts=Prompts.load(Files()),
            clock=TickingClock(),
            ids=NumberedIds("turn"),
            ledger=self.ledger,
            limits=Limits(seconds=10, prompt=3_000),
            fill_seconds=5,
            history_tokens=1_200,
        )

    def _next(self, scripts: list[Script], request: Request) -> Script:
        assert scripts, f"nobody expected this request: {request.messages[-1].content}"
        return scripts.pop(0)

    async def sit(self, name: str, lang: Lang = Lang.EN) -> Seat:
        """A seat for a new guest, on the porch."""
        stand = await self.guests.come(name)
        return await self.master.seat(stand.player, stand.room_id, lang)

    async def turn(self, seat: Seat, line: str, *scripts: Script) -> Sequence[Committed]:
        """Play a line with a model that answers so; the events that came of it."""
        self.scripts.extend(scripts)
        before = len(self.events)
        await self.master.turn(seat, line, self.heard)
        return self.events[before:]

    def kinds(self, since: int = 0) -> list[str]:
        """The kinds of the events so far."""
        return [type(event).__name__ for event in self.events[since:]]


@pytest.fixture
async def table(empty_embedded: GraphAddress) -> AsyncIterator[Table]:
    """A table in a new castle."""
    graph = await Graph.connect(empty_embedded, Queries.load(Files().cypher()))
    async with kept(standing(graph)) as castle:
        table = Table(castle)
        serving = asyncio.create_task(table.master.serve())
        yield table
        serving.cancel()
    await graph.close()

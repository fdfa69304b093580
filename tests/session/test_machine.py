"""Coming and going in any order, by several connections at once: nobody is ever in play twice, or left standing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries

from .games import PASSWORD, Game, open_game
from .wires import MemoryWire

PEOPLE = st.sampled_from(["Ada", "Bob", "Cyd"])
GRACE = 120


class Keeper:
    """A game in an event loop of its own, which runs only while something is waited for."""

    def __init__(self, address: GraphAddress) -> None:
        self.runner = asyncio.Runner()
        self._over = asyncio.Event()
        self.game = self.runner.run(self._open(address))

    async def _open(self, address: GraphAddress) -> Game:
        opened: asyncio.Future[Game] = asyncio.get_running_loop().create_future()

        async def keep() -> None:
            self.graph = await Graph.connect(address, Queries.load(Files().cypher()))
            async with open_game(self.graph) as game:
                opened.set_result(game)
                await self._over.wait()
            await self.graph.close()

        self._keeping = asyncio.create_task(keep())
        return await opened

    async def _close(self) -> None:
        self._over.set()
        await self._keeping

    def connect(self) -> MemoryWire:
        """A new connection to the game."""

        async def connect() -> MemoryWire:
            return self.game.connect(f"192.0.2.{len(self.game.wires)}")  # who all try one name would wait

        return self.runner.run(connect())

    def close(self) -> None:
        self.runner.run(self._close())
        self.runner.close()


@pytest.fixture
def keeper(empty_embedded: GraphAddress) -> Iterator[Keeper]:
    """A game for a test that is no coroutine."""
    kept = Keeper(empty_embedded)
    yield kept
    kept.close()


def machine(kept: Keeper) -> type[RuleBasedStateMachine]:
    """The people of this game; each of them has an account, from the first example on."""
    game, run = kept.game, kept.runner.run

    class ComingAndGoing(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.wires: list[MemoryWire] = []

        def teardown(self) -> None:
            for wire in game.wires:
                wire.hang_up()
            run(game.settle())
            game.clock.advance(GRACE + 1)
            run(game.settle())
            assert game.hub.everybody() == []
            game.wires.clear()

        @rule(names=st.lists(PEOPLE, min_size=1, max_size=3))
        def log_in(self, names: list[str]) -> None:
            """All at the same moment."""
            for name in names:
                wire = kept.connect()
                self.wires.append(wire)
                wire.type(name, PASSWORD)

        @rule(name=PEOPLE)
        def hang_up_while_logging_in(self, name: str) -> None:
            wire = kept.connect()
            wire.type(name, PASSWORD)
            wire.hang_up()

        @rule()
        def come_as_guest(self) -> None:
            wire = kept.connect()
            self.wires.append(wire)
            wire.type("guest")

        @precondition(lambda self: self.wires)
        @rule(which=st.integers(0, 9))
        def lose_link(self, which: int) -> None:
            self.wires[which % len(self.wires)].hang_up()

        @precondition(lambda self: self.wires)
        @rule(which=st.integers(0, 9), line=st.sampled_from(["quit", "n", "s", "look", "tale", "say hi"]))
        def type(self, which: int, line: str) -> None:
            self.wires[which % len(self.wires)].type(line)

        @rule(seconds=st.sampled_from([GRACE - 1, 1, GRACE + 1]))
        def time_passes(self, seconds: int) -> None:
            game.clock.advance(seconds)

        @rule()
        def settle(self) -> None:
            run(game.settle())
            present = {row["id"] for row in run(kept.graph.read("players/all_present", most=100))}
            in_play = game.hub.everybody()
            assert present == {person.player.id for person in in_play}
            playing = [person for person in in_play if person.link is not None]
            assert len(playing) == sum(wire.prompt == "> " for wire in game.wires if not wire.closed)

        @invariant()
        def nobody_is_in_play_twice(self) -> None:
            links = Counter(id(person.link) for person in game.hub.everybody() if person.link is not None)
            assert set(links.values()) <= {1}
            names = Counter(person.player.name for person in game.hub.everybody())
            assert set(names.values()) <= {1}

        @invariant()
        def whoever_has_no_connection_has_a_clock_running(self) -> None:
            for person in game.hub.everybody():
                assert person._timer is not None
                assert person.link is not None or not person._timer.done()

        @invariant()
        def nobody_stands_in_a_room_twice(self) -> None:
            for person in game.hub.everybody():
                view = game.castle.view.peek(person.seat.room_id)
                assert view is None or len({who.name for who in view.players}) == len(view.players)

    return ComingAndGoing


def test_coming_and_going(keeper: Keeper) -> None:
    for name in ("Ada", "Bob", "Cyd"):
        wire = keeper.runner.run(keeper.game.account(name))
        keeper.runner.run(keeper.game.does(wire, "quit"))
    run_state_machine_as_test(
        machine(keeper),
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )

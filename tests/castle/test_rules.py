"""The castle's rules against a plain reckoning of them: whatever players do, in whatever order, both agree and every invariant holds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mud.castle.castle import Castle
from mud.castle.errors import NameTaken, NoDoor, NoSuchPlayer, NotBlank
from mud.castle.reset import Reset
from mud.castle.view import View
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.world.events import Died, SleepReason, Warned
from mud.world.grid import Direction, Position
from mud.world.model import DoorWord, Ghost, Lang, Player, Stand

from .helping import N, NumberedIds, S, TickingClock, a_ghost, a_room, breaches, escapes, run, standing

T = TypeVar("T")

someone = st.integers(0, 20)  # taken modulo how many there are
ways = st.sampled_from(Direction)
names = st.sampled_from(["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"])


@dataclass
class Cell:
    """What is reckoned of a room."""

    made: bool
    doors: set[Direction]
    ghosts: int = 0


@dataclass(eq=False)
class Life:
    """What is reckoned of a player."""

    player: Player
    at: Position
    state: str = "IN"
    warned: dict[tuple[Position, str], set[str]] = field(default_factory=dict)
    later: Life | None = None


def new_castle() -> dict[Position, Cell]:
    """What is reckoned of the rooms of a new castle."""
    return {Position(0, 0, 0): Cell(True, {N}), Position(0, 0, 1): Cell(False, {S})}


class Rules(RuleBasedStateMachine):
    """Players of a castle, on a graph at an address."""

    def __init__(self, address: GraphAddress) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.over = asyncio.Event()
        self.cells = new_castle()
        self.lives: list[Life] = []
        self.names: dict[str, Life] = {}  # who has each name now
        self.do(self._open(address))

    def do(self, act: Awaitable[T]) -> T:
        """Let somebody act."""

        async def acting() -> T:
            return await act

        return self.runner.run(acting())

    async def _open(self, address: GraphAddress) -> None:
        self.graph = await Graph.connect(address, Queries.load(Files().cypher()))
        await run(self.graph, "MATCH (n) DETACH DELETE n")
        opened: asyncio.Future[Castle] = asyncio.get_running_loop().create_future()
        self.keeping = asyncio.create_task(self._keep(opened))
        self.castle = await opened

    async def _keep(self, opened: asyncio.Future[Castle]) -> None:
        async with AsyncExitStack() as stack:
            opened.set_result(await stack.enter_async_context(standing(self.graph)))
            await self.over.wait()

    # What players do

    def present(self) -> list[Life]:
        return [life for life in self.lives if life.state == "IN"]

    def one(self, n: int) -> Life:
        """One of those present."""
        here = self.present()
        return here[n % len(here)]

    def stand(self, life: Life) -> Stand:
        return self.castle.stand(life.player, self.room_id(life.at))

    def room_id(self, cell: Position) -> str:
        rows = self.do(self.graph.read("rooms/at", floor=cell.floor, x=cell.x, y=cell.y))
        assert len(rows) == 1
        return str(rows[0]["id"])

    @initialize()
    def somebody_comes(self) -> None:
        self.come("Zoe")

    @rule(name=names)
    def come(self, name: str) -> None:
        try:
            placed = self.do(self.castle.players.guest(name, name.casefold()))
        except NameTaken:
            assert name in self.names
            return
        assert name not in self.names
        self._begun(placed.player)

    @rule(name=names)
    def sign_up(self, name: str) -> None:
        try:
            account = self.do(self.castle.accounts.create(name, name.casefold(), "hash", None))
        except NameTaken:
            assert name in self.names
            return
        assert name not in self.names
        self._begun(account.player)

    def _begun(self, player: Player) -> None:
        life = Life(player, Position(0, 0, 0))
        self.lives.append(life)
        self.names[player.name] = life

    @precondition(lambda self: bool(self.present()))
    @rule(n=someone, way=ways)
    def walk(self, n: int, way: Direction) -> None:
        life = self.one(n)
        open_ways = self.cells[life.at].doors
        try:
            moved = self.do(self.castle.rooms.move(self.stand(life), way))
        except NoDoor as refusal:
            assert way not in open_ways
            assert set(refusal.values["open"]) == open_ways  # type: ignore[call-overload]
            return
        assert way in open_ways
        life.at = life.at.towards(way)
        assert moved.room == self.room_id(life.at)

    @precondition(lambda self: bool(self.present()))
    @rule(n=someone, wished=st.sets(ways), ghosts=st.integers(0, 2))
    def make(self, n: int, wished: set[Direction], ghosts: int) -> None:
        life = self.one(n)
        cell = self.cells[life.at]
        proposal = a_room(f"Room {life.at}", wished, [a_ghost(f"Ghost {g}") for g in range(ghosts)])
        try:
            made = self.do(self.castle.rooms.make(self.room_id(life.at), proposal, self.stand(life)))
        except NotBlank:
            assert cell.made
            return
        assert not cell.made
        cell.made, cell.ghosts = True, ghosts
        for way in wished:
            beyond = self.cells.get(life.at.towards(way))
            if beyond is None or not beyond.made:
                self._door(life.at, way)
        known = {at: each.made for at, each in self.cells.items()}
        endless = any(escapes(known, at) for at, is_made in known.items() if not is_made)
        assert (made.by_engine is None) == endless
        if made.by_engine is not None:
            at = next(at for at in known if self.room_id(at) == made.by_engine.room)
            outside = at.towards(made.by_engine.direction)
            assert known[at] and outside not in known and escapes(known, outside)
            self._door(at, made.by_engine.direction)
        assert made.room.doors == cell.doors
        assert set(made.refused) == wished - cell.doors

    def _door(self, at: Position, way: Direction) -> None:
        self.cells[at].doors.add(way)
        self.cells.setdefault(at.towards(way), Cell(False, set())).doors.add(way.opposite)

    @precondition(lambda self: bool(self.present()))
    @rule(n=someone, score=st.none() | st.integers(-100, 100))
    def be_thought_of(self, n: int, score: int | None) -> None:
        life = self.one(n)
        ghosts = self._ghosts(life)
        assert len(ghosts) == self.cells[life.at].ghosts
        for ghost in ghosts[:1]:
            thought = self.do(
                self.castle.ghosts.think(self.stand(life), ghost.id, f"Of {n}: {score}.", score)
            )
            assert score is None or thought.score == score
            said = self.do(self.castle.ghosts.say(self.stand(life), ghost.who, "Hm.", Lang.EN))
            assert said.to == life.player.who

    def _ghosts(self, life: Life) -> tuple[Ghost, ...]:
        return self.do(self.castle.view.room(self.room_id(life.at))).ghosts

    @precondition(lambda self: bool(self.present()))
    @rule(n=someone, cause=st.sampled_from(["the cold", "the dark"]), turn=st.sampled_from(["1", "2"]))
    def be_threatened(self, n: int, cause: str, turn: str) -> None:
        life = self.one(n)
        warned = life.warned.setdefault((life.at, cause), set())
        happened = self.do(
            self.castle.deaths.threaten(self.stand(life), how="!", cause=cause, turn=turn, lang=Lang.EN)
        )
        if warned and turn not in warned:
            assert isinstance(happened, Died)
            life.state = "DIED_IN"
        else:
            assert isinstance(happened, Warned)
            warned.add(turn)

    @precondition(lambda self: bool(self.lives))
    @rule(n=someone)
    def live_again(self, n: int) -> None:
        life = self.lives[n % len(self.lives)]
        may = life.state == "DIED_IN" and self.names.get(life.player.name) is life
        try:
            placed = self.do(self.castle.players.next_life(life.player))
        except NoSuchPlayer:
            assert not may
            return
        assert may and placed.player.name == life.player.name
        self._begun(placed.player)
        life.later = self.lives[-1]

    @precondition(lambda self: bool(self.lives))
    @rule(n=someone)
    def sleep(self, n: int) -> None:
        """Whoever falls asleep: also one who sleeps or is dead, to whom nothing more happens than that a guest's name is free."""
        life = self.lives[n % len(self.lives)]
        self.do(self.castle.players.sleep(life.player.id, SleepReason.QUIT))
        if life.state == "IN":
            life.state = "ASLEEP_IN"
        if life.player.guest and self.names.get(life.player.name) is life:
            del self.names[life.player.name]

    @precondition(lambda self: bool(self.lives))
    @rule(n=someone)
    def wake(self, n: int) -> None:
        life = self.lives[n % len(self.lives)]
        may = life.state == "IN" or (life.state == "ASLEEP_IN" and not life.player.guest)
        try:
            placed = self.do(self.castle.players.wake(life.player.id))
        except NoSuchPlayer:
            assert not may
            return
        assert may and placed.room_id == self.room_id(life.at)
        life.state = "IN"

    @rule(with_accounts=st.booleans(), batch=st.integers(1, 5))
    def reset(self, with_accounts: bool, batch: int) -> None:
        resetting = Reset(
            graph=self.graph,
            writer=self.castle.writer,
            clock=TickingClock(),
            ids=NumberedIds(f"reset{self.castle.resets}"),
            lang=Lang.EN,
            batch=batch,
        )
        self.do(resetting.begin(self.castle.resets, by=None, with_accounts=with_accounts))
        assert self.do(resetting.finish()) is not None
        self.cells = new_castle()
        self.lives = [life for life in self.lives if self._survives(life, with_accounts)]
        self.names = {name: life for name, life in self.names.items() if life in self.lives}
        for life in self.lives:
            life.at, life.warned = Position(0, 0, 0), {}

    def _survives(self, life: Life, with_accounts: bool) -> bool:
        """An account's lives do, unless accounts go; a guest's while the last of them is connected."""
        last = life
        while last.later is not None:
            last = last.later
        return self.names.get(life.player.name) is last if life.player.guest else not with_accounts

    # What must be true in the end

    def teardown(self) -> None:
        try:
            self.do(self._compare())
        finally:
            self.do(self._close())
            self.runner.close()

    async def _compare(self) -> None:
        assert await breaches(self.graph, page=7) == []
        fresh = View(self.graph)
        found = {}
        for row in await run(self.graph, "MATCH (r:Room) RETURN r.id AS id"):
            room = str(row["id"])
            seen, known = await fresh.room(room), self.castle.view.peek(room)
            assert known is None or (known.room, known.words) == (seen.room, seen.words)
            assert known is None or set(known.players) == set(seen.players)
            assert known is None or set(known.ghosts) == set(seen.ghosts)
            unknown = DoorWord.UNKNOWN in seen.words.values()
            assert seen.room.blank or not unknown
            found[seen.room.position] = Cell(not seen.room.blank, set(seen.room.doors), len(seen.ghosts))
        assert found == self.cells
        rows = await run(
            self.graph,
            "MATCH (p:Player)-[at:IN|ASLEEP_IN|DIED_IN]->(r:Room) RETURN p.id AS id, type(at) AS state, r.x AS x, r.y AS y",
        )
        places = {row["id"]: (row["state"], row["x"], row["y"]) for row in rows}
        for life in self.lives:
            forgotten = life.player.guest and life.state == "ASLEEP_IN" and life.player.id not in places
            assert forgotten or places.pop(life.player.id) == (life.state, life.at.x, life.at.y)
        assert places == {}

    async def _close(self) -> None:
        self.over.set()
        await self.keeping
        await self.graph.close()


def test_the_rules_hold_whatever_players_do(empty_embedded: GraphAddress) -> None:
    class RulesHere(Rules):
        def __init__(self) -> None:
            super().__init__(empty_embedded)

    run_state_machine_as_test(
        RulesHere,
        settings=settings(
            max_examples=12,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

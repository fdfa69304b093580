"""A castle with its hub and gate, and people who connect to it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from argon2 import PasswordHasher

from mud.agent import Conversation
from mud.bus.local import Bus
from mud.castle.castle import Castle, Porch, open_castle
from mud.castle.lease import Holder, Lease
from mud.commands import all_commands
from mud.files import Files
from mud.graph.driver import Graph
from mud.master.ledger import Ledger, Spent
from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.session.gate import Gate
from mud.session.hub import Hub, open_hub
from mud.session.names import Names
from mud.session.passwords import Passwords
from mud.session.stage import Bounds, Stage
from mud.session.tries import Tries
from mud.text import Scribe, Wordbook
from mud.world.deadline import Stop
from mud.world.events import Committed, Said
from mud.world.grid import Direction
from mud.world.model import Ghost, GhostProposal, Lang, Player, RoomProposal, RoomView, Words
from tests.rig.clock import ManualClock

from .wires import MemoryWire

PASSWORD = "open sesame"

MOST_STEPS = 5_000  # of a millisecond and more

PORCH = Porch(
    Words(Lang.EN, "The Porch", "A creaking porch, and one towering door."),
    Words(Lang.KO, "현관 앞 마루", "삐걱거리는 마루와 까마득한 문 하나."),
)

Script = Callable[[Seat, str, Hearer], Awaitable[None]]


class NumberedIds:
    """Ids in the order in which they were asked for."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def new(self) -> str:
        return f"id{next(self._numbers):06}"


@dataclass
class Asked:
    """A line that the game master was asked to answer."""

    player: str
    line: str
    said: Said | None


@dataclass
class Held:
    """A place in a script at which it waits until the test lets it go on."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: bool = False

    async def here(self) -> None:
        """Wait."""
        self.waiting = True
        try:
            await self.go.wait()
        finally:
            self.waiting = False


class FakeMaster:
    """A game master that does what a test says. `answer` is what it does with a line, `make` with a blank room."""

    def __init__(self, castle: Castle) -> None:
        self.castle = castle
        self.asked: list[Asked] = []
        self.fills: list[str] = []
        self.holds: list[Held] = []
        self.leases: set[str] = set()
        self.released: list[str] = []
        self.spent: Spent | None = None
        self.shows: list[tuple[str, Lang]] = []
        self.answer: Script = self.tell
        self.make: Script = self.make_room

    async def seat(self, player: Player, room_id: str, lang: Lang) -> Seat:
        former = await self.castle.players.former_name(player.id)
        return Seat(player, room_id, lang, Conversation(budget=500), former=former)

    async def turn(self, seat: Seat, line: str, hearer: Hearer, *, said: Said | None = None) -> None:
        self.asked.append(Asked(seat.player.name, line, said))
        await self.answer(seat, line, hearer)

    async def fill(self, seat: Seat, hearer: Hearer) -> None:
        self.fills.append(seat.room_id)
        await self.make(seat, "", hearer)

    def claim_fill(self, room_id: str) -> bool:
        if room_id in self.leases:
            return False
        self.leases.add(room_id)
        return True

    def release_fill(self, room_id: str) -> None:
        self.leases.discard(room_id)
        self.released.append(room_id)

    def shown(self, view: RoomView, lang: Lang) -> None:
        self.shows.append((view.room.id, lang))

    def notice(self, seat: Seat) -> Spent | None:
        return self.spent

    async def break_off_fills(self) -> None:
        self.leases.clear()

    def hold(self) -> Held:
        """A place at which a script may wait."""
        self.holds.append(Held())
        return self.holds[-1]

    async def tell(self, seat: Seat, line: str, hearer: Hearer) -> None:
        """Tell a story about the line."""
        hearer.story(f"The castle hears: {line}. ")
        hearer.story("It waits.")

    async def make_room(self, seat: Seat, line: str, hearer: Hearer) -> None:
        """Make a hall with all doors that can be, and a ghost."""
        stand = self.castle.stand(seat.player, seat.room_id)
        ghost = GhostProposal("Agatha", "Thin as smoke.", "Melancholy.", Lang.EN)
        room = RoomProposal(
            "The Hall", "A hall of grey stone.", frozenset(Direction), Lang.EN, ghosts=(ghost,)
        )
        await self.castle.rooms.make(seat.room_id, room, stand, "turn")


class Game:
    """A castle in play."""

    def __init__(
        self, castle: Castle, clock: ManualClock, hub: Hub, gate: Gate, master: FakeMaster, bus: Bus
    ) -> None:
        self.castle = castle
        self.clock = clock
        self.hub = hub
        self.gate = gate
        self.master = master
        self.bus = bus
        self.events: list[Committed] = []
        self.wires: list[MemoryWire] = []
        self.serving: list[asyncio.Task[None]] = []
        castle.listen(self.events.append)

    def connect(self, address: str = "192.0.2.1") -> MemoryWire:
        """A new connection."""
        wire = MemoryWire(address)
        self.wires.append(wire)
        self.serving.append(asyncio.create_task(self.gate.serve(wire)))
        return wire

    async def guest(self, name: str) -> MemoryWire:
        """A guest who has just come in."""
        wire = self.connect()
        wire.type(f"guest {name}")
        await self.settle()
        wire.read()
        return wire

    async def account(self, name: str) -> MemoryWire:
        """Somebody who has just made an account."""
        wire = self.connect()
        wire.type(name, PASSWORD, PASSWORD)
        await self.settle()
        wire.read()
        return wire

    async def login(self, name: str) -> MemoryWire:
        """The owner of an account, who has just logged in."""
        wire = self.connect()
        wire.type(name, PASSWORD)
        await self.settle()
        return wire

    async def does(self, wire: MemoryWire, *lines: str) -> str:
        """What somebody reads who types these lines."""
        wire.read()
        wire.type(*lines)
        await self.settle()
        return wire.read()

    async def settle(self, until: Callable[[], bool] | None = None) -> None:
        """Wait until nothing is under way any more but what waits for the clock or is held by the test; or until something is so."""
        was_so = False
        for _ in range(MOST_STEPS):
            for _ in range(5):  # what is about to begin begins
                await asyncio.sleep(0)
            is_so = (until or self._quiet)()
            if was_so and is_so:
                return
            was_so = is_so
            await asyncio.sleep(0 if is_so else 0.001)
        raise AssertionError(f"this goes on for ever: {self._under_way()}")

    def _under_way(self) -> list[str]:
        wires = [f"{wire} {wire.awaited}" for wire in self.wires if not wire.quiet]
        people = [
            p.player.name for p in self.hub._in_play.values() if p.turns.busy or not p.feed._empty.is_set()
        ]
        return [*wires, *map(str, self.hub._doing), *people]

    def _quiet(self) -> bool:
        held = any(hold.waiting for hold in self.master.holds)
        return (
            all(wire.quiet for wire in self.wires)
            and (held or not self.hub._doing)
            and all(presence.feed._empty.is_set() for presence in self.hub._in_play.values())
            and (held or not any(presence.turns.busy for presence in self.hub._in_play.values()))
        )

    def ghost(self) -> Ghost:
        """The last ghost that was made."""
        return next(event.ghost for event in reversed(self.events) if hasattr(event, "ghost"))

    async def close(self) -> None:
        """End what was begun."""
        for task in self.serving:
            task.cancel()
        await asyncio.gather(*self.serving, return_exceptions=True)


@asynccontextmanager
async def open_game(graph: Graph, bounds: Bounds | None = None) -> AsyncIterator[Game]:
    """A game in a new castle."""
    async with AsyncExitStack() as stack:
        clock = ManualClock()
        ids = NumberedIds()
        lease = Lease(graph, clock, Holder("here", 1, "us"))
        opening = open_castle(graph, clock=clock, ids=ids, lang=Lang.EN, porch=PORCH, lease=lease)
        castle = await stack.enter_async_context(opening)
        bus, words, master = Bus(), Wordbook.load(Files()), FakeMaster(castle)
        castle.listen(bus.publish)
        commands = all_commands()
        names = Names.load(Files(), commands.words)
        stage = Stage(
            castle=castle,
            master=master,
            bus=bus,
            scribe=Scribe(words),
            clock=clock,
            commands=commands,
            ledger=Ledger(clock),
            bounds=bounds or Bounds(waiting_lines=3, grace_seconds=120, idle_seconds=3600),
        )
        hub = await stack.enter_async_context(open_hub(stage, names, Stop(clock).within(3.0)))
        passwords = Passwords(hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        stack.callback(passwords.close)
        gate = Gate(
            castle=castle,
            hub=hub,
            names=names,
            passwords=passwords,
            tries=Tries(clock),
            words=words,
            clock=clock,
            ids=ids,
            lang=Lang.EN,
            guests=True,
            seconds=120,
            lines_per_second=50,
        )
        game = Game(castle, clock, hub, gate, master, bus)
        yield game
        await game.close()

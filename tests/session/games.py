"""A castle with its hub and gate, and people who connect to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from argon2 import PasswordHasher

from mud.agent import Conversation
from mud.bus.local import Bus
from mud.castle.castle import Castle
from mud.commands import all_commands
from mud.files import Files
from mud.graph.driver import Graph
from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.session.gate import Gate
from mud.session.hub import Hub, open_hub
from mud.session.names import Names
from mud.session.passwords import Passwords
from mud.session.stage import Bounds, Stage
from mud.session.tries import Tries
from mud.text import Wordbook
from mud.world.events import Committed, Said
from mud.world.grid import Direction
from mud.world.model import Ghost, GhostProposal, Lang, Player, RoomProposal
from tests.castle.helping import NumberedIds, standing
from tests.rig.clock import ManualClock

from .wires import MemoryWire

PASSWORD = "open sesame"

Script = Callable[[Seat, str, Hearer], Awaitable[None]]


@dataclass
class Asked:
    """A line that the game master was asked to answer."""

    player: str
    line: str
    said: Said | None


class FakeMaster:
    """A game master that does what a test says. `answer` is what it does with a line, `make` with a blank room."""

    def __init__(self, castle: Castle) -> None:
        self.castle = castle
        self.asked: list[Asked] = []
        self.fills: list[str] = []
        self.leases: set[str] = set()
        self.released: list[str] = []
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


@dataclass
class Held:
    """A place in a script at which it waits until the test lets it go on."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def here(self) -> None:
        """Wait."""
        self.reached.set()
        await self.go.wait()


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
        self.serving: list[asyncio.Task[None]] = []
        castle.listen(self.events.append)

    def connect(self, address: str = "192.0.2.1") -> MemoryWire:
        """A new connection."""
        wire = MemoryWire(address)
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

    async def settle(self) -> None:
        """Wait until nothing moves any more but what waits for the clock or for a test."""
        quiet = 0
        while quiet < 3:
            before = self._state()
            await asyncio.sleep(0.003)
            quiet = quiet + 1 if self._state() == before and not self._busy() else 0

    def _state(self) -> object:
        return (
            len(self.events),
            [len(w) for w in (self.master.asked, self.master.fills)],
            len(asyncio.all_tasks()),
        )

    def _busy(self) -> bool:
        return bool(self.hub._doing)

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
        castle = await stack.enter_async_context(standing(graph, clock=clock))
        bus, words, master = Bus(), Wordbook.load(Files()), FakeMaster(castle)
        castle.listen(bus.publish)
        commands = all_commands()
        names = Names.load(Files(), commands.words)
        stage = Stage(
            castle=castle,
            master=master,
            bus=bus,
            words=words,
            clock=clock,
            commands=commands,
            bounds=bounds or Bounds(waiting_lines=3, grace_seconds=120, idle_seconds=3600),
        )
        hub = await stack.enter_async_context(open_hub(stage, names))
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
            ids=NumberedIds("session"),
            lang=Lang.EN,
            guests=True,
            seconds=120,
            lines_per_second=50,
        )
        game = Game(castle, clock, hub, gate, master, bus)
        yield game
        await game.close()

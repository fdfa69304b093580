"""A gate on a free port, clients made of bare sockets, and a clock that only moves when told."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from mud.session.wire import Wire
from mud.telnet import Limits, Notices, TelnetServer, listen

BANNER = "A castle.\n"
NOTICES = Notices(
    full="The castle is full.",
    crowded="Too many from where you are.",
    sorry="Something broke. / 무언가 부서졌습니다.",
    too_long="That line was too long.",
    lost="(Some text was lost.)",
    here="The castle is here.",
    closing="The castle closes.",
)
PATIENCE = 5.0  # seconds after which a test gives up waiting for bytes


class HandClock:
    """Time stands still until a test moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []
        self._asleep = asyncio.Event()

    def monotonic(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        awake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, awake))
        self._asleep.set()
        await awake

    async def move_for_sleepers(self, seconds: float) -> None:
        """Move once somebody sleeps."""
        await self._asleep.wait()
        self.move(seconds)

    def move(self, seconds: float) -> None:
        self._now += seconds
        for at, awake in self._sleepers:
            if at <= self._now and not awake.done():
                awake.set_result(None)


class Peer:
    """A client, byte by byte."""

    def __init__(
        self, own: socket.socket, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.socket = own
        self._reader = reader
        self._writer = writer
        self.heard = bytearray()

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken from us."""
        return self._writer.transport.get_write_buffer_size()

    def types(self, data: bytes | str) -> None:
        """Send bytes, or a line."""
        self._writer.write(data if isinstance(data, bytes) else f"{data}\r\n".encode())

    async def hears(self, expected: bytes | str) -> bytes:
        """Wait for these bytes; all up to their end, which is then forgotten."""
        wanted = expected if isinstance(expected, bytes) else expected.encode()
        searched = 0
        while (found := self.heard.find(wanted, searched)) < 0:
            searched = max(0, len(self.heard) - len(wanted))
            await self._more(wanted)
        end = found + len(wanted)
        before = bytes(self.heard[:end])
        del self.heard[:end]
        return before

    async def hears_the_end(self) -> bytes:
        """Wait until the server hangs up; all that came before."""
        while await self._more(b"the end", at_end=True):
            pass
        rest = bytes(self.heard)
        self.heard.clear()
        return rest

    def hangs_up(self) -> None:
        """Half close: nothing more to say, but still listening."""
        self._writer.write_eof()

    def vanishes(self) -> None:
        """Close with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def close(self) -> None:
        self._writer.transport.abort()

    async def _more(self, wanted: bytes, *, at_end: bool = False) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                data = await self._reader.read(65_536)
        except TimeoutError:
            pytest.fail(f"waited for {wanted!r}, have {bytes(self.heard[-200:])!r}")
        except ConnectionError:
            data = b""
        if not data and not at_end:
            pytest.fail(f"hung up while waiting for {wanted!r}, have {bytes(self.heard[-200:])!r}")
        self.heard += data
        return bool(data)


class House:
    """Everything a test needs: a gate with a `serve` of its own, the wires it was handed, and peers."""

    def __init__(self, server: TelnetServer, clock: HandClock, peers: AsyncExitStack) -> None:
        self.server = server
        self.clock = clock
        self.wires: asyncio.Queue[Wire] = asyncio.Queue()
        self._peers = peers

    async def connects(self, *, buffer: int | None = None) -> Peer:
        """A client that says nothing yet. `buffer`: bytes that its side of the socket takes without reading."""
        connecting = socket.socket()
        connecting.setblocking(False)
        if buffer is not None:
            connecting.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        await asyncio.get_running_loop().sock_connect(connecting, ("127.0.0.1", self.server.port))
        peer = Peer(connecting, *await asyncio.open_connection(sock=connecting, limit=4_096))
        self._peers.push_async_callback(peer.close)
        return peer

    async def joins(self, **options: Any) -> tuple[Peer, Wire]:
        """A client, past the banner, and its wire."""
        peer = await self.connects(**options)
        await peer.hears(BANNER.replace("\n", "\r\n"))
        return peer, await self.wires.get()


Serve = Callable[[Wire], Awaitable[None]]
OpenHouse = Callable[..., Awaitable[House]]


async def rest(wire: Wire) -> None:
    """A session that leaves everything to the test."""
    await asyncio.get_running_loop().create_future()


@asynccontextmanager
async def a_house(serve: Serve = rest, **limits: Any) -> AsyncIterator[House]:
    """Open a gate; `limits` are those of `Limits`."""
    clock = HandClock()

    async def serve_and_tell(wire: Wire) -> None:
        house.wires.put_nowait(wire)
        await serve(wire)

    server = TelnetServer(
        listening=listen("127.0.0.1", 0),
        serve=serve_and_tell,
        clock=clock,
        banner=BANNER,
        notices=NOTICES,
        limits=Limits(**limits),
    )
    await server.start()
    async with AsyncExitStack() as peers:
        house = House(server, clock, peers)
        try:
            yield house
        finally:
            stopping = asyncio.ensure_future(server.stop())
            while not stopping.done():
                clock.move(10.0)
                await asyncio.sleep(0)
            await stopping


async def echo(wire: Wire) -> None:
    """Say every line back, with a prompt, until "quit"."""
    wire.send("", prompt="> ")
    while (line := await wire.line()) != "quit":
        wire.send(f"<{line}>\n", prompt="> ")
    wire.send("Bye.\n")

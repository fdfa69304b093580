"""The gate: listens, lets clients in, and looks after each until it is gone."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from mud.session.wire import Wire, WireClosed
from mud.telnet.connection import Connection
from mud.telnet.errors import CannotListen, PortTaken
from mud.telnet.limits import Limits
from mud.telnet.notices import Notices
from mud.telnet.waiting import Clock, at_most

_BACKLOG = 1_024  # asyncio's 100 makes the late ones of a crowd wait a second
_KEEPALIVE = {
    "TCP_KEEPIDLE": 60,
    "TCP_KEEPINTVL": 20,
    "TCP_KEEPCNT": 3,
}  # seconds, seconds, tries; where the system has them


class TelnetServer:
    """Serves telnet on one address.

    Each client gets `banner` (lines ended by LF) in the very first write, before it has said anything, and then `serve`, in a task of its
    own. When `serve` returns, the connection is closed once all has left; when it raises, that is logged, and the client told
    (`notices.sorry`) first. `WireClosed` is a way of returning.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        serve: Callable[[Wire], Awaitable[None]],
        clock: Clock,
        banner: str,
        notices: Notices,
        limits: Limits | None = None,
        log: Any = None,
    ) -> None:
        self._host = host
        self._port = port
        self._serve = serve
        self._clock = clock
        self._banner = banner
        self._notices = notices
        self._limits = limits or Limits()
        self._log = log or structlog.get_logger(__name__)
        self._listener: asyncio.Server | None = None
        self._attended: dict[Connection, asyncio.Task[None]] = {}
        self._open = 0
        self._from: Counter[str] = Counter()

    @property
    def port(self) -> int:
        """The port listened on: the one asked for, or after `start` the one found if that was 0."""
        return self._port

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return self._open

    async def start(self) -> None:
        """Listen. Raises `PortTaken` or another `CannotListen`."""
        # Its warnings are about what clients send, one for each oddity; with debug it would log what they tell of themselves.
        logging.getLogger("telnetlib3").setLevel(logging.ERROR)
        listening = self._listen()
        self._port = listening.getsockname()[1]
        self._listener = await asyncio.get_running_loop().create_server(
            self._connection, sock=listening, backlog=_BACKLOG
        )

    async def stop(self) -> None:
        """Take no more clients, and hang up on all once what was sent to them has left; at most `limits.linger` seconds.

        A `serve` that has not returned by then is cancelled.
        """
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for connection in self._attended:
            connection.close()
        tasks = set(self._attended.values())
        if not tasks:
            return
        await at_most(self._clock, self._limits.linger, asyncio.wait(tasks))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _listen(self) -> socket.socket:
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        both = self._host == "::" and socket.has_dualstack_ipv6()
        try:
            listening = socket.create_server(
                (self._host, self._port), family=family, backlog=_BACKLOG, dualstack_ipv6=both
            )
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            kind = PortTaken if error.errno == errno.EADDRINUSE else CannotListen
            raise kind(self._host, self._port, reason) from error
        # The data mark of a synch (RFC 854) comes as urgent data: it must stay in its place, or the IAC before it takes the next byte.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
        # A link that dies without a word is found out by TCP: no telnet NOP, which BlowTorch would draw as a letter.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _KEEPALIVE.items():
            if hasattr(socket, name):
                listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        listening.setblocking(False)
        return listening

    def _connection(self) -> Connection:
        return Connection(
            admit=self._admit,
            gone=self._left,
            banner=self._banner,
            notices=self._notices,
            clock=self._clock,
            limits=self._limits,
            log=self._log,
        )

    def _admit(self, connection: Connection) -> str | None:
        if self._listener is None or self._open >= self._limits.connections:
            return self._notices.full
        if self._from[connection.address] >= self._limits.per_address:
            return self._notices.crowded
        self._open += 1
        self._from[connection.address] += 1
        self._attended[connection] = asyncio.get_running_loop().create_task(self._attend(connection))
        return None

    def _left(self, connection: Connection) -> None:
        """Its socket is gone; its task may still be at work."""
        self._open -= 1
        self._from[connection.address] -= 1
        if not self._from[connection.address]:
            del self._from[connection.address]

    async def _attend(self, connection: Connection) -> None:
        try:
            await self._serve(connection)
        except WireClosed:
            pass
        except asyncio.CancelledError:
            connection.abort()
            raise
        except Exception:
            self._log.exception("a session broke", address=connection.address)
            connection.send(f"{self._notices.sorry}\n")
        finally:
            try:
                await connection.ended()
            finally:
                connection.abort()
                del self._attended[connection]

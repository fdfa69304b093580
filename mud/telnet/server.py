"""The gate: listens, lets clients in, and looks after each until it is gone."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from mud.session.wire import Wire, WireClosed
from mud.telnet.connection import Connection
from mud.telnet.limits import Limits
from mud.telnet.listening import BACKLOG
from mud.telnet.notices import Notices
from mud.telnet.waiting import Clock, at_most


class TelnetServer:
    """Serves telnet on a socket that `listen` has opened; until `start`, whoever connects waits.

    Each client gets `banner` (lines ended by LF) in the very first write, before it has said anything, and then `serve`, in a task of its
    own. When `serve` returns, the connection is closed once all has left; when it raises, that is logged, and the client told
    (`notices.sorry`) first. `WireClosed` is a way of returning.
    """

    def __init__(
        self,
        *,
        listening: socket.socket,
        serve: Callable[[Wire], Awaitable[None]],
        clock: Clock,
        banner: str,
        notices: Notices,
        limits: Limits | None = None,
        log: Any = None,
    ) -> None:
        self._listening = listening
        self._port: int = listening.getsockname()[1]
        self._serve = serve
        self._clock = clock
        self._banner = banner
        self._notices = notices
        self._limits = limits or Limits()
        self._log = log or structlog.get_logger(__name__)
        self._listener: asyncio.Server | None = None
        self._stopping = False
        self._attended: dict[Connection, asyncio.Task[None]] = {}
        self._open = 0
        self._from: Counter[str] = Counter()

    @property
    def port(self) -> int:
        """The port listened on."""
        return self._port

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return self._open

    async def start(self) -> None:
        """Let in who waits already, and whoever comes."""
        # Its warnings are about what clients send, one for each oddity; with debug it would log what they tell of themselves.
        logging.getLogger("telnetlib3").setLevel(logging.ERROR)
        self._listener = await asyncio.get_running_loop().create_server(
            self._connection, sock=self._listening, backlog=BACKLOG
        )

    async def stop(self, seconds: float | None = None) -> None:
        """Take no more clients, tell all that are left, and hang up on them once that has left; at most so many seconds, else
        `limits.linger`.

        A `serve` that has not returned by then is cancelled.
        """
        self._stopping = True
        if self._listener is not None:
            self._listener.close()
        for connection in self._attended:
            connection.send(f"{self._notices.closing}\n")  # unless its session has said farewell and hung up
            connection.close()
        tasks = set(self._attended.values())
        if not tasks:
            return
        most = self._limits.linger if seconds is None else seconds
        await at_most(self._clock, most, asyncio.wait(tasks))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
        if self._stopping or self._open >= self._limits.connections:
            return self._notices.full
        if self._from[connection.origin] >= self._limits.per_address:
            return self._notices.crowded
        self._open += 1
        self._from[connection.origin] += 1
        self._attended[connection] = asyncio.get_running_loop().create_task(self._attend(connection))
        return None

    def _left(self, connection: Connection) -> None:
        """Its socket is gone; its task may still be at work."""
        self._open -= 1
        self._from[connection.origin] -= 1
        if not self._from[connection.origin]:
            del self._from[connection.origin]

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

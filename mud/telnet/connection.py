"""One telnet connection: bytes below, the session's `Wire` above."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import structlog

from mud.telnet.charsets import decode
from mud.telnet.client import Client
from mud.telnet.inbox import Inbox
from mud.telnet.keys import typed
from mud.telnet.limits import Limits
from mud.telnet.lines import LineAssembler
from mud.telnet.notices import Notices
from mud.telnet.options import NegotiationFlood, Options
from mud.telnet.origin import address_of, origin_of
from mud.telnet.outbox import Outbox, encoded
from mud.telnet.screen import Screen
from mud.telnet.waiting import Clock, at_most


class Connection(asyncio.Protocol):
    """A `mud.session.wire.Wire` over telnet (RFC 854), and the protocol of its socket.

    `admit` is asked once the peer is known; it answers with a line to send before hanging up, or None to let the client in. `gone` is
    called when an admitted connection has ended.
    """

    def __init__(
        self,
        *,
        admit: Callable[[Connection], str | None],
        gone: Callable[[Connection], None],
        banner: str,
        notices: Notices,
        clock: Clock,
        limits: Limits,
        log: Any = None,
    ) -> None:
        self._admit = admit
        self._left = gone
        self._banner = banner
        self._notices = notices
        self._clock = clock
        self._limits = limits
        self._log = log or structlog.get_logger(__name__)
        self._address = self._origin = ""
        self._admitted = False
        self._entered = False
        self._client = Client()
        self._screen = Screen(limits.outgoing, notices.lost)
        self._assembler = LineAssembler(limits.line, self._line_too_long)

    # the session's side

    @property
    def address(self) -> str:
        return self._address

    @property
    def origin(self) -> str:
        return self._origin

    @property
    def width(self) -> int:
        return self._client.width

    @property
    def height(self) -> int:
        return self._client.height

    @property
    def colour(self) -> bool:
        return self._client.colour

    @property
    def client(self) -> str:
        return self._client.name

    @property
    def language(self) -> str:
        return self._client.language

    @property
    def masks(self) -> bool | None:
        if self._options.masks is None and self._entered and not self._options.heard:
            return False  # it types but answers no option: no telnet client
        return self._options.masks

    @property
    def waiting(self) -> int:
        return self._inbox.waiting

    async def line(self) -> str:
        taken = await self._inbox.take()
        self._screen.taken()
        text, used = decode(taken, self._client.agreed)
        if not text.isascii():
            self._client.heard(used)
        return typed(text)

    def send(self, text: str, *, prompt: str | None = None) -> None:
        self._outbox.send(text, prompt)

    def mask(self, on: bool) -> None:
        hidden = self._options.masking and self._options.masks is not False
        self._options.mask(on)
        if hidden:
            self._outbox.end_line()

    async def flush(self) -> None:
        await self._outbox.flush()

    def close(self) -> None:
        self._inbox.close()
        self._outbox.close()

    async def gone(self) -> None:
        await asyncio.shield(self._lost)

    async def ended(self) -> None:
        """Hang up if nobody has, and wait until all has left; a client that does not take it in time is cut off."""
        self.close()
        await at_most(self._clock, self._limits.linger, asyncio.shield(self._lost))
        self.abort()

    def abort(self) -> None:
        """Cut the connection off at once."""
        self._inbox.close()
        self._transport.abort()

    # the socket's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        peer = transport.get_extra_info("peername")
        self._address = address_of(peer[0]) if peer else ""
        self._origin = origin_of(self._address)
        self._log = self._log.bind(address=self._address)
        self._inbox = Inbox(self._transport, waiting=self._limits.waiting, digest=self._digest)
        self._outbox = Outbox(
            self._transport,
            client=self._client,
            screen=self._screen,
            clock=self._clock,
            limits=self._limits,
            mark=self._prompt_mark,
            drop=self._drop,
        )
        self._options = Options(
            self._transport,
            ear=self,
            emit=self._outbox.command,
            client=self._client,
            clock=self._clock,
            limits=self._limits,
        )
        if (refusal := self._admit(self)) is not None:
            self._inbox.close()
            self._transport.write(encoded(f"{refusal}\n", self._client.codec))
            self._transport.close()
            return
        self._admitted = True
        self._options.open()
        self._screen.say(self._banner)
        self._outbox.write()

    def data_received(self, data: bytes) -> None:
        self._inbox.receive(data)

    def eof_received(self) -> bool:
        self._inbox.end()
        return True  # half closed: what was asked before is still answered

    def pause_writing(self) -> None:
        self._outbox.pause()

    def resume_writing(self) -> None:
        self._outbox.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._outbox.lost()
        self._inbox.lose()
        self._options.close()  # takes its callbacks apart, which hold this connection in a cycle
        self._lost.set_result(None)
        if self._admitted:
            self._left(self)

    # what the options hear

    def text(self, data: bytes) -> None:
        for line in self._assembler.feed(data):
            self._entered = True
            self._screen.entered(echoed=not self._options.hiding, returned=self._options.returns)
            self._inbox.put(line)

    def rub_out(self) -> None:
        self._assembler.rub_out()

    def rub_out_line(self) -> None:
        self._assembler.rub_out_line()

    def asked_if_here(self) -> None:
        self._outbox.send(f"{self._notices.here}\n", None)

    def _digest(self, data: bytes) -> None:
        try:
            self._options.feed(data)
        except NegotiationFlood:
            self._drop("floods us with negotiation")
        except Exception:
            # Whatever a client may have sent to bring this about, its session must hear that the line is dead.
            self._log.exception("input could not be read")
            self.abort()

    def _prompt_mark(self) -> bytes:
        return self._options.prompt_mark(entered=self._entered)

    def _line_too_long(self) -> None:
        self._outbox.send(f"{self._notices.too_long}\n", None)

    def _drop(self, why: str) -> None:
        self._log.warning("connection dropped", why=why)
        self.abort()

"""Telnet's options: which we offer, which we take, and how we keep a client from abusing them.

The state of the options and the reading of sub-negotiations are telnetlib3's; what is agreed to is decided here.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from telnetlib3.stream_writer import TelnetWriter
from telnetlib3.telopt import (
    AYT,
    BINARY,
    CHARSET,
    CMD_EOR,
    DO,
    DONT,
    EC,
    ECHO,
    EL,
    EOR,
    GA,
    IAC,
    NAWS,
    NEW_ENVIRON,
    NOP,
    SB,
    SGA,
    TM,
    TTYPE,
    USERVAR,
    VAR,
    WILL,
    WONT,
)

from mud.telnet.charsets import OFFERED, codec
from mud.telnet.client import Client
from mud.telnet.limits import Limits
from mud.telnet.waiting import Clock

_ASKED_FOR = (TTYPE, NAWS, CHARSET, NEW_ENVIRON)
_TAKEN = frozenset({*_ASKED_FOR, BINARY, SGA})  # SGA only if the client comes with it
_GIVEN = frozenset({EOR, BINARY, CHARSET, TM})  # and ECHO, which has rules of its own
_LINE_ENDS = (b"\r", b"\n")
_SHOWS_GA = "blowtorch"  # draws commands that it does not know as letters


class NegotiationFlood(Exception):
    """A client sends more telnet commands, or a longer sub-negotiation, than any client in its right mind."""


class Ear(Protocol):
    """Who hears what a client sends besides negotiation."""

    def text(self, data: bytes) -> None:
        """Bytes of the client's lines."""
        ...

    def rub_out(self) -> None:
        """IAC EC: erase a character."""
        ...

    def rub_out_line(self) -> None:
        """IAC EL: erase the line."""
        ...

    def asked_if_here(self) -> None:
        """IAC AYT: show some sign of life."""
        ...


class Options(TelnetWriter):
    """The options of one connection. Replies go to `emit`; what the client tells about itself goes to `client`.

    An option is answered when its state changes, and a refusal is given once (RFC 1143): no client can be drawn into a loop.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        *,
        ear: Ear,
        emit: Callable[[bytes], None],
        client: Client,
        clock: Clock,
        limits: Limits,
    ) -> None:
        super().__init__(transport, None, server=True)
        self.compression = False
        self.slc_simulated = False
        self.environ_encoding = "utf-8"
        self.heard = False
        self.masks: bool | None = None
        self._ear = ear
        self._emit = emit
        self._client = client
        self._clock = clock
        self._limits = limits
        self._allowance = float(limits.negotiation)
        self._allowed_at = clock.monotonic()
        self._refused: set[bytes] = set()
        self._asked_for_eight_bits = False
        self._masking = False
        self._mark = b""
        self._sb_size = 0
        self._sb_served = False
        self.set_iac_callback(AYT, lambda _: ear.asked_if_here())
        self.set_iac_callback(EC, lambda _: ear.rub_out())
        self.set_iac_callback(EL, lambda _: ear.rub_out_line())
        self.set_ext_callback(NAWS, lambda rows, columns: client.window(columns, rows))
        self.set_ext_callback(NEW_ENVIRON, client.variables)
        self.set_ext_callback(CHARSET, client.accepted)
        self.set_ext_callback(TTYPE, self._terminal)
        self.set_ext_offer_callback(CHARSET, lambda: list(OFFERED))
        # Not USER: it is nobody's business here, and Microsoft's telnet dies of the question.
        self.set_ext_offer_callback(NEW_ENVIRON, lambda: ["LANG", VAR, USERVAR])
        self.set_ext_send_callback(CHARSET, self._choose_charset)

    # our side

    def open(self) -> None:
        """Ask for what we can use and offer what we serve: kept short, because a client that is no telnet client shows it as junk."""
        for option in _ASKED_FOR:
            self.iac(DO, option)
        self.iac(WILL, EOR)

    def mask(self, on: bool) -> None:
        """Offer to echo, so that the client does not (RFC 857), or take the offer back. We never do echo: nothing is seen.

        An offer that stands is not made again: busybox masks no more once one was taken back and made anew.
        """
        if on and self._masking:
            return
        self._masking = on
        if on:
            self.pending_option[WILL + ECHO] = (
                False  # an offer taken back unanswered must not hinder a new one
            )
            self.iac(WILL, ECHO)
        elif self.masks is not False:
            self.iac(WONT, ECHO)

    @property
    def masking(self) -> bool:
        """Whether the client has been asked to hide what is typed."""
        return self._masking

    @property
    def hiding(self) -> bool:
        """Whether the client hides what is typed at this moment."""
        return self._masking and self.masks is True

    @property
    def returns(self) -> bool:
        """Whether Enter takes the client's cursor to the first column: GNU telnet's only goes down once it sends BINARY."""
        return not self.inbinary

    def prompt_mark(self, *, entered: bool) -> bytes:
        """What to put behind a prompt: EOR if agreed (RFC 885), else GA for a client that speaks telnet at all, else nothing.

        Nothing too while it is unknown, that is until the client has answered our offer or `entered` a line. A mark once used is
        kept, because a client that has seen one waits for the next before it draws a prompt.
        """
        if self._mark == IAC + GA or (self._mark and self.local_option.enabled(EOR)):
            return self._mark
        self._mark = b""
        if self.local_option.enabled(EOR):
            self._mark = IAC + CMD_EOR
        elif self.heard and (entered or not self.pending_option.enabled(WILL + EOR)) and self._takes_ga():
            self._mark = IAC + GA
        return self._mark

    def send_iac(self, buf: bytes) -> None:
        self._emit(buf)

    # the client's side

    def feed(self, data: bytes) -> None:
        """Take bytes from the network: text goes to the ear. Raises `NegotiationFlood`."""
        position, end = 0, len(data)
        while position < end:
            if not self.is_oob:
                command = data.find(IAC, position)
                if command < 0:
                    self._ear.text(data[position:])
                    return
                if command > position:
                    self._ear.text(data[position:command])
                    position = command
            self._feed_one(data[position : position + 1])
            position += 1

    def handle_do(self, opt: bytes) -> bool:
        if opt == ECHO:
            return self._client_takes_echo()
        if opt in _GIVEN:
            self._ask_for_eight_bits()
            return super().handle_do(opt)
        return self._refuse(WONT + opt)

    def handle_dont(self, opt: bytes) -> None:
        if opt == ECHO and self._masking:
            self.masks = False  # and no WONT: it would read as the end of the next masking
        elif self.local_option.enabled(opt):
            self.iac(WONT, opt)

    def handle_will(self, opt: bytes) -> None:
        if opt not in _TAKEN:
            self._refuse(DONT + opt)
        elif not self.remote_option.enabled(opt):
            if not self.pending_option.enabled(DO + opt):
                self.iac(DO, opt)
            super().handle_will(opt)
            self._ask_for_eight_bits()

    def handle_wont(self, opt: bytes) -> None:
        if self.remote_option.enabled(opt):
            self.iac(DONT, opt)
        self.remote_option[opt] = False

    def handle_subnegotiation(self, buf: deque[bytes]) -> None:
        # telnetlib3 decodes any that it knows, agreed or not, and hoards what some of them bring.
        if buf[0] not in _ASKED_FOR:
            return
        option = buf[0]
        try:
            super().handle_subnegotiation(buf)
        except (ValueError, LookupError, struct.error, NotImplementedError) as malformed:
            self.log.debug("sub-negotiation of option %r is malformed: %s", option, malformed)
        finally:
            self.environ_encoding = "utf-8"  # telnetlib3 believes any charset that a client claims

    def _feed_one(self, byte: bytes) -> None:
        in_sb = self.cmd_received == SB and not self.iac_received
        if in_sb and byte in _LINE_ENDS and self._sb_size and not self._sb_served:
            # A line of text in some 8-bit charset whose letters read as IAC SB (CP1251's "яъ"), or a client out of step: end it,
            # or it would swallow every further line.
            self.feed_byte(IAC)
            self.feed_byte(NOP)
        elif in_sb:
            self._sb_served = byte in _ASKED_FOR if not self._sb_size else self._sb_served
            self._sb_size += 1
            if self._sb_size > self._limits.subnegotiation:
                raise NegotiationFlood
        elif self.cmd_received != SB:
            self._sb_size = 0
        second = self.iac_received and not self.cmd_received and byte != IAC
        if not self.feed_byte(byte):
            self.heard = True
            self._spend()
        elif not second or byte in _LINE_ENDS:  # a letter behind IAC is an unknown command, not text
            self._ear.text(byte)

    def _spend(self) -> None:
        self._allowance -= 1
        if self._allowance >= 0:
            return
        now = self._clock.monotonic()
        earned = (now - self._allowed_at) * self._limits.negotiation_rate
        self._allowance = min(self._allowance + earned, float(self._limits.negotiation))
        self._allowed_at = now
        if self._allowance < 0:
            raise NegotiationFlood

    def _refuse(self, answer: bytes) -> bool:
        if answer not in self._refused:
            self._refused.add(answer)
            self.send_iac(IAC + answer)
        return False

    def _client_takes_echo(self) -> bool:
        if self._masking:
            self.masks = True
            return True
        if self.pending_option.enabled(WILL + ECHO):
            return False  # it takes an offer that was taken back meanwhile
        return self._refuse(WONT + ECHO)

    def _ask_for_eight_bits(self) -> None:
        """Without BINARY (RFC 856) GNU telnet looks for its control keys in the low seven bits, and tears the U+D55C of "hangul" apart.

        Asked of whoever has agreed to anything, to keep the first flight short; MUD clients decline.
        """
        if not self._asked_for_eight_bits:
            self._asked_for_eight_bits = True
            self.iac(DO, BINARY)

    def _takes_ga(self) -> bool:
        return not self.local_option.enabled(SGA) and _SHOWS_GA not in self._client.name.lower()

    def _terminal(self, name: str) -> None:
        if self._client.terminal(name):
            self.request_ttype()

    def _choose_charset(self, offers: list[str]) -> Any:
        for offer in offers:
            if codec(offer) is not None:
                self._client.accepted(offer)
                return offer
        return None  # which telnetlib3 sends as REJECTED

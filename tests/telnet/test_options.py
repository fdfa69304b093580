"""Telnet commands are read the same way, however the network cuts them up."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.telnet.client import Client
from mud.telnet.limits import Limits
from mud.telnet.options import NegotiationFlood, Options
from tests.telnet.support import HandClock

PARTS = st.lists(
    st.sampled_from(
        [
            b"look",
            b"\r\n",
            "한".encode(),
            b"\xff\xff",
            b"\xff\xfd\x01",
            b"\xff\xfb\x18",
            b"\xff\xfa\x18\x00XTERM\xff\xf0",
            b"\xff\xfa\x1f\x00\xff\xff\x00\x28\xff\xf0",
            b"\xff\xfa\xc9Core.Hello\xff\xf0",
            b"\xff\xf1",
            b"\xff\xf6",
            b"\xffP",
            b"\xff\xfa\r",
        ]
    ),
    max_size=20,
)


class Listener:
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.said = b""
        self.asked = 0

    def text(self, data: bytes) -> None:
        self.said += data

    def rub_out(self) -> None: ...

    def rub_out_line(self) -> None: ...

    def asked_if_here(self) -> None:
        self.asked += 1


def some_options(listener: Listener, replies: list[bytes], client: Client, **limits: int) -> Options:
    options = Options(
        asyncio.Transport(),
        ear=listener,
        emit=replies.append,
        client=client,
        clock=HandClock(),
        limits=Limits(**limits),
    )
    options.open()
    return options


def heard(pieces: list[bytes]) -> tuple[bytes, int, bytes, tuple[int, int], str]:
    """All that comes of it: text, AYTs, replies, the window, the name."""
    listener, replies, client = Listener(), list[bytes](), Client()
    options = some_options(listener, replies, client)
    for piece in pieces:
        options.feed(piece)
    return listener.said, listener.asked, b"".join(replies), (client.width, client.height), client.name


@given(PARTS, st.data())
def test_any_segmentation_is_heard_alike(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=10)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert heard(pieces) == heard([whole])


@given(st.binary(max_size=200))
def test_no_bytes_can_raise(junk: bytes) -> None:
    heard([junk, b"\xff\xf0\r\n"])


def test_what_nobody_agreed_on_is_not_hoarded() -> None:
    options = some_options(Listener(), [], Client())
    options.feed(b"\xff\xfa\xc8Auth.Request ON\xff\xf0" * 20)
    assert options.ctx.atcp_data == []


def test_a_sub_negotiation_is_bounded_by_itself() -> None:
    options = some_options(Listener(), [], Client(), subnegotiation=100, negotiation=10_000)
    options.feed(b"\xff\xfa\x18\0" + b"x" * 90 + b"\xff\xf0")
    with pytest.raises(NegotiationFlood):
        options.feed(b"\xff\xfa\x18\0" + b"x" * 110)

"""The openings of real clients, byte by byte: captured against a silent stimulus, and replayed here.

TinTin++ 2.02.20, TinyFugue 5.0b8, GNU inetutils telnet 2.4, PuTTY 0.78 (plink), busybox telnet 1.35, nc.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mud.session.wire import Wire
from tests.telnet.support import Peer, a_house

DO, DONT, WILL, WONT, SB, SE = b"\xff\xfd", b"\xff\xfe", b"\xff\xfb", b"\xff\xfc", b"\xff\xfa", b"\xff\xf0"
ECHO, SGA, TTYPE, EOR, NAWS, TSPEED, NEW_ENVIRON, CHARSET = (
    b"\x01",
    b"\x03",
    b"\x18",
    b"\x19",
    b"\x1f",
    b"\x20",
    b"\x27",
    b"\x2a",
)
BINARY = b"\0"
SEND_TTYPE = SB + TTYPE + b"\x01" + SE
GA_MARK, EOR_MARK = b"\xff\xf9", b"\xff\xef"
SIZE = SB + NAWS + b"\0\x64\0\x1e" + SE


def ttype(name: bytes) -> bytes:
    return SB + TTYPE + b"\0" + name + SE


@dataclass(frozen=True)
class Client:
    """What a client sends, step by step, each after the server's bytes that it waits for; and what we then know."""

    name: str
    steps: tuple[tuple[bytes, bytes], ...]
    enter: bytes
    mark: bytes
    colour: bool
    size: tuple[int, int]
    masks: bytes  # its answer to WILL ECHO


TINTIN = Client(
    name="TinTin++",
    steps=(
        (b"", WILL + TTYPE + WILL + NAWS + SIZE + WILL + CHARSET + WILL + NEW_ENVIRON + DO + EOR),
        (SEND_TTYPE, ttype(b"TINTIN++")),
        (SB + CHARSET + b"\x01 UTF-8", SB + CHARSET + b"\x02UTF-8" + SE),
        (
            SB + NEW_ENVIRON + b"\x01\0LANG\0\x03" + SE,
            SB
            + NEW_ENVIRON
            + b"\0\0\0CHARSET\x01UTF-8\0\0CLIENT_NAME\x01TinTin++\0\0CLIENT_VERSION\x012.02.20 \0\0MTTS\x01783"
            + b"\0\0TERMINAL_TYPE\x01xterm-256color"
            + SE,
        ),
        (SEND_TTYPE, ttype(b"xterm-256color")),
        (SEND_TTYPE, ttype(b"MTTS 271")),
    ),
    enter=b"\r\n",
    mark=EOR_MARK,
    colour=True,
    size=(100, 30),
    masks=DO + ECHO,
)
TINYFUGUE = Client(
    name="TINYFUGUE",
    steps=(
        (b"", WILL + NAWS + WILL + TTYPE + WONT + CHARSET + WONT + NEW_ENVIRON + DO + EOR),
        (SEND_TTYPE, SB + NAWS + b"\0\x63\0\x1a" + SE + ttype(b"TINYFUGUE")),
        (SEND_TTYPE, ttype(b"ANSI-ATTR")),
        (SEND_TTYPE, ttype(b"ANSI")),
        (SEND_TTYPE, ttype(b"UNKNOWN")),
        (SEND_TTYPE, ttype(b"UNKNOWN")),
    ),
    enter=b"\r\n",
    mark=EOR_MARK,
    colour=True,
    size=(99, 26),
    masks=DO + ECHO,
)
INETUTILS = Client(
    name="XTERM-256COLOR",
    steps=(
        (b"", WILL + TTYPE + WILL + NAWS + SIZE + WONT + CHARSET + WILL + NEW_ENVIRON + DONT + EOR),
        (SEND_TTYPE, ttype(b"XTERM-256COLOR")),
        (DO + BINARY, WILL + BINARY),
        (SB + NEW_ENVIRON, SB + NEW_ENVIRON + b"\0\x03LANG" + SE),
        (SEND_TTYPE, ttype(b"XTERM-256COLOR")),
    ),
    enter=b"\n",
    mark=GA_MARK,
    colour=True,
    size=(100, 30),
    masks=DO + ECHO,
)
PUTTY = Client(
    name="XTERM",
    steps=(
        (
            b"",
            WILL
            + NAWS
            + WILL
            + TSPEED
            + WILL
            + TTYPE
            + WILL
            + NEW_ENVIRON
            + DO
            + ECHO
            + WILL
            + SGA
            + DO
            + SGA,
        ),
        (
            SEND_TTYPE,
            SIZE
            + ttype(b"XTERM")
            + SB
            + NEW_ENVIRON
            + b"\0\0USER\x01mary"
            + SE
            + WONT
            + CHARSET
            + DONT
            + EOR,
        ),
        (SEND_TTYPE, ttype(b"XTERM")),
    ),
    enter=b"\r\n",
    mark=GA_MARK,
    colour=True,
    size=(100, 30),
    masks=DO + ECHO,
)
BUSYBOX = Client(
    name="xterm-256color",
    steps=(
        (
            b"",
            WILL
            + TTYPE
            + WILL
            + NAWS
            + SIZE
            + WONT
            + CHARSET
            + WONT
            + NEW_ENVIRON
            + DONT
            + EOR
            + WONT
            + BINARY,
        ),
        (SEND_TTYPE, ttype(b"xterm-256color")),
        (SEND_TTYPE, ttype(b"xterm-256color")),
    ),
    enter=b"\r\n",
    mark=GA_MARK,
    colour=True,
    size=(100, 30),
    masks=DO + ECHO,
)
NETCAT = Client(name="", steps=(), enter=b"\n", mark=b"", colour=False, size=(80, 24), masks=b"")
CLIENTS = pytest.mark.parametrize(
    "client",
    [TINTIN, TINYFUGUE, INETUTILS, PUTTY, BUSYBOX, NETCAT],
    ids=["tintin", "tinyfugue", "inetutils", "putty", "busybox", "nc"],
)


async def shaken(peer: Peer, wire: Wire, client: Client) -> bytes:
    """Play the opening, then one line, so that all of it has arrived. What the server sent meanwhile."""
    sent = b""
    for awaited, reply in client.steps:
        if awaited:
            sent += await peer.hears(awaited)
        peer.types(reply)
    peer.types(b"bob" + client.enter)
    assert await wire.line() == "bob"
    return sent


@CLIENTS
async def test_the_first_flight_is_one_burst_and_waits_for_nothing(client: Client) -> None:
    async with a_house() as house:
        peer = await house.connects()
        first = await peer.hears("A castle.\r\n")
        assert (
            first == DO + TTYPE + DO + NAWS + DO + CHARSET + DO + NEW_ENVIRON + WILL + EOR + b"A castle.\r\n"
        )


@CLIENTS
async def test_what_is_known_after_the_opening(client: Client) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        await shaken(peer, wire, client)
        assert (wire.width, wire.height) == client.size
        assert wire.client == client.name
        assert wire.colour is client.colour


@CLIENTS
async def test_prompts_are_marked_as_the_client_likes(client: Client) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        wire.send("", prompt="Name: ")
        assert (await peer.hears("Name: ")).endswith(b"Name: ")
        await shaken(peer, wire, client)
        for _ in range(2):
            wire.send("You look.\n", prompt="> ")
            wire.send("Bob waves.\n")
            await peer.hears(b"Bob waves.\r\n> " + client.mark)
            wire.send("Ann nods.\n")
            await peer.hears(b"\r\nAnn nods.\r\n> " + client.mark)
            peer.types(b"x" + client.enter)
            await wire.line()


@CLIENTS
async def test_a_password_is_masked_by_echo_alone(client: Client) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        await shaken(peer, wire, client)
        wire.mask(True)
        wire.send("", prompt="Password: ")
        asked = await peer.hears("Password: ")
        assert WILL + ECHO in asked
        assert WILL + SGA not in asked
        peer.types(client.masks + b"s3cret" + client.enter)
        assert await wire.line() == "s3cret"
        assert wire.masks is bool(client.masks)
        wire.mask(False)
        wire.send("Welcome.\n")
        after = await peer.hears("Welcome.\r\n")
        if client.masks:
            assert after.endswith(WONT + ECHO + b"\r\nWelcome.\r\n")


async def test_putty_stays_in_line_mode() -> None:
    """Its opening asks for ECHO and SGA; agreeing would have it send every key by itself, and show none."""
    async with a_house() as house:
        peer, wire = await house.joins()
        sent = await shaken(peer, wire, PUTTY)
        wire.send("done\n")
        sent += await peer.hears("done")
        assert WONT + ECHO in sent
        assert WONT + SGA in sent
        assert WILL + ECHO not in sent
        assert WILL + SGA not in sent
        assert DONT + TSPEED in sent


async def test_busybox_masks_only_once_and_that_is_seen() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        wire.mask(True)
        await peer.hears(WILL + ECHO)
        peer.types(DO + ECHO + b"s3cret\r\n")
        await wire.line()
        assert wire.masks is True
        wire.mask(False)
        await peer.hears(WONT + ECHO + b"\r\n")
        wire.mask(True)
        await peer.hears(WILL + ECHO)
        peer.types(DONT + ECHO + b"s3cret\r\n")
        await wire.line()
        assert wire.masks is False
        wire.mask(False)
        wire.send("Welcome.\n")
        assert await peer.hears("Welcome.\r\n") == b"Welcome.\r\n"  # it has gone to a new line itself


async def test_a_user_name_that_is_given_away_is_nowhere_kept(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with a_house() as house:
        peer, wire = await house.joins()
        await shaken(peer, wire, PUTTY)
        assert "mary" not in caplog.text
        assert wire.client == "XTERM"


async def test_gnu_telnet_is_asked_for_eight_bits_and_its_cursor_brought_back() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        await shaken(peer, wire, INETUTILS)
        wire.send("안녕.\n", prompt="> ")
        await peer.hears("\r안녕.\r\n> ")
        peer.types("한글\n".encode())
        assert await wire.line() == "한글"


async def test_a_client_in_character_mode_edits_and_is_understood() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        for key in (b";", b"\b", b"l", b"\x1b[A", b"x", b"\x7f", b"\r", b"\0"):
            peer.types(key)
        assert await wire.line() == "l"


async def test_korean_by_locale_and_its_own_charset() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(
            WILL
            + NEW_ENVIRON
            + SB
            + NEW_ENVIRON
            + b"\0\0LANG\x01ko_KR.eucKR"
            + SE
            + "안녕\r\n".encode("cp949")
        )
        assert await wire.line() == "안녕"
        assert wire.language == "ko"
        wire.send("어서 오세요.\n")
        await peer.hears("어서 오세요.\r\n".encode("cp949"))


async def test_korean_that_negotiates_nothing() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types("안녕\n".encode("cp949"))
        assert await wire.line() == "안녕"
        wire.send("어서 오세요.\n")
        await peer.hears("어서 오세요.\r\n".encode("cp949"))


async def test_a_client_may_ask_for_a_charset_itself() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + CHARSET + SB + CHARSET + b"\x01;rot13;EUC-KR" + SE)
        await peer.hears(SB + CHARSET + b"\x02EUC-KR" + SE)
        peer.types(SB + CHARSET + b"\x01;rot13" + SE)
        await peer.hears(SB + CHARSET + b"\x03" + SE)
        wire.send("안녕\n")
        await peer.hears("안녕\r\n".encode("cp949"))


async def test_blowtorch_gets_no_go_ahead() -> None:
    """It draws IAC GA as a letter (read in its source)."""
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + TTYPE + WILL + NAWS + DONT + EOR)
        await peer.hears(SEND_TTYPE)
        peer.types(ttype(b"BlowTorch") + b"bob\n")
        await wire.line()
        wire.send("Hi.\n", prompt="> ")
        await peer.hears("Hi.\r\n> ")
        wire.send("Ho.\n")
        assert await peer.hears("Ho.\r\n> ") == b"\r\nHo.\r\n> "


async def test_once_marked_always_marked() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + NAWS + DONT + EOR + b"bob\n")
        await wire.line()
        wire.send("", prompt="> ")
        await peer.hears(b"> " + GA_MARK)
        peer.types(DO + EOR + WONT + NAWS + b"x\n")
        await wire.line()
        wire.send("", prompt="> ")
        await peer.hears(b"> " + GA_MARK)

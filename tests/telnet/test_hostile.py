"""What breaks other servers, and the library underneath, when it is sent: each with the input that showed it."""

from __future__ import annotations

import socket
import zlib

import pytest

from mud.session.wire import WireClosed
from tests.telnet.support import NOTICES, a_house, echo

DO, DONT, WILL, WONT, SB, SE = b"\xff\xfd", b"\xff\xfe", b"\xff\xfb", b"\xff\xfc", b"\xff\xfa", b"\xff\xf0"
ECHO, TTYPE, EOR, NAWS, NEW_ENVIRON, CHARSET, MCCP3, GMCP = (
    b"\x01",
    b"\x18",
    b"\x19",
    b"\x1f",
    b"\x27",
    b"\x2a",
    b"\x57",
    b"\xc9",
)


@pytest.mark.parametrize("name", [b"rot13", b"bogus-9", b"UTF-16", b"cp037", b"", b"\xe9"])
async def test_an_impossible_charset_is_passed_over(name: bytes) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + CHARSET + SB + CHARSET + b"\x02" + name + SE)
        peer.types(
            WILL + NEW_ENVIRON + SB + NEW_ENVIRON + b"\0\0LANG\x01ko_KR.rot13" + SE + "한글\r\n".encode()
        )
        assert await wire.line() == "한글"
        wire.send("☃\n")
        await peer.hears("☃\r\n")
        assert wire.language == "ko"


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (b"\0\0\0\0", (80, 24)),
        (b"\0\x01\0\x01", (40, 10)),
        (b"\xff\xff" * 4, (250, 100)),
        (b"\0\xff\xff\0\x28", (250, 40)),
        (b"\0\x64\0\x1e", (100, 30)),
        (b"\0\x64", (80, 24)),
        (b"\0\x0d\0\x0a", (40, 10)),
    ],
)
async def test_window_sizes(size: bytes, expected: tuple[int, int]) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + NAWS + SB + NAWS + size + SE + b"look\n")
        assert await wire.line() == "look"
        assert (wire.width, wire.height) == expected


@pytest.mark.parametrize(
    ("sent", "lines"),
    [
        ("я\r\nlook\r\n".encode(), ["я", "look"]),
        (b"\xff\xff\r\nlook\r\n", ["ÿ", "look"]),  # CP1251, doubled
        (b"\xff\r\nlook\r\n", ["", "look"]),  # bare: it cannot be told from a command, but nothing freezes
        (
            b"\xff\xfa\r\nlook\r\nwho\r\n",
            ["", "look", "who"],
        ),  # CP1251's last letters of "объятья" read as IAC SB
    ],
)
async def test_one_russian_letter_freezes_nothing(sent: bytes, lines: list[str]) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(sent)
        assert [await wire.line() for _ in lines] == lines


async def test_an_unknown_command_leaves_no_letter_behind() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(b"ab\xffPcdef\r\n")
        assert await wire.line() == "abcdef"


async def test_auto_login_in_the_first_segment() -> None:
    async with a_house() as house:
        peer = await house.connects()
        peer.types(
            b"connect bob pw\r\n"
            + WILL
            + TTYPE
            + WILL
            + NAWS
            + SB
            + NAWS
            + b"\0\x64\0\x1e"
            + SE
            + b"look\r\n"
        )
        wire = await house.wires.get()
        assert [await wire.line(), await wire.line()] == ["connect bob pw", "look"]
        assert wire.width == 100


@pytest.mark.parametrize(
    ("again", "answer"),
    [
        (DO + b"\x63", WONT + b"\x63"),
        (WILL + b"\x63", DONT + b"\x63"),
        (DO + ECHO, WONT + ECHO),
        (WILL + ECHO, DONT + ECHO),
    ],
)
async def test_a_refusal_is_given_once(again: bytes, answer: bytes) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(again * 50 + b"look\n")
        await wire.line()
        wire.send("done\n")
        assert await peer.hears("done") == answer + b"done"


@pytest.mark.parametrize("again", [WONT + ECHO, DONT + ECHO, WONT + NAWS, DONT + EOR, DO + EOR, WILL + NAWS])
async def test_an_answer_is_not_answered(again: bytes) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(again + b"look\n")
        await wire.line()
        wire.send("settled\n")
        await peer.hears("settled\r\n")
        peer.types(again * 50 + b"look\n")
        await wire.line()
        wire.send("done\n")
        assert await peer.hears("done") == b"done"


async def test_a_change_of_mind_is_answered_once() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(DO + EOR + WILL + NAWS + b"look\n")
        await wire.line()
        wire.send("settled\n")
        await peer.hears("settled\r\n")
        peer.types((DONT + EOR) * 3 + (WONT + NAWS) * 3 + (WILL + NAWS) * 3 + b"look\n")
        await wire.line()
        wire.send("done\n")
        assert await peer.hears("done") == WONT + EOR + DONT + NAWS + DO + NAWS + b"done"


async def test_an_offer_of_echo_taken_back_is_not_taken_up_late() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        wire.mask(True)
        wire.mask(False)
        await peer.hears(WILL + ECHO + WONT + ECHO)
        peer.types(DO + ECHO + b"look\n")
        await wire.line()
        assert wire.masks is None
        wire.send("done\n")
        assert WONT + ECHO not in await peer.hears("done")


async def test_compression_that_nobody_agreed_on_is_not_inflated() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(
            SB
            + MCCP3
            + SE
            + zlib.compress(b"\0" * 100_000).replace(b"\n", b"").replace(b"\r", b"")
            + b"\r\nlook\r\n"
        )
        first = await wire.line()
        assert len(first) < 300
        assert await wire.line() == "look"


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(b"".join(DO + bytes([n % 255]) for n in range(50_000)), id="options"),
        pytest.param(SB + GMCP + b"x" * 2_000_000, id="endless sub-negotiation"),
        pytest.param((SB + TTYPE + b"\0x" + SE) * 20_000, id="sub-negotiations"),
        pytest.param(b"\xff\xf1" * 50_000, id="nops"),
    ],
)
async def test_a_flood_of_negotiation_ends_the_connection(flood: bytes) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(flood)
        with pytest.raises(WireClosed):
            await wire.line()
        assert len(await peer.hears_the_end()) < 10_000


async def test_a_window_may_be_dragged_for_long() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + NAWS)
        for width in range(60):
            peer.types((SB + NAWS + b"\0" + bytes([100 + width]) + b"\0\x1e" + SE) * 100 + b"\n")
            assert await wire.line() == ""
            house.clock.move(1.0)
        assert wire.width == 159


@pytest.mark.parametrize("option", [TTYPE, NEW_ENVIRON, CHARSET, NAWS, GMCP, b"\0", b"\x05"])
@pytest.mark.parametrize(
    "content", [b"", b"\0", b"\x01", b"\x02", b"\x07", b"\0\xe9\xe9", b"\x03\0\x01\x02\0\0\x01"]
)
async def test_malformed_sub_negotiations_hurt_nobody(option: bytes, content: bytes) -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + option + SB + option + content + SE + b"look\n")
        assert await wire.line() == "look"
        wire.send("still here\n")
        await peer.hears("still here\r\n")


@pytest.mark.parametrize("unasked", [b"\x05\x01", b"\x22\x01\x02", b"\x57", b"\xc9Core.Hello {"])
async def test_a_sub_negotiation_that_nobody_agreed_on_has_no_effect(unasked: bytes) -> None:
    """STATUS SEND, LINEMODE MODE, MCCP3, GMCP."""
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(SB + unasked + SE + b"look\n")
        assert await wire.line() == "look"
        wire.send("done\n")
        assert await peer.hears("done") == b"done"


async def test_terminal_types_are_asked_for_only_so_often() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(WILL + TTYPE + b"".join(SB + TTYPE + b"\0t%d" % n + SE for n in range(100)) + b"look\n")
        await wire.line()
        wire.send("done\n")
        assert (await peer.hears("done")).count(SB + TTYPE + b"\x01" + SE) <= 8


async def test_option_bytes_never_become_a_command() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(SB + TTYPE + b"\0Mudlet" + SE + b"look\n")
        assert await wire.line() == "look"


async def test_a_line_without_end_is_cut_and_remarked_on() -> None:
    async with a_house(line=1_000) as house:
        peer, wire = await house.joins()
        peer.types(b"x" * 300_000)
        await peer.hears(NOTICES.too_long)
        peer.types(b"\nlook\n")
        assert await wire.line() == "x" * 1_000
        assert await wire.line() == "look"


async def test_are_you_there_is_answered_beside_the_prompt() -> None:
    async with a_house(echo) as house:
        peer, _ = await house.joins()
        await peer.hears("> ")
        peer.types(b"\xff\xf6")
        await peer.hears(f"\r\n{NOTICES.here}\r\n> ")


async def test_an_interrupted_client_gets_its_timing_mark() -> None:
    """GNU telnet shows nothing after Ctrl-C until the mark comes."""
    async with a_house() as house:
        peer, _ = await house.joins()
        peer.types(b"\xff\xf4" + DO + b"\x06")
        await peer.hears(WILL + b"\x06")


async def test_erasing_by_telnet_commands() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(b"drop all\xff\xf8lookk\xff\xf7\r\n")
        assert await wire.line() == "look"


async def test_a_synch_with_urgent_data_takes_no_letter() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.socket.send(b"\xff")
        peer.socket.send(b"\xf2", socket.MSG_OOB)
        peer.types(b"look\n")
        assert await wire.line() == "look"

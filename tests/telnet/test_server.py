"""The gate: opening, limits, floods, slow readers, ends of connections, stopping."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref

import pytest

from mud.session.wire import Wire, WireClosed
from mud.telnet import CannotListen, PortTaken, TelnetServer, listen
from mud.telnet.options import Options
from mud.telnet.origin import address_of, origin_of
from tests.telnet.support import BANNER, NOTICES, HandClock, a_house, echo, rest


def test_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken) as caught:
            listen("127.0.0.1", port)
    assert (caught.value.host, caught.value.port) == ("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_that_is_not_ours_is_named(host: str) -> None:
    with pytest.raises(CannotListen) as caught:
        listen(host, 0)
    assert caught.value.host == host
    assert caught.value.reason


async def test_who_knocks_before_the_gate_opens_is_let_in_when_it_does() -> None:
    server = TelnetServer(
        listening=listen("127.0.0.1", 0), serve=echo, clock=HandClock(), banner=BANNER, notices=NOTICES
    )
    with socket.create_connection(("127.0.0.1", server.port)) as early:
        early.sendall(b"hello\r\n")
        early.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=early)
        await server.start()
        async with asyncio.timeout(5):
            heard = await reader.readuntil(b"<hello>")
        assert BANNER.strip().encode() in heard
        writer.close()
    await server.stop(0.0)


async def test_piped_input_is_answered_whole_before_the_end() -> None:
    async with a_house(echo) as house:
        peer, _ = await house.joins()
        peer.types(b"one\ntwo\nthr")
        peer.hangs_up()
        heard = await peer.hears_the_end()
        assert b"<one>" in heard
        assert b"<two>" in heard
        assert b"thr" not in heard  # never entered


async def test_a_reset_is_an_end() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        waiting = asyncio.ensure_future(wire.line())
        peer.vanishes()
        with pytest.raises(WireClosed):
            await waiting
        wire.send("Is anybody there?\n", prompt="> ")
        wire.mask(True)
        await wire.flush()
        wire.close()


async def test_a_cancelled_wait_loses_no_half_line() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        waiting = asyncio.ensure_future(wire.line())
        peer.types(b"lo\xff\xf6")
        await peer.hears(NOTICES.here)
        waiting.cancel()
        await asyncio.wait({waiting})
        peer.types(b"ok\n")
        assert await wire.line() == "look"


async def test_a_session_that_breaks_says_sorry_and_closes(caplog: pytest.LogCaptureFixture) -> None:
    async def breaks(wire: Wire) -> None:
        raise RuntimeError("a fault of ours")

    async with a_house(breaks) as house:
        peer, _ = await house.joins()
        assert (await peer.hears_the_end()).decode().endswith(f"{NOTICES.sorry}\r\n")


async def test_a_session_that_returns_is_closed_after_its_last_words() -> None:
    async with a_house(echo) as house:
        peer, _ = await house.joins()
        await peer.hears("> ")
        peer.types("quit")
        assert await peer.hears_the_end() == b"Bye.\r\n"


async def test_closing_from_outside_ends_the_session_and_shows_the_last_words() -> None:
    async with a_house(echo) as house:
        peer, wire = await house.joins()
        await peer.hears("> ")
        wire.send("Someone else has come as you.\n")
        wire.close()
        assert await peer.hears_the_end() == b"\r\nSomeone else has come as you.\r\n"


async def test_a_flood_backs_up_to_its_sender_and_is_all_read_in_the_end() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        flood = [f"{number:04}".ljust(4_000, "x") for number in range(5_000)]
        peer.types("\n".join([*flood, ""]).encode())
        for _ in range(2_000):
            await asyncio.sleep(0)
        assert peer.unsent > sum(map(len, flood)) // 2
        assert [await wire.line() for _ in flood] == flood


async def test_a_segment_of_many_short_lines_comes_whole_and_in_order() -> None:
    async with a_house(waiting=10) as house:
        peer, wire = await house.joins()
        peer.types(b"".join(b"%d\n" % number for number in range(50_000)))
        assert [await wire.line() for _ in range(50_000)] == [str(number) for number in range(50_000)]


async def test_a_flooding_client_does_not_hold_up_another() -> None:
    async with a_house(echo) as house:
        flooder, _ = await house.joins()
        other, _ = await house.joins()
        await other.hears("> ")
        flooder.types(b"x" * 4_000_000)
        for _ in range(20):
            other.types("look")
            await other.hears("<look>")


async def fill(wire: Wire) -> None:
    """Say more than the network takes, numbered."""
    for number in range(3_000):
        wire.send(f"{number}".ljust(4_999, ".") + "\n")
        await asyncio.sleep(0)


async def test_a_client_that_does_not_read_loses_the_oldest_text_and_is_told() -> None:
    async with a_house(outgoing=10_000) as house:
        peer, wire = await house.joins(buffer=4_096)
        await fill(wire)
        await peer.hears(f"\r\n{NOTICES.lost}\r\n2998..")
        await peer.hears("2999..")
        wire.send("And on.\n")
        assert (await peer.hears("And on.\r\n")).count(NOTICES.lost.encode()) == 0


async def test_a_client_that_never_reads_is_dropped() -> None:
    async with a_house(outgoing=10_000, stalled=30.0) as house:
        _, wire = await house.joins(buffer=4_096)
        await fill(wire)
        house.clock.move(29.0)
        wire.send("x" * 10_000)
        house.clock.move(2.0)
        wire.send("x" * 10_000)
        with pytest.raises(WireClosed):
            await wire.line()


async def test_flush_waits_only_so_long() -> None:
    async with a_house() as house:
        _, wire = await house.joins(buffer=4_096)
        await fill(wire)
        flushing = asyncio.ensure_future(wire.flush())
        await house.clock.move_for_sleepers(2.9)
        assert not flushing.done()
        house.clock.move(0.2)
        await flushing


async def test_flush_is_done_when_all_has_left() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        wire.send("Hello.\n")
        await wire.flush()
        await peer.hears("Hello.")


async def test_a_healthy_client_gets_any_amount_whole() -> None:
    async with a_house(outgoing=10_000) as house:
        peer, wire = await house.joins()
        text = "".join(f"{number:05}\n" for number in range(5_000))
        for start in range(0, len(text), 6_000):
            wire.send(text[start : start + 6_000])
        assert await peer.hears("04999\r\n") == text.replace("\n", "\r\n").encode()


async def test_too_many_in_all() -> None:
    async with a_house(connections=1) as house:
        await house.joins()
        late = await house.connects()
        assert await late.hears_the_end() == f"{NOTICES.full}\r\n".encode()


async def test_too_many_from_one_address_until_one_leaves() -> None:
    async with a_house(echo, per_address=1) as house:
        first, _ = await house.joins()
        late = await house.connects()
        assert await late.hears_the_end() == f"{NOTICES.crowded}\r\n".encode()
        first.types("quit")
        await first.hears_the_end()
        await house.joins()


async def test_two_hundred_at_once_are_all_greeted() -> None:
    async with a_house(echo) as house:
        peers = await asyncio.gather(*(house.connects() for _ in range(200)))
        await asyncio.gather(*(peer.hears("A castle.\r\n> ") for peer in peers))


async def test_stopping_shows_the_last_words_and_closes_the_door() -> None:
    async with a_house(echo) as house:
        peer, wire = await house.joins()
        await peer.hears("> ")
        wire.send("Some last words.\n")
        await house.server.stop()
        assert await peer.hears_the_end() == f"\r\nSome last words.\r\n{NOTICES.closing}\r\n".encode()
        with pytest.raises(ConnectionRefusedError):
            await house.connects()


async def test_stopping_tells_all_but_who_was_told_by_their_session() -> None:
    async with a_house(echo) as house:
        stranger, _ = await house.joins()
        player, wire = await house.joins()
        await stranger.hears("> ")
        await player.hears("> ")
        wire.send("Sleep well.\n")
        wire.close()
        await house.server.stop()
        assert (await stranger.hears_the_end()).endswith(f"{NOTICES.closing}\r\n".encode())
        assert (await player.hears_the_end()).endswith(b"Sleep well.\r\n")


async def test_stopping_does_not_wait_for_a_session_that_hangs() -> None:
    async with a_house(rest) as house:
        peer, _ = await house.joins()
        stopping = asyncio.ensure_future(house.server.stop())
        await house.clock.move_for_sleepers(10.0)
        await stopping
        await peer.hears_the_end()
        assert house.server.connections == 0


async def test_a_connection_that_is_gone_is_forgotten() -> None:
    async with a_house(echo) as house:
        peer, wire = await house.joins()
        peer.types("quit")
        await peer.hears_the_end()
        await house.server.stop()
        gone = weakref.ref(wire)
        del wire
        gc.collect()
        assert gone() is None


async def test_the_peer_is_known_by_its_address() -> None:
    async with a_house() as house:
        _, wire = await house.joins()
        assert wire.address == "127.0.0.1"


async def test_input_that_cannot_be_read_ends_the_connection_and_its_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(options: Options, data: bytes) -> None:
        raise LookupError("a fault below")

    async with a_house() as house:
        peer, wire = await house.joins()
        monkeypatch.setattr(Options, "feed", breaks)
        peer.types("look")
        with pytest.raises(WireClosed):
            await wire.line()
        await peer.hears_the_end()


@pytest.mark.parametrize(
    ("peer", "address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::1%eth0", "fe80::/64"),
        ("", "", ""),
    ],
)
def test_limits_count_an_address_or_the_network_around_one_of_ipv6(
    peer: str, address: str, origin: str
) -> None:
    assert (address_of(peer), origin_of(address_of(peer))) == (address, origin)


async def test_half_closed_a_connection_is_not_gone() -> None:
    async with a_house() as house:
        peer, wire = await house.joins()
        peer.types(b"one\ntwo\n")
        peer.hangs_up()
        assert [await wire.line(), wire.waiting, await wire.line(), wire.waiting] == ["one", 1, "two", 0]
        with pytest.raises(WireClosed):
            await wire.line()
        leaving = asyncio.ensure_future(wire.gone())
        wire.send("still heard\n")
        await peer.hears("still heard")
        assert not leaving.done()
        peer.vanishes()
        async with asyncio.timeout(5):
            while not leaving.done():  # with nothing more to read, that shows only when something is written
                wire.send("into the void\n")
                await asyncio.sleep(0)

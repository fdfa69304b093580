"""No client's bytes take more than a small share of a turn of the loop."""

from __future__ import annotations

import asyncio

import pytest

from mud.session.wire import WireClosed
from mud.telnet.inbox import Inbox


class Tap:
    """A source that notes whether it is held up."""

    def __init__(self) -> None:
        self.running = True

    def pause_reading(self) -> None:
        self.running = False

    def resume_reading(self) -> None:
        self.running = True


def a_queue(tap: Tap, waiting: int) -> Inbox:
    """An inbox in which every segment is a line."""

    def digest(segment: bytes) -> None:
        inbox.put(segment)

    inbox = Inbox(tap, waiting=waiting, digest=digest)
    return inbox


async def test_a_big_segment_is_looked_at_in_small_shares() -> None:
    tap, shares = Tap(), list[int]()
    inbox = Inbox(tap, waiting=10, digest=lambda data: shares.append(len(data)))
    inbox.receive(b"x" * 100_000)
    assert sum(shares) <= 4_096
    assert not tap.running
    for _ in range(100):
        await asyncio.sleep(0)
    assert sum(shares) == 100_000
    assert tap.running


async def test_the_source_waits_while_the_queue_is_full() -> None:
    tap = Tap()
    inbox = a_queue(tap, waiting=4)
    for line in (b"1", b"2", b"3", b"4"):
        inbox.receive(line)
    assert not tap.running
    assert [await inbox.take() for _ in range(2)] == [b"1", b"2"]
    await asyncio.sleep(0)
    assert tap.running


async def test_what_came_before_the_end_is_still_there() -> None:
    inbox = a_queue(Tap(), waiting=1)
    inbox.receive(b"1")
    inbox.receive(b"2")
    inbox.end()
    assert [await inbox.take(), await inbox.take()] == [b"1", b"2"]
    with pytest.raises(WireClosed):
        await inbox.take()


async def test_nothing_is_there_after_closing() -> None:
    inbox = a_queue(Tap(), waiting=1)
    inbox.receive(b"1")
    inbox.close()
    inbox.receive(b"2")
    with pytest.raises(WireClosed):
        await inbox.take()


async def test_of_a_lost_client_only_the_lines_that_wait_are_left() -> None:
    inbox = a_queue(Tap(), waiting=2)
    inbox.receive(b"1")
    inbox.receive(b"2")
    inbox.receive(b"a flood")
    inbox.lose()
    assert [await inbox.take() for _ in range(2)] == [b"1", b"2"]
    with pytest.raises(WireClosed):
        await inbox.take()

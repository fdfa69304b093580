"""The bounds on passwords, wrong tries and the pace of lines."""

from __future__ import annotations

import asyncio
import threading

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from mud.session.pace import Pace
from mud.session.passwords import Passwords, TooManyWaiting
from mud.session.tries import FIRST_WAIT, LONGEST_WAIT, MOST_ADDRESSES, MOST_TRIES, Tries
from tests.rig.clock import ManualClock

QUICK = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


class SlowHasher(PasswordHasher):
    """Hashes when it is let, and remembers where."""

    def __init__(self) -> None:
        super().__init__(**QUICK)
        self.go = threading.Event()
        self.threads: set[str] = set()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.threads.add(threading.current_thread().name)
        self.go.wait(5)
        return super().hash(password, salt=salt)


async def test_a_password_is_verified_by_its_hash_alone() -> None:
    passwords = Passwords(hasher=PasswordHasher(**QUICK))
    hashed = await passwords.hash("오픈 세서미")
    assert await passwords.verify(hashed, "오픈 세서미")
    assert not await passwords.verify(hashed, "오픈 세서미 ")
    assert not await passwords.verify("no hash at all", "오픈 세서미")
    assert hashed != await passwords.hash("오픈 세서미")
    assert not passwords.outdated(hashed)
    assert Passwords(hasher=PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)).outdated(hashed)
    passwords.close()


async def test_hashing_is_done_beside_the_loop_and_bounded() -> None:
    hasher = SlowHasher()
    passwords = Passwords(threads=2, waiting=3, hasher=hasher)
    hashing = [asyncio.create_task(passwords.hash(f"password {n}")) for n in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyWaiting):
        await passwords.hash("one too many")
    hasher.go.set()
    assert len(set(await asyncio.gather(*hashing))) == 3
    assert len(hasher.threads) <= 2
    assert threading.current_thread().name not in hasher.threads
    assert await passwords.hash("there is room again")
    passwords.close()


def test_wrong_passwords_slow_an_address_more_and_more_and_are_forgotten() -> None:
    clock = ManualClock()
    tries = Tries(clock)
    for _ in range(MOST_TRIES - 1):
        tries.wrong("here")
    assert tries.wait("here") == 0
    tries.wrong("here")
    assert (tries.wait("here"), tries.wait("there")) == (FIRST_WAIT, 0)
    tries.wrong("here")
    assert tries.wait("here") == 2 * FIRST_WAIT
    for _ in range(30):
        tries.wrong("here")
    assert tries.wait("here") == LONGEST_WAIT
    clock.advance(LONGEST_WAIT)
    assert tries.wait("here") == 0
    clock.advance(3_601)
    tries.wrong("here")
    assert tries.wait("here") == 0
    tries.right("here")
    assert tries.wait("here") == 0


def test_no_more_addresses_are_remembered_than_so_many() -> None:
    tries = Tries(ManualClock())
    for _ in range(MOST_TRIES):
        tries.wrong("first")
    for number in range(MOST_ADDRESSES):
        tries.wrong(str(number))
    assert tries.wait("first") == 0


@given(
    st.floats(0.5, 50),
    st.lists(st.floats(0, 3), max_size=40),
)
def test_no_more_lines_are_taken_than_the_rate_allows(rate: float, pauses: list[float]) -> None:
    clock = ManualClock()
    taken: list[float] = []

    async def play() -> None:
        pace = Pace(clock, rate)
        for pause in pauses:
            clock.advance(pause)
            taking = asyncio.ensure_future(pace.take())
            await asyncio.sleep(0)
            while not taking.done():
                clock.advance(clock.waited_for[0])
                await asyncio.sleep(0)
            taken.append(clock.monotonic())

    asyncio.new_event_loop().run_until_complete(play())
    burst = max(1.0, 2 * rate)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= burst + (taken[last] - taken[first]) * rate + 1.001

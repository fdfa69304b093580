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
from mud.session.tries import (
    FIRST_WAIT,
    FORGIVEN_AFTER,
    LONGEST_FOR_NAME,
    LONGEST_FOR_ORIGIN,
    MOST_COUNTED,
    MOST_REMEMBERED,
    MOST_TRIES,
    MOST_WAITING,
    TooManyTries,
    Tries,
)
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


class Guesser:
    """Tries passwords, and measures how long each try had to wait."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.tries = Tries(self.clock)

    async def wait(self, origin: str, name: str, *, right: bool = False) -> float:
        """The seconds that a further try waits, which is wrong in the end, or right."""
        began = self.clock.monotonic()
        trying = asyncio.ensure_future(self.tries.begin(origin, name))
        await asyncio.sleep(0)
        while not trying.done():
            self.clock.advance(self.clock.waited_for[0])
            await asyncio.sleep(0)
        if right:
            self.tries.right(origin, name)
        else:
            self.tries.wrong(origin)
        return self.clock.monotonic() - began


async def test_after_five_wrong_passwords_each_further_try_waits_longer_up_to_a_bound() -> None:
    guesser = Guesser()
    waits = [await guesser.wait("here", "ada") for _ in range(60)]
    assert waits[: MOST_TRIES + 1] == [0.0] * MOST_TRIES + [FIRST_WAIT]
    assert sorted(waits[:12]) == waits[:12]
    assert max(waits) <= LONGEST_FOR_NAME
    assert sum(waits[-10:]) > 9 * FORGIVEN_AFTER * 0.9  # who goes on guessing has two tries a minute
    assert await guesser.wait("there", "ada") == 0.0


async def test_others_at_the_same_address_wait_a_little_and_are_never_refused() -> None:
    guesser = Guesser()
    for _ in range(30):
        await guesser.wait("here", "ada")
    assert 0.0 < await guesser.wait("here", "bob") <= LONGEST_FOR_ORIGIN
    guesser.clock.advance(MOST_COUNTED * FORGIVEN_AFTER)
    assert await guesser.wait("here", "bob") == 0.0


async def test_an_account_of_ones_own_does_not_help_to_guess_at_another() -> None:
    guesser = Guesser()
    for _ in range(8):
        await guesser.wait("here", "ada")
        await guesser.wait("here", "mine", right=True)
    assert await guesser.wait("here", "ada") > 4 * FIRST_WAIT
    assert await guesser.wait("here", "cleo") > FIRST_WAIT


async def test_a_right_password_clears_the_count_of_its_name() -> None:
    guesser = Guesser()
    for _ in range(MOST_TRIES - 2):
        await guesser.wait("here", "ada")
    await guesser.wait("here", "ada", right=True)
    assert [await guesser.wait("here", "ada") for _ in range(2)] == [0.0, 0.0]


async def test_who_come_back_together_from_one_address_do_not_wait_for_each_other() -> None:
    guesser = Guesser()
    for number in range(200):
        await guesser.tries.begin("here", f"player{number}")
    assert guesser.clock.waited_for == []


async def test_many_tries_at_once_follow_each_other_and_too_many_are_not_taken() -> None:
    clock = ManualClock()
    tries = Tries(clock)
    trying = [asyncio.ensure_future(tries.begin("here", "ada")) for _ in range(100)]
    await asyncio.sleep(0)
    clock.advance(MOST_WAITING)
    outcomes = await asyncio.gather(*trying, return_exceptions=True)
    taken = [outcome for outcome in outcomes if outcome is None]
    refused = [outcome for outcome in outcomes if isinstance(outcome, TooManyTries)]
    assert MOST_TRIES < len(taken) < 12
    assert len(taken) + len(refused) == 100
    assert all(isinstance(error.values["seconds"], int) for error in refused)


async def test_no_more_origins_are_remembered_than_so_many() -> None:
    tries = Tries(ManualClock())
    for _ in range(MOST_TRIES):
        await tries.begin("first", "ada")
        tries.wrong("first")
    for number in range(MOST_REMEMBERED):
        await tries.begin(str(number), "ada")
        tries.wrong(str(number))
    again = asyncio.ensure_future(tries.begin("first", "ada"))
    await asyncio.sleep(0)
    assert again.done()  # at once: what it had done is forgotten


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

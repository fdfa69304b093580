"""Passwords: hashed with Argon2 beside the event loop, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")

LEAST, MOST = 6, 128
"""Characters of a password."""


class TooManyWaiting(Exception):
    """So many passwords wait to be checked that no further one is taken."""

    key = "login.crowded"

    def __init__(self) -> None:
        super().__init__(self.key)
        self.values: dict[str, object] = {}


class Passwords:
    """Hashes and checks passwords in `threads` threads of its own; at most `waiting` may be under way or wait.

    One hash takes some 50 ms of a processor and 64 MiB (RFC 9106, second recommended option, as argon2-cffi has it): hence the bounds.
    """

    def __init__(self, *, threads: int = 2, waiting: int = 64, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="passwords")
        self._free = waiting

    async def hash(self, password: str) -> str:
        """The password's hash, salted. Raises `TooManyWaiting`."""
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, hashed: str, password: str) -> bool:
        """Whether the password is the one that was hashed. Raises `TooManyWaiting`."""
        return await self._run(lambda: self._verify(hashed, password))

    def outdated(self, hashed: str) -> bool:
        """Whether the hash was made with other parameters than those in use now, so that it should be made anew."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        """End the threads, without waiting for what they are doing."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._free <= 0:
            raise TooManyWaiting
        self._free -= 1
        running = asyncio.get_running_loop().run_in_executor(self._pool, work)
        running.add_done_callback(
            self._done
        )  # when the thread is done, not when somebody stops waiting for it
        return await running

    def _done(self, _: object) -> None:
        self._free += 1

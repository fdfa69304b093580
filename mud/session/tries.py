"""Wrong passwords: who guesses has to wait."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass

from mud.world.chance import Clock

MOST_TRIES = 5
"""Wrong passwords after which a connection is closed and its address slowed."""

FIRST_WAIT = 30.0  # seconds; doubled by each further wrong password
LONGEST_WAIT = 900.0
FORGOTTEN_AFTER = 3_600.0  # seconds without a wrong password
MOST_ADDRESSES = 10_000  # remembered at once; of more the oldest are forgotten


@dataclass(slots=True)
class _Record:
    wrong: int = 0
    last: float = 0.0
    shut_until: float = 0.0


class Tries:
    """Counts wrong passwords by address."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def wait(self, address: str) -> int:
        """Whole seconds that this address has to wait before it may try a password again; 0: none."""
        record = self._records.get(address)
        return max(0, math.ceil(record.shut_until - self._clock.monotonic())) if record is not None else 0

    def wrong(self, address: str) -> None:
        """A wrong password came from there."""
        now = self._clock.monotonic()
        record = self._records.pop(address, None)
        if record is None or now - record.last > FORGOTTEN_AFTER:
            record = _Record()
        record.wrong += 1
        record.last = now
        if record.wrong >= MOST_TRIES:
            doubled = min(record.wrong - MOST_TRIES, 16)
            record.shut_until = now + min(LONGEST_WAIT, FIRST_WAIT * 2**doubled)
        self._records[address] = record
        while len(self._records) > MOST_ADDRESSES:
            self._records.popitem(last=False)

    def right(self, address: str) -> None:
        """The right password came from there: the address is trusted again."""
        self._records.pop(address, None)

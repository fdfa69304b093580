"""Wrong passwords: who guesses has to wait, longer and longer; nobody is shut out for what others did.

Wrong passwords are counted twice: for the name that is tried from an origin, and for the origin with all its names. For the name a try
counts as wrong from its beginning, until it proves right, and tries follow each other: many at once gain nothing. The wait for the origin
is short, as others may live there. Counts go down with time. A right password clears the count of that name from that origin, and nothing
else: with an account of one's own one does not guess faster.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from mud.world.chance import Clock

MOST_TRIES = 5
"""Wrong passwords after which a connection is closed, and those that follow from its origin wait."""

FORGIVEN_AFTER = 30.0  # seconds, for one wrong password
FIRST_WAIT = 1.0  # seconds; doubled by each further wrong password, up to
LONGEST_FOR_NAME = 30.0  # between two tries of one name from one origin,
LONGEST_FOR_ORIGIN = 8.0  # and before any other try from there
MOST_COUNTED = 12  # wrong passwords: more are not held against anybody
MOST_WAITING = 60.0  # seconds: a try that would have to wait longer, behind others of the same name from the same origin, is not taken
MOST_REMEMBERED = 10_000  # names and origins each; of more the ones that were quiet longest are forgotten


class TooManyTries(Exception):
    """So many tries of one name from one origin are under way that no further one is taken. Values: `seconds` until one would be."""

    key = "login.too_many_tries"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{self.key}: {seconds}")
        self.values: dict[str, object] = {"seconds": seconds}


@dataclass(slots=True)
class _Count:
    """Wrong passwords at a moment, and when the last of the tries that wait is due."""

    wrong: float = 0.0
    at: float = 0.0
    due: float = 0.0


class Tries:
    """Counts wrong passwords, and lets tries wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._names: OrderedDict[Hashable, _Count] = OrderedDict()
        self._origins: OrderedDict[Hashable, _Count] = OrderedDict()

    async def begin(self, origin: str, name: str) -> None:
        """Wait until a password of that name may be tried from there. Raises `TooManyTries`."""
        now = self._clock.monotonic()
        of_name = self._count(self._names, (origin, name))
        of_origin = self._count(self._origins, origin)
        due = max(now, of_name.due) + _wait(of_name.wrong, LONGEST_FOR_NAME)
        if due - now > MOST_WAITING:
            raise TooManyTries(round(due - now - MOST_WAITING) + 1)
        of_name.due = due
        wait = max(due - now, _wait(of_origin.wrong, LONGEST_FOR_ORIGIN))
        of_name.wrong = min(of_name.wrong + 1, MOST_COUNTED)
        if wait > 0:
            await self._clock.sleep(wait)

    def wrong(self, origin: str) -> None:
        """The try was wrong."""
        of_origin = self._count(self._origins, origin)
        of_origin.wrong = min(of_origin.wrong + 1, MOST_COUNTED)

    def right(self, origin: str, name: str) -> None:
        """The try was right: it does not count, nor do those of that name before it."""
        self._names.pop((origin, name), None)

    def _count(self, counts: OrderedDict[Hashable, _Count], key: Hashable) -> _Count:
        """The count as it is now."""
        now = self._clock.monotonic()
        count = counts.pop(key, None) or _Count()
        count.wrong = max(0.0, count.wrong - (now - count.at) / FORGIVEN_AFTER)
        count.at = now
        counts[key] = count
        while len(counts) > MOST_REMEMBERED:
            counts.popitem(last=False)
        return count


def _wait(wrong: float, longest: float) -> float:
    """Seconds that a try waits after so many wrong ones."""
    if wrong <= MOST_TRIES - 1:
        return 0.0
    return min(longest, FIRST_WAIT * math.exp2(wrong - MOST_TRIES))

"""One end for all that takes part in a stop, so that what each waits for does not add up."""

from __future__ import annotations

from .chance import Clock


class Stop:
    """The moment at which a stop began. Until `begin` is called there is none, and nobody has to hurry."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began: float | None = None

    def begin(self) -> None:
        """The stop begins now, unless it has begun already."""
        if self._began is None:
            self._began = self._clock.monotonic()

    def within(self, seconds: float) -> Deadline:
        """The end of a part of the stop: so many seconds after it began."""
        return Deadline(self, seconds)

    def elapsed(self) -> float:
        """Seconds since the stop began; 0 before."""
        return 0.0 if self._began is None else self._clock.monotonic() - self._began


class Deadline:
    """When a part of a stop has to be over."""

    def __init__(self, stop: Stop, seconds: float) -> None:
        self._stop = stop
        self._seconds = seconds

    def left(self) -> float:
        """Seconds that are left; never less than 0."""
        return max(0.0, self._seconds - self._stop.elapsed())

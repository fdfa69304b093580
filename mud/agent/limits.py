"""The bounds of a run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one run may cost before it ends in `TurnFailed`.

    `seconds`: the whole run. `first`: seconds to the first piece of an answer, `silence`: between two of them. `calls`: tool calls,
    final ones not counted. `requests`: requests answered. `failures`: refused calls, unusable answers and retried requests, all in
    one count. `answer`: characters of one answer, calls included. `prompt`: tokens of a run's first request, beyond which the oldest
    of the history goes; None: no such bound. `window`: tokens of one request. `tokens`: tokens of all requests and answers. `pauses`:
    seconds to wait before each retry of a request that failed before its answer began; `patience`: the longest such wait that an
    endpoint may ask for.
    """

    seconds: float = 60.0
    first: float = 20.0
    silence: float = 20.0
    calls: int = 20
    requests: int = 8
    failures: int = 4
    answer: int = 30_000
    prompt: int | None = None
    window: int = 24_000
    tokens: int = 100_000
    pauses: tuple[float, ...] = (0.5, 2.0)
    patience: float = 10.0

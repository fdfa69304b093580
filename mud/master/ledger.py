"""What the model costs: requests and tokens, by the kind of turn, by the player and by the hour; and how much anybody may spend.

Kept in memory for a day: the log has each request for longer. Only what an endpoint answers costs anything; the storyteller does not.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import structlog

from mud.agent import Usage
from mud.world.chance import Clock

MOST_HOURS = 24
MOST_NAMED = 5  # players who are named with what they spent, those who spent most

Spent = Literal["player", "castle"]
"""Whose tokens of the hour are used up."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Cost:
    """Requests, and their tokens. `cached` are a part of `prompt`; `estimated`: some were counted by ourselves, not by the endpoint."""

    requests: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    estimated: bool = False

    @classmethod
    def of(cls, usage: Usage) -> Cost:
        """The cost of one request."""
        return cls(1, usage.prompt, usage.cached, usage.completion, usage.estimated)

    @property
    def tokens(self) -> int:
        """Tokens of requests and answers."""
        return self.prompt + self.completion

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.requests + other.requests,
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.estimated or other.estimated,
        )


NOTHING = Cost()


@dataclass(slots=True)
class Hour:
    """What was spent in the hour that began then, by kind of turn and by player."""

    began: datetime
    kinds: dict[str, Cost] = field(default_factory=dict)
    players: dict[str, Cost] = field(default_factory=dict)

    @property
    def whole(self) -> Cost:
        """All of it."""
        return sum(self.kinds.values(), NOTHING)

    def most(self) -> list[tuple[str, Cost]]:
        """The players who spent most, with what they spent."""
        return sorted(self.players.items(), key=lambda each: -each[1].tokens)[:MOST_NAMED]

    def add(self, other: Hour) -> None:
        """Count another hour in."""
        for mine, theirs in ((self.kinds, other.kinds), (self.players, other.players)):
            for name, cost in theirs.items():
                mine[name] = mine.get(name, NOTHING) + cost


class Ledger:
    """Keeps the accounts. `player_tokens` and `castle_tokens`: how many one player, and all together, may spend in an hour of the clock;
    None: any number. Whoever has spent them is only kept from beginning another turn: one turn may go beyond, within its own limits.
    """

    def __init__(
        self, clock: Clock, *, player_tokens: int | None = None, castle_tokens: int | None = None
    ) -> None:
        self._clock = clock
        self._player_tokens = player_tokens
        self._castle_tokens = castle_tokens
        self._hours: deque[Hour] = deque(maxlen=MOST_HOURS)

    def add(self, kind: str, player: str | None, usage: Usage) -> None:
        """Count a request for a turn of that kind, on behalf of a player, by their name, or of the castle."""
        one, hour = Hour(self._now()), self.hour()
        one.kinds[kind] = Cost.of(usage)
        if player is not None:
            one.players[player] = Cost.of(usage)
        hour.add(one)

    def spent(self, player: str) -> Spent | None:
        """Whose tokens stand in the way of another turn of that player in this hour; None: nobody's."""
        hour = self.hour()
        if self._castle_tokens is not None and hour.whole.tokens >= self._castle_tokens:
            return "castle"
        if (
            self._player_tokens is not None
            and hour.players.get(player, NOTHING).tokens >= self._player_tokens
        ):
            return "player"
        return None

    def hour(self) -> Hour:
        """This hour."""
        now = self._now()
        if not self._hours or self._hours[-1].began != now:
            if self._hours:
                _log(self._hours[-1])
            self._hours.append(Hour(now))
        return self._hours[-1]

    def day(self) -> Hour:
        """This hour and those before it, up to a day, as one that began with the first of them."""
        self.hour()
        whole = Hour(self._hours[0].began)
        for hour in self._hours:
            whole.add(hour)
        return whole

    def _now(self) -> datetime:
        return self._clock.now().replace(minute=0, second=0, microsecond=0)


def _log(hour: Hour) -> None:
    """What an hour has cost, once it is over; nothing of one in which nothing was asked."""
    for kind, cost in hour.kinds.items():
        log.info(
            "cost of an hour",
            began=hour.began.isoformat(),
            kind=kind,
            requests=cost.requests,
            prompt=cost.prompt,
            cached=cost.cached,
            completion=cost.completion,
            estimated=cost.estimated,
        )

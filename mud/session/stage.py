"""What play needs of the rest of the house, as it is handed to everything in here."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mud.bus.local import Bus
from mud.castle.castle import Castle
from mud.master.ledger import Ledger, Spent
from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.text import Block, Scribe, Wordbook
from mud.world.chance import Clock
from mud.world.events import Said
from mud.world.model import Lang, Player, RoomView

if TYPE_CHECKING:
    from .presence import Presence


class Master(Protocol):
    """What play needs of the game master; see `mud.master.master.GameMaster`."""

    async def seat(self, player: Player, room_id: str, lang: Lang) -> Seat:
        """A seat for a life of a player."""
        ...

    def notice(self, seat: Seat) -> Spent | None:
        """Whose tokens of the hour are used up, once an hour, to be told."""
        ...

    def shown(self, view: RoomView, lang: Lang) -> None:
        """A room was shown to somebody who reads that language."""
        ...

    async def turn(self, seat: Seat, line: str, hearer: Hearer, *, said: Said | None = None) -> None:
        """Answer a line. Raises `TurnFailed`."""
        ...

    async def fill(self, seat: Seat, hearer: Hearer) -> None:
        """Make the blank room in which the player stands. Raises `TurnFailed`."""
        ...

    def claim_fill(self, room_id: str) -> bool:
        """Take the lease of a blank room."""
        ...

    def release_fill(self, room_id: str) -> None:
        """Give it back."""
        ...

    async def break_off_fills(self) -> None:
        """Make no room on the engine's behalf that was begun before now."""
        ...


class Commands(Protocol):
    """The direct commands."""

    def find(self, line: str, *, admin: bool) -> Act | None:
        """What a line does at once, by an admin or by anybody else; None for one that the game master answers."""
        ...

    def help(self, lang: Lang, words: Wordbook, *, admin: bool) -> Block:
        """What there is."""
        ...

    def help_on(self, word: str, lang: Lang, words: Wordbook, *, admin: bool) -> Block | None:
        """What a word does; None if it is none of theirs."""
        ...


class Act(Protocol):
    """A direct command with its argument, ready to be carried out."""

    @property
    def needs_castle(self) -> bool:
        """Whether it is done in the castle: not by the dead, nor while the castle is being made anew."""
        ...

    def __call__(self, me: Presence, /) -> Awaitable[None]:
        """Carry it out. Raises what the castle refuses."""
        ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of play: lines that may wait behind a turn, seconds of grace after a lost link, seconds of silence before sleep."""

    waiting_lines: int
    grace_seconds: float
    idle_seconds: float


@dataclass(frozen=True, slots=True)
class Stage:
    """The things that every player plays with."""

    castle: Castle
    master: Master
    bus: Bus
    scribe: Scribe
    clock: Clock
    commands: Commands
    bounds: Bounds
    ledger: Ledger

    @property
    def words(self) -> Wordbook:
        """The engine's lines."""
        return self.scribe.words

"""Everything that can happen in the castle: one frozen dataclass for each kind.

Two families. A `Committed` event was written to the log in the transaction that made it true, and carries its place in the one order of
the castle, `seq`. A `Passing` event changes nothing in the graph (a tell, a link that was lost) and is not stored.

Each event names people by `Who`, so that it can be worded for anybody without asking the graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .grid import Direction, Position
from .model import Ghost, Lang, Named, Tally, Who, Words


class SleepReason(StrEnum):
    """Why a player fell asleep."""

    QUIT = "quit"
    LINK_LOST = "link lost"
    SERVER_STOPPED = "server stopped"
    IDLE = "idle"
    KICKED = "kicked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What every committed event carries: a unique id, when it happened (UTC) and its place in the log (0 before the commit)."""

    id: str
    at: datetime
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleFounded(Committed):
    """The porch and the dark room behind its door were made."""

    porch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeBegan(Committed):
    """Somebody stands on the porch for the first time, or anew after death (`former`)."""

    player: Who
    room: str
    former: Who | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Woke(Committed):
    """A sleeping player woke where they slept."""

    player: Who
    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FellAsleep(Committed):
    """A player faded from the room, asleep."""

    player: Who
    room: str
    why: SleepReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Committed):
    """Somebody went through a door. `room` is where they are now; they came from `from_room` by going `direction`."""

    who: Who
    from_room: str
    room: str
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Committed):
    """A player or a ghost spoke aloud; `to` is whom they turned to. `other`: the same words in the castle's other language, if known."""

    who: Who
    room: str
    text: str
    lang: Lang
    other: str = ""
    to: Who | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Emoted(Committed):
    """A player struck a pose: `text` follows the name."""

    who: Who
    room: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Committed):
    """A player did something that the game master told. `line` is for onlookers, in `lang`, `other` the same in the other language.

    Where the viewer's language has no line, the engine words it.
    """

    who: Who
    room: str
    line: str
    lang: Lang
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomMade(Committed):
    """A blank room took shape. `doors` are all the doors that it has; `opened` those that this made."""

    room: str
    position: Position
    name: str
    description: str
    lang: Lang
    doors: tuple[Direction, ...]
    opened: tuple[Direction, ...]
    words: tuple[Words, ...] = ()
    by: Who | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOpened(Committed):
    """The engine opened a door in a filled room, so that the castle stays endless."""

    room: str
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class GhostMade(Committed):
    """A ghost came into being."""

    room: str
    ghost: Ghost


@dataclass(frozen=True, slots=True, kw_only=True)
class PutInWords(Committed):
    """The texts of a room, or of a ghost in it (`ghost_id`), were put into a further language."""

    room: str
    ghost_id: str | None
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionChanged(Committed):
    """A ghost thinks otherwise of a player. `before` is the opinion it had, "" if none."""

    ghost: Who
    player: Who
    room: str
    opinion: str
    score: int | None
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Peril(Committed):
    """What warning and death have in common. `cause` is a ghost's id or a danger in a few words, `cause_name` is for readers, `cause_names`
    are a ghost's names in other languages."""

    player: Who
    room: str
    how: str
    cause: str
    cause_name: str
    lang: Lang
    other: str = ""
    cause_names: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned(_Peril):
    """The castle warned a player of mortal danger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(_Peril):
    """A player died, by what they had been warned of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountMade(Committed):
    """Somebody may log in by this name from now on."""

    account: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminChanged(Committed):
    """Somebody is an admin from now on, or is one no longer."""

    account: str
    name: str
    admin: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetBegan(Committed):
    """The castle is being reset: what was counted goes, accounts only `with_accounts`. `by` is an admin's player, None for an operator."""

    by: Who | None
    with_accounts: bool
    gone: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleReset(Committed):
    """The castle is as new: whoever is left of those in it is on the porch. `resets`: how often that has happened by now."""

    by: Who | None
    porch: str
    with_accounts: bool
    gone: Tally
    resets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """What every event that is not stored carries."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Passing):
    """A private word from one player to another, anywhere in the castle."""

    who: Who
    to: Who
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLost(Passing):
    """A player's connection broke: they stand there, staring at nothing, until they come back or fall asleep."""

    player: Who
    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkBack(Passing):
    """A player whose connection had broken is back."""

    player: Who
    room: str


Event = Committed | Passing

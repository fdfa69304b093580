"""The things of the castle, as plain frozen values. Nothing here reads or writes the graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .grid import Direction, Position


class Lang(StrEnum):
    """A language that the castle speaks."""

    EN = "en"
    KO = "ko"


class DoorWord(StrEnum):
    """What the game master is told of one direction of a room."""

    DOOR = "Door"
    NO_DOOR = "No door"
    UNKNOWN = "Unknown"


class Being(StrEnum):
    """What kind of somebody a `Who` names."""

    PLAYER = "player"
    GHOST = "ghost"


@dataclass(frozen=True, slots=True)
class Named:
    """A name in one language."""

    lang: Lang
    name: str


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody in the castle, as events name them: the id for the engine, the name for readers.

    `names` are a ghost's names in languages other than its own.
    """

    id: str
    name: str
    being: Being = Being.PLAYER
    names: tuple[Named, ...] = ()

    def name_in(self, lang: Lang) -> str:
        """The name in that language; in its own where there is no other."""
        return next((named.name for named in self.names if named.lang is lang), self.name)


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a thing in one language. `description` is a ghost's appearance; `character` is empty for all but ghosts."""

    lang: Lang
    name: str
    description: str
    character: str = ""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A ghost, which is in exactly one room. `words` are its texts in languages other than its own."""

    id: str
    name: str
    appearance: str
    character: str
    lang: Lang
    words: tuple[Words, ...] = ()

    def said_in(self, lang: Lang) -> Words:
        """Its texts in that language; in its own where nobody has put them into that one yet."""
        own = Words(self.lang, self.name, self.appearance, self.character)
        return next((w for w in (own, *self.words) if w.lang == lang), own)

    @property
    def who(self) -> Who:
        """How events name this ghost."""
        return Who(self.id, self.name, Being.GHOST, tuple(Named(w.lang, w.name) for w in self.words))


@dataclass(frozen=True, slots=True)
class Player:
    """One life of one person in the castle."""

    id: str
    name: str
    guest: bool = False

    @property
    def who(self) -> Who:
        """How events name this player."""
        return Who(self.id, self.name, Being.PLAYER)


@dataclass(frozen=True, slots=True)
class Account:
    """Who logs in. `password` is the argon2 hash, never the password itself."""

    id: str
    name: str
    skeleton: str
    password: str = field(repr=False)
    language: Lang | None
    admin: bool
    player: Player


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one ghost thinks of one player now. `score` runs from -100 (hates) to 100 (loves), None where nobody gave one."""

    ghost_id: str
    player_id: str
    opinion: str
    score: int | None


@dataclass(frozen=True, slots=True)
class Room:
    """A room. Blank (name and description both empty) means: known to exist behind a door, not made yet.

    `words` are its texts in languages other than its own.
    """

    id: str
    position: Position
    name: str
    description: str
    lang: Lang
    doors: frozenset[Direction]
    words: tuple[Words, ...] = ()

    def said_in(self, lang: Lang) -> Words:
        """Its texts in that language; in its own where nobody has put them into that one yet."""
        own = Words(self.lang, self.name, self.description)
        return next((w for w in (own, *self.words) if w.lang == lang), own)

    @property
    def blank(self) -> bool:
        """Whether nobody has made this room yet."""
        return not self.name


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room with who is in it, as those who stand there may see it."""

    room: Room
    words: Mapping[Direction, DoorWord]
    ghosts: tuple[Ghost, ...] = ()
    players: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """Where an act comes from: checked inside the transaction that commits it.

    `resets` is the castle's count of resets when the act began.
    """

    player: Player
    room_id: str
    resets: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How much there is in a castle that a reset undoes: rooms beside the two of a new castle, ghosts, items; and how many players are
    present in it, and accounts there are.
    """

    rooms: int
    ghosts: int
    items: int
    players: int
    accounts: int


@dataclass(frozen=True, slots=True)
class GhostProposal:
    """A ghost that a game master would like to exist."""

    name: str
    appearance: str
    character: str
    lang: Lang
    words: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomProposal:
    """A room that a game master would like a blank room to become. `doors` are those wished for."""

    name: str
    description: str
    doors: frozenset[Direction]
    lang: Lang
    words: tuple[Words, ...] = ()
    ghosts: tuple[GhostProposal, ...] = ()

"""Refusals: what the castle's rules do not allow. Each carries a key and values, which `text/` turns into words for a player and
`master/` into an answer for a model."""

from __future__ import annotations

from typing import ClassVar

from mud.graph.errors import GraphError

# What the graph raises comes through the castle to those above it, who do not know the graph.
__all__ = [
    "BadScore",
    "BadText",
    "CastleBusy",
    "DuplicateGhost",
    "Elsewhere",
    "GhostNotHere",
    "GraphError",
    "InWordsAlready",
    "NameTaken",
    "NoCastle",
    "NoDoor",
    "NoSuchAccount",
    "NoSuchPlayer",
    "NotBlank",
    "NotTheMaker",
    "Refused",
    "ResetMeanwhile",
    "TooManyGhosts",
    "UnderReset",
]


class Refused(Exception):
    """The castle refuses. Nothing was changed."""

    key: ClassVar[str] = "castle.refused"

    def __init__(self, **values: object) -> None:
        super().__init__(f"{self.key} {values}" if values else self.key)
        self.values = values


class NoDoor(Refused):
    """There is no door that way. Values: `direction`, `open` (the directions that have doors)."""

    key = "castle.no_door"


class Elsewhere(Refused):
    """The player is not (or no longer) where this act began, is not alive and awake, or the castle was reset since."""

    key = "castle.elsewhere"


class NotBlank(Refused):
    """The room has been made already. Values: `name`."""

    key = "castle.not_blank"


class BadText(Refused):
    """A text is empty, too long or not fit to be shown. Values: `field`, `most` (characters allowed)."""

    key = "castle.bad_text"


class GhostNotHere(Refused):
    """No such ghost is in this room. Values: `here` (the ids that are)."""

    key = "castle.ghost_not_here"


class DuplicateGhost(Refused):
    """A ghost of this name is in this room already. Values: `name`."""

    key = "castle.duplicate_ghost"


class InWordsAlready(Refused):
    """The thing has texts in this language already."""

    key = "castle.in_words_already"


class TooManyGhosts(Refused):
    """The room holds as many ghosts as one room may. Values: `most`."""

    key = "castle.too_many_ghosts"


class NotTheMaker(Refused):
    """Ghosts come only into a room that the same turn has just made."""

    key = "castle.not_the_maker"


class BadScore(Refused):
    """A score lies outside -100 to 100. Values: `score`."""

    key = "castle.bad_score"


class NameTaken(Refused):
    """Somebody has this name, or one that looks like it. Values: `name`."""

    key = "castle.name_taken"


class NoSuchPlayer(Refused):
    """That player does not exist (any more). Values: `id`."""

    key = "castle.no_such_player"


class NoSuchAccount(Refused):
    """No account has that name. Values: `name`."""

    key = "castle.no_such_account"


class UnderReset(Refused):
    """A reset of the castle is under way."""

    key = "castle.under_reset"


class ResetMeanwhile(Refused):
    """The castle has been reset since it was said what would go."""

    key = "castle.reset_meanwhile"


class NoCastle(Refused):
    """There is no castle in this graph."""

    key = "castle.none"


class CastleBusy(Refused):
    """Another server is alive on this castle. Values: `holder`."""

    key = "castle.another_server"

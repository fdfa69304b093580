"""Words for errors: an exception with a key and values becomes a line for whoever must know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from mud.world.grid import Direction
from mud.world.model import Lang

from .room import directions_line
from .styled import Line, Meaning, Span
from .template import Value
from .words import Wordbook


class Keyed(Protocol):
    """What an exception must have to be worded."""

    @property
    def key(self) -> str:
        """Which kind of error this is, such as "castle.no_door"."""
        ...

    @property
    def values(self) -> Mapping[str, object]:
        """What its line may name."""
        ...


def word_error(error: Keyed, lang: Lang, words: Wordbook) -> Line:
    """The error in the castle's voice, for a player: the text `error.<key>`, else one that says that something went wrong.

    Nothing that only concerns whoever runs the castle (addresses, users, what a library said) is in these texts.
    """
    return _worded(f"error.{error.key}", error, lang, words) or words.line(lang, "error.unknown")


def word_fault(error: Keyed, lang: Lang, words: Wordbook) -> Line:
    """The error in plain words, for whoever runs the castle: the text `fault.<key>`, else what the exception itself says."""
    return _worded(f"fault.{error.key}", error, lang, words) or words.line(
        lang, "fault.unknown", detail=str(error)
    )


def word_failure(key: str, lang: Lang, words: Wordbook) -> Line:
    """Why a turn of the game master failed, for the player whose turn it was: the text `play.failed.<key>`, else a general one.

    Where the key says that the model could not answer, the key of the model's own error may be given in its place.
    """
    name = f"play.failed.{key.replace(' ', '_')}"
    return words.line(lang, name if name in words else "play.failed.other")


def _worded(key: str, error: Keyed, lang: Lang, words: Wordbook) -> Line | None:
    if key not in words or not words.slots(key) <= error.values.keys():
        return None
    values = {name: _value(error.values[name], lang, words) for name in words.slots(key)}
    return words.line(lang, key, **values)


def _value(value: object, lang: Lang, words: Wordbook) -> Value:
    match value:
        case Direction():
            return Span(words.direction(lang, value), Meaning.EXIT)
        case Lang():
            return words.text(lang, f"language.{value}")
        case int() | str():
            return value
        case None:
            return words.text(lang, "list.none")
        case Collection():
            return _enumerated(value, lang, words)
        case _:
            return str(value)


def _enumerated(values: Collection[object], lang: Lang, words: Wordbook) -> Line:
    directions = [value for value in values if isinstance(value, Direction)]
    if len(directions) == len(values):
        return directions_line(directions, lang, words)
    return words.join(lang, [_value(value, lang, words) for value in values])

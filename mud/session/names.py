"""What a player may be called."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from confusable_homoglyphs import categories

from mud.files import Files

from .skeleton import Skeletons

LEAST, MOST = 2, 20
"""Characters of a name."""

MARKS_IN_A_ROW = (
    2  # more than any living script puts on one letter, and less than it takes to write over the lines around
)

_DIGITS = "0123456789"
_NO_SCRIPT = frozenset({"COMMON", "INHERITED"})
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
_MARKS = frozenset({"Mn", "Mc"})
_LOOSE_JAMO = re.compile(
    "[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]"
)  # parts of syllables, and the letter that is invisible


class NameRefused(Exception):
    """A name cannot be had. `reason` is a key below "login.name_refused" in the words; `values` are what its line shows."""

    def __init__(self, reason: str, **values: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values: Mapping[str, str | int] = values


@dataclass(frozen=True, slots=True)
class Name:
    """A name fit to be borne, and the skeleton that it shares with all names that look like it."""

    text: str
    skeleton: str

    def same_as(self, other: str) -> bool:
        """Whether the other name is this one but for its case: not merely one that looks like it."""
        return _normal(other).casefold() == self.text.casefold()


class Names:
    """The rules for names. `reserved` are words that nobody may be called, nor anything that looks like them."""

    def __init__(self, skeletons: Skeletons, reserved: Iterable[str]) -> None:
        self._skeletons = skeletons
        self._reserved = frozenset(skeletons.of(_normal(word)) for word in reserved)

    @classmethod
    def load(cls, files: Files, commands: Iterable[str] = ()) -> Names:
        """The rules with the words of `config/reserved.toml` and those of the commands. Raises `FileMissing`, `ValueError`."""
        tables: dict[str, list[str]] = tomllib.loads(files.config_text("reserved.toml"))
        return cls(Skeletons(), [*(word for words in tables.values() for word in words), *commands])

    def check(self, typed: str) -> Name:
        """The name that somebody typed, in NFKC. Raises `NameRefused`."""
        text = _normal(typed)
        if not text or len(text) < LEAST:
            raise NameRefused("too_short", least=LEAST)
        if len(text) > MOST:
            raise NameRefused("too_long", most=MOST)
        _check_letters(text)
        if {
            self.skeleton_of(text),
            self.skeleton_of(text.rstrip(_DIGITS)),
        } & self._reserved:  # "Guest7" is the castle's to give
            raise NameRefused("reserved")
        return Name(text, self.skeleton_of(text))

    def typed(self, text: str) -> Name:
        """The name that somebody typed who means one that is borne already."""
        return Name(_normal(text), self.skeleton_of(text))

    def skeleton_of(self, text: str) -> str:
        """The skeleton under which a name is found, whether or not it may be borne."""
        return self._skeletons.of(_normal(text))

    def guest(self, word: str, number: int) -> Name:
        """The name of a guest to whom the castle gives one, such as "Guest7"."""
        text = _normal(f"{word}{number}")
        return Name(text, self.skeleton_of(text))


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text.strip())


def _check_letters(text: str) -> None:
    """Letters of one script with their marks, and digits 0 to 9 that follow a letter."""
    if unicodedata.category(text[0]) not in _LETTERS or _LOOSE_JAMO.search(text):
        raise NameRefused("letters")
    scripts: set[str] = set()
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        if not (category in _LETTERS or 0 < marks <= MARKS_IN_A_ROW or character in _DIGITS):
            raise NameRefused("letters")
        scripts.add(categories.alias(character))
    if len(scripts - _NO_SCRIPT) > 1:
        raise NameRefused("mixed_scripts")

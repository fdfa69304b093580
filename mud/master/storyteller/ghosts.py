"""New ghosts, and the voices of those that are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rapidfuzz import fuzz, process

from mud.world.chance import SeededDice
from mud.world.grid import Position
from mud.world.model import Lang

from .grammar import Grammar, Looks, Voice
from .permute import Shuffle, spread_step
from .phrase import Phrase, Texts, sentence

T = TypeVar("T")
_MISSPELT = 80.0  # likeness (0 to 100) from which a word is a name

_HAUNTED = 0.4  # share of rooms with a ghost
_FIRST = Position(0, 0, 1)  # behind the porch's door: whoever comes new to the castle meets somebody at once
_CROWDED = 0.15  # share of haunted rooms with two


@dataclass(frozen=True, slots=True)
class GhostTexts:
    """A ghost to be made, in each language."""

    name: Texts
    appearance: Texts
    character: Texts


class _Spread(Generic[T]):
    """A list dealt out over the grid so that rooms near each other get different ones of it."""

    def __init__(self, key: str, options: Sequence[T]) -> None:
        self._options = options
        self._order = Shuffle(key, len(options))
        self._step = spread_step(len(options))

    def at(self, position: Position, which: int) -> T:
        """The one for the ghost of that number, 0 or 1, in the room there. The two of one room differ."""
        size = len(self._options)
        number = position.x + self._step * position.y + which * (size // 2)
        return self._options[self._order(number % size)]


class Ghosts:
    """Makes the ghosts of the room at any position: always the same ones for a seed, and unlike those of rooms nearby."""

    def __init__(self, grammar: Grammar, seed: str) -> None:
        self._seed = seed
        self._looks = looks = grammar.looks
        self._voices = grammar.voices.root
        self._names = {name: names for names in _all_names(looks) for name in names.values()}
        self._called = {name.say(one).lower(): name for name in (*looks.women, *looks.men) for one in Lang}
        self._voice_spread = _Spread(f"{seed}/voices", list(self._voices.values()))
        self._first_names = {
            names: _Spread(f"{seed}/{names}", _first_names(looks, names)) for names in ("women", "men", "any")
        }
        self._details = {
            slot: _Spread(f"{seed}/{slot}", phrases)
            for slot, phrases in {
                "epithet": looks.epithets,
                "figure": looks.figures,
                "clothes": looks.clothes,
                "mark": looks.marks,
                "quirk": looks.quirks,
            }.items()
        }

    def at(self, position: Position) -> tuple[GhostTexts, ...]:
        """The ghosts of a new room there: none, one, or rarely two, differing in name and voice."""
        dice = SeededDice(f"{self._seed}/{position}/ghosts")
        if dice.roll() >= _HAUNTED and position != _FIRST:
            return ()
        return tuple(self._make(position, which) for which in range(2 if dice.roll() < _CROWDED else 1))

    def _make(self, position: Position, which: int) -> GhostTexts:
        looks = self._looks
        voice = self._voice_spread.at(position, which)
        parts = {slot: spread.at(position, which) for slot, spread in self._details.items()}
        parts["first"] = self._first_names[voice.names].at(position, which)
        parts["voice"] = voice.core
        values = {lang: {slot: phrase.say(lang) for slot, phrase in parts.items()} for lang in Lang}
        return GhostTexts(
            looks.name.both(values),
            _sentences(looks.appearance.both(values)),
            _sentences(looks.character.both(values)),
        )

    def voice_of(self, ghost_id: str, character: str) -> Voice:
        """How that ghost talks: by its character in either language; a ghost that another game master made gets one by its id."""
        for voice in self._voices.values():
            if any(voice.core.say(lang).lower() in character.lower() for lang in Lang):
                return voice
        voices = list(self._voices.values())
        return SeededDice(f"{self._seed}/{ghost_id}/voice").pick(voices)

    def first_name(self, word: str, lang: Lang) -> str:
        """The first name in that language that a word is, though it be misspelt a little; "" if it is none that ghosts are given."""
        like = process.extractOne(word.lower(), list(self._called), scorer=fuzz.ratio, score_cutoff=_MISSPELT)
        return self._called[like[0]].say(lang) if like is not None else ""

    def name_in(self, name: str, lang: Lang) -> str:
        """A ghost's name in that language, if it is one that the storyteller gives; else the name as it is."""
        return self._names[name][lang] if name in self._names else name


def _first_names(looks: Looks, names: str) -> list[Phrase]:
    return {"women": looks.women, "men": looks.men, "any": [*looks.women, *looks.men]}[names]


def _sentences(texts: Texts) -> Texts:
    return {lang: sentence(text) for lang, text in texts.items()}


def _all_names(looks: Looks) -> Iterator[Texts]:
    for first in (*looks.women, *looks.men):
        for epithet in looks.epithets:
            yield looks.name.both(
                {lang: {"first": first.say(lang), "epithet": epithet.say(lang)} for lang in Lang}
            )

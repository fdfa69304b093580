"""New rooms: their names and descriptions in both languages, and which doors they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mud.world.chance import SeededDice
from mud.world.grid import Direction, Position
from mud.world.model import DoorWord, Lang

from .grammar import Clause, Dangers, Grammar, Pattern
from .permute import Shuffle, cell_number, digits
from .phrase import Phrase, Texts, sentence

_DANGEROUS = 0.12  # share of rooms that have something deadly in them
_LENGTHS = (3, 3, 4, 4, 4, 5)  # sentences in a description
_LONGEST = max(_LENGTHS)
_DOORS = {
    1: (0, 1, 1, 1),
    2: (1, 1, 2, 2),
    3: (1, 1, 2, 2, 2, 3),
    4: (1, 2, 2, 3),
}  # new doors, by how many there may be


@dataclass(frozen=True, slots=True)
class RoomTexts:
    """What a room is called and how it looks, in each language."""

    name: Texts
    description: Texts


class Rooms:
    """Makes the texts of the room at any position: always the same for a seed, and unlike those of every room nearby."""

    def __init__(self, grammar: Grammar, seed: str) -> None:
        self._seed = seed
        self._prime = grammar.prime
        self._kinds = grammar.names.kinds
        self._patterns: tuple[Pattern, ...] = tuple(grammar.names.patterns.values())
        self._clauses: tuple[Clause | Dangers, ...] = (
            *grammar.sentences.root.values(),
            grammar.dangers,
        )
        words = sum(len(pattern.words) for pattern in self._patterns)
        self._names = Shuffle(f"{seed}/names", len(self._kinds) * words)
        self._codes = Shuffle(f"{seed}/sentences", self._prime**3)

    def texts(self, position: Position) -> RoomTexts:
        """The texts of the room at that position."""
        return RoomTexts(self.name(position), self._description(position))

    def name(self, position: Position) -> Texts:
        """The name alone."""
        number = self._names(cell_number(position.x, position.y))
        rest, kind = divmod(number, len(self._kinds))
        for pattern in self._patterns:
            if rest < len(pattern.words):
                break
            rest -= len(pattern.words)
        values = {
            lang: {"kind": self._kinds[kind].say(lang), "word": pattern.words[rest].say(lang)}
            for lang in Lang
        }
        return pattern.frame.both(values)

    def _description(self, position: Position) -> Texts:
        number = self._codes(cell_number(position.x, position.y))
        code = digits(number, self._prime, 3 * len(self._clauses))
        dice = SeededDice(f"{self._seed}/{position}/sentences")
        sentences = [
            self._sentence(index, code[3 * index : 3 * index + 3], dice) for index in self._chosen(dice)
        ]
        return {lang: " ".join(texts[lang] for texts in sentences) for lang in Lang}

    def _chosen(self, dice: SeededDice) -> list[int]:
        """Which kinds of sentences a room has, in the order of the file."""
        *kinds, danger = range(len(self._clauses))
        length = dice.pick(_LENGTHS)
        deadly = dice.roll() < _DANGEROUS
        if deadly:
            length = min(length, _LONGEST - 1)
        while len(kinds) > length:
            kinds.remove(dice.pick(kinds))
        return [*kinds, danger] if deadly else kinds

    def _sentence(self, index: int, code: tuple[int, ...], dice: SeededDice) -> Texts:
        clause = self._clauses[index]
        things = [deadly.name for deadly in clause.a] if isinstance(clause, Dangers) else clause.a
        phrases = [
            self._phrase(options, f"{index}/{slot}", digit)
            for slot, options, digit in zip("abc", (things, clause.b, clause.c), code, strict=True)
        ]
        values = {
            lang: {slot: phrase.say(lang) for slot, phrase in zip("abc", phrases, strict=True)}
            for lang in Lang
        }
        if isinstance(clause, Dangers):
            values[Lang.EN]["a"] = with_article(values[Lang.EN]["a"])
        texts = dice.pick(clause.frames).both(values)
        return {lang: sentence(text) for lang, text in texts.items()}

    def _phrase(self, options: list[Phrase], slot: str, digit: int) -> Phrase:
        """A castle uses as many phrases of a list as the code has digits, and another castle others."""
        return options[Shuffle(f"{self._seed}/{slot}", len(options))(digit)]


def with_article(noun: str) -> str:
    """The English noun with "a" or "an"."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def doors_to_ask(words: Mapping[Direction, DoorWord], dice: SeededDice) -> tuple[Direction, ...]:
    """Which of the unknown directions get a door: not all, but more than one in the mean, and one if there is no other way on."""
    unknown = [way for way in Direction if words.get(way) is DoorWord.UNKNOWN]
    if not unknown:
        return ()
    wished = dice.pick(_DOORS[len(unknown)])
    if sum(word is DoorWord.DOOR for word in words.values()) <= 1:
        wished = max(wished, 1)
    chosen: list[Direction] = []
    while len(chosen) < wished:
        chosen.append(dice.pick([way for way in unknown if way not in chosen]))
    return tuple(way for way in Direction if way in chosen)

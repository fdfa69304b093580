"""New ghosts, and the voices of those that are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mud.world.chance import SeededDice
from mud.world.grid import Position
from mud.world.model import Lang

from .grammar import Grammar, Looks, Voice
from .phrase import Phrase, Texts, sentence

_HAUNTED = 0.4  # share of rooms with a ghost
_CROWDED = 0.15  # share of haunted rooms with two


@dataclass(frozen=True, slots=True)
class GhostTexts:
    """A ghost to be made, in each language."""

    name: Texts
    appearance: Texts
    character: Texts


class Ghosts:
    """Makes the ghosts of the room at any position: always the same ones for a seed."""

    def __init__(self, grammar: Grammar, seed: str) -> None:
        self._seed = seed
        self._looks = grammar.looks
        self._voices = grammar.voices.root
        self._names = {name: names for names in _all_names(grammar.looks) for name in names.values()}

    def at(self, position: Position) -> tuple[GhostTexts, ...]:
        """The ghosts of a new room there: none, one, or rarely two, differing in name and voice."""
        dice = SeededDice(f"{self._seed}/{position}/ghosts")
        if dice.roll() >= _HAUNTED:
            return ()
        made: list[GhostTexts] = []
        voices = list(self._voices)
        for _ in range(2 if dice.roll() < _CROWDED else 1):
            voice = dice.pick(voices)
            voices.remove(voice)
            ghost = self._make(self._voices[voice], dice)
            if all(ghost.name != one.name for one in made):
                made.append(ghost)
        return tuple(made)

    def _make(self, voice: Voice, dice: SeededDice) -> GhostTexts:
        looks = self._looks
        first = dice.pick(_first_names(looks, voice))
        epithet = dice.pick(looks.epithets)
        parts = {
            "first": first,
            "epithet": epithet,
            "figure": dice.pick(looks.figures),
            "clothes": dice.pick(looks.clothes),
            "mark": dice.pick(looks.marks),
            "voice": voice.core,
            "quirk": dice.pick(looks.quirks),
        }
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

    def name_in(self, name: str, lang: Lang) -> str:
        """A ghost's name in that language, if it is one that the storyteller gives; else the name as it is."""
        return self._names[name][lang] if name in self._names else name


def _first_names(looks: Looks, voice: Voice) -> list[Phrase]:
    return {"women": looks.women, "men": looks.men, "any": [*looks.women, *looks.men]}[voice.names]


def _sentences(texts: Texts) -> Texts:
    return {lang: sentence(text) for lang, text in texts.items()}


def _all_names(looks: Looks) -> Iterator[Texts]:
    for first in (*looks.women, *looks.men):
        for epithet in looks.epithets:
            yield looks.name.both(
                {lang: {"first": first.say(lang), "epithet": epithet.say(lang)} for lang in Lang}
            )

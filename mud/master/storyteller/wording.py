"""What the slots of the storyteller's phrases stand for in a scene, in each language, and which phrase comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mud.text.korean import with_particle
from mud.world.chance import SeededDice
from mud.world.grid import Direction
from mud.world.model import Lang

from .ghosts import Ghosts
from .grammar import Grammar
from .phrase import Phrase, sentence, within
from .rooms import Rooms
from .scene import Dialogue, GhostHere, Scene

Values = Mapping[Lang, Mapping[str, str]]

_MOST_REPEATS = 8  # so many stories back a phrase is not used again if there is another one


class Wording:
    """Fills in the slots."""

    def __init__(self, grammar: Grammar, rooms: Rooms, ghosts: Ghosts, seed: str) -> None:
        self._grammar = grammar
        self._rooms = rooms
        self._ghosts = ghosts
        self._seed = seed

    def values(self, scene: Scene, ghost: GhostHere | None = None, **more: str) -> dict[Lang, dict[str, str]]:
        """The slots that every scene has, in both languages, and `more` that read the same in both."""
        return {lang: self._values(scene, lang, ghost) | more for lang in Lang}

    def _values(self, scene: Scene, lang: Lang, ghost: GhostHere | None) -> dict[str, str]:
        others = [one for one in scene.ghosts if ghost is None or one.id != ghost.id]
        values = {
            "player": scene.traveller.name,
            "room": self._room(scene, lang),
            "ways": self.ways(scene.room.ways, lang),
            "ways_or": self.ways(scene.room.ways, lang, choice=True),
            "others": self.ghost_names(others, lang),
            "others_or": self.ghost_names(others, lang, choice=True),
            "company": self._company(scene, lang),
            "former": scene.traveller.likeness or "",
        }
        if ghost is not None:
            values["ghost"] = self._ghosts.name_in(ghost.name, lang)
        return values

    def _room(self, scene: Scene, lang: Lang) -> str:
        """The room's name, in the other language too if it is the storyteller's own."""
        own = self._rooms.name(scene.room.cell)
        name = own[lang] if scene.room.name in (*own.values(), "") else scene.room.name
        return within(name, lang)

    def way(self, direction: Direction, lang: Lang) -> str:
        """The word for a direction."""
        return self._grammar.deeds.ways[direction].say(lang)

    def ways(self, directions: Iterable[Direction], lang: Lang, *, choice: bool = False) -> str:
        """Several directions in a row; as a `choice` it is one or another."""
        nowhere = self._grammar.talk.nobody.nowhere.say(lang)
        row = _choice if choice else _row
        return row([self.way(direction, lang) for direction in directions], lang) or nowhere

    def ghost_names(self, ghosts: Iterable[GhostHere], lang: Lang, *, choice: bool = False) -> str:
        """Several ghosts in a row; as a `choice` it is one or another."""
        row = _choice if choice else _row
        return row([self._ghosts.name_in(ghost.name, lang) for ghost in ghosts], lang) or self._none(lang)

    def _company(self, scene: Scene, lang: Lang) -> str:
        ghosts = [self._ghosts.name_in(ghost.name, lang) for ghost in scene.ghosts]
        return _row([*ghosts, *(player.name for player in scene.players)], lang) or self._none(lang)

    def _none(self, lang: Lang) -> str:
        return self._grammar.talk.nobody.none.say(lang)

    def dice(self, scene: Scene, what: str) -> SeededDice:
        """Dice for one decision of a turn."""
        return SeededDice(f"{self._seed}/{scene.id}/{scene.room.id}/{scene.line}/{what}")

    def tell(self, dialogue: Dialogue, phrases: Sequence[Phrase], values: Values) -> str:
        """One of the phrases in the player's language; not one that was told a short while ago, if there is another."""
        scene = dialogue.scene
        texts = [phrase.say(scene.language, values[scene.language]) for phrase in phrases]
        lately = "\n".join(dialogue.told[-_MOST_REPEATS:])
        fresh = [text for text in texts if text not in lately]
        return sentence(self.dice(scene, texts[0]).pick(fresh or texts))


def _choice(words: Sequence[str], lang: Lang) -> str:
    if lang is Lang.EN:
        return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
    return " ".join([*(with_particle(word, "이나/나") for word in words[:-1]), *words[-1:]])


def _row(words: Sequence[str], lang: Lang) -> str:
    if len(words) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(words)
    if lang is Lang.EN:
        return f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{with_particle(', '.join(words[:-1]), '과/와')} {words[-1]}"

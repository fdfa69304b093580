"""Going somewhere: which door a player means."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from mud.world.grid import Direction

from .answer import Answer, Call
from .grammar import Grammar
from .phrase import Phrase
from .scene import Dialogue, Scene
from .talk import narrate
from .tongue import Tongue
from .understanding import Intent
from .wording import Wording

_NAMED = 85.0  # likeness (0 to 100) from which a neighbouring room is taken to be named


class Going:
    """Chooses the door, or says why none was chosen."""

    def __init__(self, grammar: Grammar, wording: Wording) -> None:
        self._lines = grammar.deeds.going
        self._wording = wording

    def knows(self, scene: Scene, tongue: Tongue, intent: Intent) -> bool:
        """Whether the line speaks of a way, and not of a thing to step up to."""
        if intent.here or tongue.is_one_of(intent.thing, "windows"):
            return intent.towards is not None
        return (
            not intent.thing
            or intent.towards is not None
            or any(tongue.leads(intent.words, where) for where in ("back", "onward", "storey"))
            or _neighbour(scene, intent) is not None
        )

    def go(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Answer:
        """Move if it is clear through which door; if not, say which there are."""
        scene = dialogue.scene
        ways = scene.room.ways
        back = None if scene.traveller.came is None else scene.traveller.came.opposite
        onward = [way for way in ways if way is not back]
        if intent.towards is not None:
            return self._towards(dialogue, intent.towards)
        neighbour = _neighbour(scene, intent)
        if neighbour is not None:
            return self._towards(dialogue, neighbour)
        if tongue.leads(intent.words, "storey"):
            return self._instead(scene, self._lines.no_storey)
        if not ways:
            return self._instead(scene, self._lines.none)
        if tongue.leads(intent.words, "back"):
            return self._back(dialogue, back)
        if len(onward) == 1:
            return self._move(dialogue, onward[0])
        return self._instead(scene, self._lines.which if onward else self._lines.only_back, onward or ways)

    def refused(self, scene: Scene, direction: Direction | None) -> str:
        """The story when the engine did not let the player through."""
        language = scene.language
        values = self._wording.values(scene)[language]
        if direction is None:
            return self._lines.none.say(language)
        return self._lines.refused.say(language, values | {"way": self._wording.way(direction, language)})

    def _towards(self, dialogue: Dialogue, direction: Direction) -> Answer:
        if direction in dialogue.scene.room.ways:
            return self._move(dialogue, direction)
        if not dialogue.scene.room.ways:
            return self._instead(dialogue.scene, self._lines.none)
        return self._instead(dialogue.scene, self._lines.no_door, direction=direction)

    def _back(self, dialogue: Dialogue, back: Direction | None) -> Answer:
        ways = dialogue.scene.room.ways
        if back is None and len(ways) == 1:
            return self._move(dialogue, ways[0])
        if back is None or back not in ways:
            return self._instead(dialogue.scene, self._lines.unknown_back)
        return self._move(dialogue, back)

    def _move(self, dialogue: Dialogue, direction: Direction) -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene)
        for lang, slots in values.items():
            slots["way"] = self._wording.way(direction, lang)
        story = self._wording.tell(dialogue, self._lines.gone, values)
        return (Call.of("move", direction=direction.value), narrate(scene, story))

    def _instead(
        self,
        scene: Scene,
        phrase: Phrase,
        ways: Sequence[Direction] | None = None,
        *,
        direction: Direction | None = None,
    ) -> Answer:
        language = scene.language
        values = self._wording.values(scene)[language]
        if ways is not None:
            values["ways"] = self._wording.ways(ways, language)
            values["ways_or"] = self._wording.ways(ways, language, choice=True)
        if direction is not None:
            values["way"] = self._wording.way(direction, language)
        return (narrate(scene, phrase.say(language, values)),)


def _neighbour(scene: Scene, intent: Intent) -> Direction | None:
    """The direction of the neighbouring room that the line names."""
    names = {
        way: room.name.lower()
        for way, room in scene.room.neighbours.items()
        if room is not None and room.name
    }
    likeness = {way: fuzz.partial_ratio(intent.thing.lower(), name) for way, name in names.items()}
    named = [way for way, like in likeness.items() if like >= _NAMED and len(intent.thing) > 1]
    return named[0] if len(named) == 1 else None

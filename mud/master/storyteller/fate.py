"""Deadly things: found again in a room's description, and what happens to those who do what they should not."""

from __future__ import annotations

from mud.world.model import Lang

from .answer import Answer
from .grammar import Deadly, Grammar, Way
from .scene import Dialogue, Scene
from .talk import kill, narrate
from .tongue import Tongue
from .understanding import Intent
from .wording import Wording


class Fate:
    """Warns, and kills those who were warned."""

    def __init__(self, grammar: Grammar, wording: Wording) -> None:
        self._dangers = grammar.dangers
        self._beats = grammar.deeds.beats
        self._wording = wording

    def tempted(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Answer | None:
        """The answer to a deed that a deadly thing of this room punishes; None for all other deeds."""
        scene = dialogue.scene
        for deadly in self._dangers.a:
            way = self._dangers.ways[deadly.way]
            if intent.deed in way.acts and _in_room(deadly, scene) and _meant(deadly, tongue, intent):
                return self._struck(dialogue, deadly, way)
        return None

    def _struck(self, dialogue: Dialogue, deadly: Deadly, way: Way) -> Answer:
        scene = dialogue.scene
        causes = {Lang.EN: f"the {deadly.name.say(Lang.EN)}", Lang.KO: deadly.name.say(Lang.KO)}
        warned = any(warning.cause in causes.values() for warning in scene.traveller.warned)
        values = {lang: {"thing": deadly.name.say(lang), "player": scene.traveller.name} for lang in Lang}
        how = (way.how_dead if warned else way.how_warned).both(values)
        story = self._wording.tell(dialogue, way.dead if warned else way.warned, values)
        if not warned:
            story += " " + self._wording.tell(dialogue, self._beats, self._wording.values(scene))
        return (kill(scene, causes[scene.castle_language], how), narrate(scene, story))


def _in_room(deadly: Deadly, scene: Scene) -> bool:
    return any(deadly.name.say(lang) in scene.room.description.lower() for lang in Lang)


def _meant(deadly: Deadly, tongue: Tongue, intent: Intent) -> bool:
    """Whether the line names the thing, by its noun at least, or names nothing at all."""
    if not intent.thing:
        return intent.deed in {"drink", "eat", "wear"}
    return any(tongue.is_in(deadly.name.say(lang), intent.words) for lang in Lang) or any(
        tongue.is_in(intent.thing, deadly.name.say(lang)) for lang in Lang
    )

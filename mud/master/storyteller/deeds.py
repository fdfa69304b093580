"""Deeds that the tools know nothing of: told, with nothing claimed that did not happen."""

from __future__ import annotations

from .answer import Answer
from .grammar import Deed, Grammar
from .phrase import Phrase
from .scene import Dialogue, GhostHere
from .talk import narrate
from .tongue import Tongue
from .understanding import Intent, Understanding
from .wording import Wording

_LONGEST_QUOTE = 60  # characters of a line that are repeated to the player
_ABOUT_THE_ROOM = frozenset({"examine", "search", "listen", "smell"})


class Deeds:
    """Tells what comes of a deed."""

    def __init__(self, grammar: Grammar, understanding: Understanding, wording: Wording) -> None:
        self._lines = grammar.deeds
        self._understanding = understanding
        self._wording = wording

    def done(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Answer:
        """The story of a deed, done to a ghost, to another player, to a thing that is here, or to nothing named."""
        scene = dialogue.scene
        deed = self._lines.deeds[intent.deed]
        thing = intent.thing
        if not thing or tongue.is_one_of(thing, "vague"):
            return self._told(dialogue, intent, deed, "")
        ghost = next((one for one in scene.ghosts if tongue.names(thing, one.name)), None)
        if ghost is not None:
            return self._to_ghost(dialogue, intent, deed, ghost)
        player = next((one.name for one in scene.players if tongue.names(thing, one.name)), None)
        if player is not None:
            return self._plain(dialogue, self._lines.on_player.lines, thing=player)
        if intent.deed in {"open", "close", "knock"} and tongue.is_one_of(thing, "doors") and scene.room.ways:
            return self._plain(dialogue, [self._lines.plain.doors])
        if tongue.is_one_of(thing, "ambient"):
            about_room = intent.deed in _ABOUT_THE_ROOM or not deed.thing
            return self._told(dialogue, intent, deed, "" if about_room else thing)
        if not deed.thing:
            return self._told(dialogue, intent, deed, "")
        if not self._understanding.here(scene, tongue, thing):
            return self._plain(dialogue, self._lines.plain.absent, thing=thing)
        return self._told(dialogue, intent, deed, thing)

    def not_owned(self, dialogue: Dialogue, thing: str) -> Answer:
        """The player spoke of something that it does not carry."""
        return self._plain(dialogue, self._lines.plain.not_owned, thing=thing)

    def strange(self, dialogue: Dialogue) -> Answer:
        """The player tried to command the game itself."""
        return self._plain(dialogue, self._lines.plain.strange)

    def not_understood(self, dialogue: Dialogue) -> Answer:
        """Said plainly, with what could be done instead."""
        line = dialogue.scene.line
        short = line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1] + "…"
        return self._plain(dialogue, self._lines.plain.not_understood, line=short)

    def help(self, dialogue: Dialogue) -> Answer:
        """What can be done here."""
        return self._plain(dialogue, self._lines.plain.help)

    def unable(self, dialogue: Dialogue) -> str:
        """The story when the engine refused what was tried."""
        return self._lines.plain.unable.say(dialogue.scene.language)

    def _to_ghost(self, dialogue: Dialogue, intent: Intent, deed: Deed, ghost: GhostHere) -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene, ghost, appearance=ghost.appearance, character=ghost.character)
        looked = [self._lines.on_ghost.looked] if intent.deed == "examine" else self._lines.on_ghost.lines
        story = self._wording.tell(dialogue, looked, values)
        return (narrate(scene, story, deed.onlookers.both(values)),)

    def _told(self, dialogue: Dialogue, intent: Intent, deed: Deed, thing: str) -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene, thing=thing)
        story = self._wording.tell(dialogue, deed.thing if thing else deed.bare, values)
        beat = self._wording.tell(dialogue, self._lines.beats, values)
        return (narrate(scene, f"{story} {beat}", deed.onlookers.both(values)),)

    def _plain(self, dialogue: Dialogue, phrases: list[Phrase], *, thing: str = "", line: str = "") -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene, thing=thing, line=line)
        story = self._wording.tell(dialogue, phrases, values)
        return (narrate(scene, story, self._lines.plain.onlookers.both(values)),)

"""Deeds that the tools know nothing of: told, with nothing claimed that did not happen."""

from __future__ import annotations

import re

from mud.text.language import has_hangul
from mud.world.model import Lang

from .answer import Answer
from .grammar import Deed, Grammar
from .number import one_of
from .phrase import Phrase
from .scene import Dialogue, GhostHere, Scene
from .talk import narrate
from .tongue import Tongue
from .understanding import Intent, Understanding
from .wording import Wording

_LATELY = 6  # stories
_LONGEST_QUOTE = 60  # characters of a line that are repeated to the player
_ABOUT_THE_ROOM = frozenset({"examine", "search", "listen", "smell"})
_TO_DOORS = frozenset({"open", "close", "use", "break"})
_NEEDS_NO_THING = frozenset(
    {"write", "light", "sing", "play", "climb"}
)  # done all the same where the thing is not here
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class Deeds:
    """Tells what comes of a deed."""

    def __init__(self, grammar: Grammar, understanding: Understanding, wording: Wording) -> None:
        self._lines = grammar.deeds
        self._whom = grammar.talk.nobody.whom
        self._understanding = understanding
        self._wording = wording

    def done(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Answer:
        """The story of a deed, done to a ghost, to another player, to a thing that is here, or to nothing named."""
        scene = dialogue.scene
        deed = self._lines.deeds[intent.deed]
        thing = intent.thing
        if not thing or not deed.thing or tongue.is_one_of(thing, "vague"):
            return self._told(dialogue, intent, deed, "")
        if intent.deed == "examine" and tongue.is_one_of(thing, "own"):
            return self.answered(dialogue, "self")
        ghost = self._ghost(dialogue, tongue, thing)
        if ghost is not None:
            return self._to_ghost(dialogue, intent, deed, ghost)
        player = next((one.name for one in scene.players if tongue.names(thing, one.name)), None)
        if player is not None:
            return self._plain(dialogue, self._lines.on_player.lines, thing=player)
        if intent.deed in _TO_DOORS and tongue.is_one_of(thing, "doors") and scene.room.ways:
            return self._plain(dialogue, [self._lines.plain.doors])
        if tongue.is_one_of(thing, "airy"):
            return self._to_air(dialogue, tongue, deed, thing)
        if tongue.is_one_of(thing, "whole") and intent.deed in _ABOUT_THE_ROOM:
            return self._told(dialogue, intent, deed, "")
        door = tongue.is_one_of(thing, "doors") and bool(scene.room.ways)
        if door or self._understanding.here(scene, tongue, thing):
            return self._told(dialogue, intent, deed, thing)
        return self._without(dialogue, tongue, intent, deed)

    def _without(self, dialogue: Dialogue, tongue: Tongue, intent: Intent, deed: Deed) -> Answer:
        """A deed done to what is not here."""
        scene = dialogue.scene
        if intent.deed in _NEEDS_NO_THING:
            return self._told(dialogue, intent, deed, tongue.in_text(intent.words, scene.room.description))
        if tongue.is_one_of(intent.thing, "ghosts"):
            return self._plain(dialogue, [self._whom] if scene.ghosts else self._lines.plain.no_ghost)
        return self._plain(dialogue, self._lines.plain.absent, thing=intent.thing)

    def answered(self, dialogue: Dialogue, question: str) -> Answer:
        """A question about where one is, who is here, which ways there are or what one carries."""
        scene = dialogue.scene
        if question == "company" and not (scene.ghosts or scene.players):
            question = "alone"
        return self._plain(dialogue, self._lines.answers[question])

    def to_player(self, dialogue: Dialogue, player: str) -> Answer:
        """Something was to be said to another player, who is here."""
        return self._plain(dialogue, self._lines.on_player.lines, thing=player)

    def wordless(self, dialogue: Dialogue) -> Answer:
        """The player typed marks and no words."""
        return self._plain(dialogue, self._lines.plain.wordless)

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

    def _ghost(self, dialogue: Dialogue, tongue: Tongue, thing: str) -> GhostHere | None:
        """The ghost that is meant: by its name, by what it is, or as the only one here."""
        scene = dialogue.scene
        named = [one for one in scene.ghosts if tongue.names(thing, *one.names)]
        if named:
            return named[0]
        if self._understanding.here(scene, tongue, thing):
            return None
        called = [one for one in scene.ghosts if tongue.calls(thing, one.character)]
        if not called and tongue.is_one_of(thing, "ghosts"):
            called = list(scene.ghosts)
        return called[0] if len(called) == 1 else None

    def _to_ghost(self, dialogue: Dialogue, intent: Intent, deed: Deed, ghost: GhostHere) -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene, ghost, appearance=ghost.appearance, character=ghost.character)
        on_ghost = self._lines.on_ghost
        if intent.deed == "listen":
            return self._told(dialogue, intent, deed, "")
        looks = intent.deed == "examine"
        story = self._wording.tell(dialogue, [on_ghost.looked] if looks else on_ghost.lines, values)
        seen = on_ghost.looking if looks else on_ghost.onlookers
        return (narrate(scene, story, seen.both(values)),)

    def _to_air(self, dialogue: Dialogue, tongue: Tongue, deed: Deed, thing: str) -> Answer:
        """A deed done to what cannot be grasped: light, a smell, dust."""
        scene = dialogue.scene
        values = self._wording.values(scene, thing=_noun(thing))
        story = self._wording.tell(dialogue, deed.airy or self._lines.plain.airy, values)
        story = self._as_told(dialogue, tongue, thing, story) if deed.airy else story
        beat = self._wording.tell(dialogue, self._lines.beats, values)
        return (narrate(scene, f"{story} {beat}", self._seen(scene, deed, thing)),)

    def _as_told(self, dialogue: Dialogue, tongue: Tongue, thing: str, story: str) -> str:
        """A look at something, after what the room's own text says of it, unless that was said a short while ago."""
        told = next(
            (one for one in _SENTENCE.split(dialogue.scene.room.description) if tongue.is_in(thing, one)), ""
        )
        lately = any(told in one for one in dialogue.told[-_LATELY:])
        return f"{told} {story}" if told and not lately else story

    def _told(self, dialogue: Dialogue, intent: Intent, deed: Deed, thing: str) -> Answer:
        scene = dialogue.scene
        named = _noun(thing) if intent.deed != "give" else thing
        values = self._wording.values(scene, thing=named)
        story = self._wording.tell(dialogue, deed.thing if thing else deed.bare, values)
        if thing and intent.deed in {"examine", "approach"}:
            story = self._as_told(dialogue, self._understanding.tongue(thing), thing, story)
        beat = self._wording.tell(dialogue, self._lines.beats, values)
        return (narrate(scene, f"{story} {beat}", self._seen(scene, deed, thing)),)

    def _seen(self, scene: Scene, deed: Deed, thing: str) -> dict[Lang, str]:
        """What others see. The thing is named by a word of the room's own text, never by whatever else the player typed."""
        lines = deed.onlookers.both(self._wording.values(scene))
        noun = self._understanding.tongue(thing).in_text(thing, scene.room.description)
        if deed.seen is not None and noun and has_hangul(noun) == (scene.language is Lang.KO):
            lines[scene.language] = deed.seen.say(
                scene.language, self._wording.values(scene, thing=noun)[scene.language]
            )
        return lines

    def _plain(self, dialogue: Dialogue, phrases: list[Phrase], *, thing: str = "", line: str = "") -> Answer:
        scene = dialogue.scene
        values = self._wording.values(scene, thing=thing, line=line)
        story = self._wording.tell(dialogue, phrases, values)
        return (narrate(scene, story, self._lines.plain.onlookers.both(values)),)


def _noun(thing: str) -> str:
    """The thing as a sentence about one thing names it."""
    return thing if has_hangul(thing) else one_of(thing)

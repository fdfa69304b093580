"""Whom a player speaks to."""

from __future__ import annotations

from dataclasses import dataclass

from .ghosts import Ghosts
from .scene import Dialogue, GhostHere, Scene
from .tongue import Tongue
from .understanding import Intent, Understanding

_NOUN_MARKS = ("the ", "a ", "an ", "my ", "this ", "that ")  # a king is called so, and Jasper is not


@dataclass(frozen=True, slots=True)
class Whom:
    """Whom a line is for: at most one of the fields is set, and none if it cannot be told.

    `player` and `thing` are here; `absent` is somebody, called by name, who is not. `met`: that name has been heard before.
    """

    ghost: GhostHere | None = None
    player: str = ""
    thing: str = ""
    absent: str = ""
    met: bool = False


class Hearers:
    """Finds out whom a line is for."""

    def __init__(self, ghosts: Ghosts, understanding: Understanding) -> None:
        self._ghosts = ghosts
        self._understanding = understanding

    def whom(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Whom:
        """The ghost that is named, else the one that the words were said to, else the only one, else the one whose calling the line
        names ("the librarian"), else the one that spoke last; or whoever else the line calls."""
        scene = dialogue.scene
        to = "" if tongue.is_one_of(intent.to, "ghosts") else intent.to
        if to and scene.to is None:
            return self._told(dialogue, tongue, to)
        named = [ghost for ghost in scene.ghosts if tongue.names(intent.words, *ghost.names)]
        if len(named) == 1:
            return Whom(named[0])
        said_to = scene.ghost(scene.to)
        if said_to is not None:
            return Whom(said_to)
        absent = "" if named else self._called(dialogue, tongue)
        if absent:
            return self._absent(dialogue, absent)
        if len(scene.ghosts) == 1:
            return Whom(scene.ghosts[0])
        called = [ghost for ghost in scene.ghosts if tongue.calls(intent.words, ghost.character)]
        return Whom(called[0] if len(called) == 1 else scene.ghost(dialogue.last_speaker))

    def _told(self, dialogue: Dialogue, tongue: Tongue, to: str) -> Whom:
        """Whom a line says that something is said to."""
        scene = dialogue.scene
        named = [ghost for ghost in scene.ghosts if tongue.names(to, *ghost.names)]
        called = named or [ghost for ghost in scene.ghosts if tongue.calls(to, ghost.character)]
        if called:
            return Whom(called[0] if len(called) == 1 else None)
        player = next((one.name for one in scene.players if tongue.names(to, one.name)), "")
        if player:
            return Whom(player=player)
        if self._understanding.here(scene, tongue, to) and not self._ghosts.first_name(to, scene.language):
            return Whom(thing=_without_article(to))
        return self._absent(dialogue, to)

    def _absent(self, dialogue: Dialogue, name: str) -> Whom:
        scene = dialogue.scene
        met = any(name.lower() in known.lower() for known in dialogue.ghosts_made)
        known = self._ghosts.first_name(name, scene.language)
        if known or name.startswith(_NOUN_MARKS):
            return Whom(absent=known or name, met=met)
        return Whom(absent=name.title(), met=met)

    def _called(self, dialogue: Dialogue, tongue: Tongue) -> str:
        """The name of somebody who is not here, if the line calls them by it."""
        scene = dialogue.scene
        words = tongue.called(scene.line, tongue.wonders(tongue.plain(scene.line)))
        names = [name.lower() for one in dialogue.ghosts_made for name in one.split()[:1]]
        for word in words:
            known = self._ghosts.first_name(word, scene.language) or word.lower() in names
            if known and not _here(scene, tongue, word):
                return word
        return ""


def _here(scene: Scene, tongue: Tongue, word: str) -> bool:
    return tongue.names(word, *scene.names)


def _without_article(thing: str) -> str:
    return next((thing.removeprefix(mark) for mark in _NOUN_MARKS if thing.startswith(mark)), thing)

"""Which ghost a player means."""

from __future__ import annotations

from .scene import Dialogue, GhostHere
from .tongue import Tongue


def whom(dialogue: Dialogue, tongue: Tongue, words: str) -> GhostHere | None:
    """The ghost that a line is for; None if there is none here, or if it cannot be told which.

    The one that is named, else the one that the words were said to, else the only one, else the one whose calling the line names
    ("the librarian"), else the one that spoke last.
    """
    scene = dialogue.scene
    named = [ghost for ghost in scene.ghosts if tongue.names(words, ghost.name)]
    if len(named) == 1:
        return named[0]
    said_to = scene.ghost(scene.to)
    if said_to is not None:
        return said_to
    if len(scene.ghosts) == 1:
        return scene.ghosts[0]
    called = [ghost for ghost in scene.ghosts if tongue.calls(words, ghost.character)]
    return called[0] if len(called) == 1 else scene.ghost(dialogue.last_speaker)

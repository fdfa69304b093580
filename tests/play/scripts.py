"""A model whose answers a test writes, by what the player said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mud.agent.model import Request
from mud.agent.scripted import Script, ScriptedModel, Use
from tests.rig.endpoint import read_state

State = Mapping[str, Any]
Answers = Callable[[State], Script]

ROOM = {"name": "The Hall", "description": "A hall of grey stone.", "doors": ["N", "E"]}
AGATHA = {"name": "Agatha", "appearance": "A thin grey lady.", "character": "Melancholy."}


def state_of(request: Request) -> State:
    """The state that a request tells."""
    last = next(message for message in reversed(request.messages) if message.role == "user")
    return read_state(last.content)


def narrate(story: str, **more: str) -> Use:
    """The end of an answer."""
    return Use("narrate", {"story": story, **more})


def master_who(
    answers: Mapping[str, Answers | Script], *, fill: Answers | Script | None = None
) -> ScriptedModel:
    """A game master who answers each line as the test says, and makes a plain hall, with a ghost, of every blank room."""

    def script(request: Request) -> Script:
        state = state_of(request)
        if state["turn"] != "play":
            chosen = fill or [Use("create_room", {**ROOM, "ghosts": [AGATHA]}), narrate("It is cold here.")]
        else:
            chosen = answers.get(state["line"], [narrate(f"You try to {state['line']}.")])
        return chosen(state) if callable(chosen) else chosen

    return ScriptedModel(script)

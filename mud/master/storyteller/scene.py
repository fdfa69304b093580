"""What the storyteller is told: the state of a turn, and what the conversation holds before it and after it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from mud.agent.model import Message, ModelError
from mud.world.grid import Direction, Position
from mud.world.model import DoorWord, Lang

_MARK = "STATE "
_WORDS = "\nThe player's words: "
_HEARD = 400  # characters of a line: who says more has said what they want by then, and reading costs more than the line is longer


def _beginning(line: str) -> str:
    return line[:_HEARD]


class _State(BaseModel):
    """Part of the state message. Unknown keys are nobody's harm: the message is made for language models too."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class WarningGiven(_State):
    """A warning that an earlier turn gave in this room."""

    cause: str
    how: str = ""


class Traveller(_State):
    """The player of the turn. `came` is the direction walked to get here; `likeness` the name of a former life."""

    name: str = "?"
    came: Direction | None = None
    warned: tuple[WarningGiven, ...] = ()
    likeness: str | None = None


class Neighbour(_State):
    """A room behind a door."""

    name: str = ""
    description: str = ""


class Place(_State):
    """The room in which the turn happens."""

    id: str = ""
    name: str = ""
    description: str = ""
    blank: bool = False
    position: Annotated[tuple[int, ...], Field(min_length=2, max_length=3)] = (0, 0)
    doors: Mapping[Direction, DoorWord] = {}
    neighbours: Mapping[Direction, Neighbour | None] = {}

    @property
    def cell(self) -> Position:
        """Where the room is: [x, y], or [x, y, floor]."""
        x, y, *floor = self.position
        return Position(floor[0] if floor else 0, x, y)

    @property
    def made(self) -> bool:
        """Whether somebody has made the room."""
        return not self.blank and bool(self.description)

    @property
    def ways(self) -> tuple[Direction, ...]:
        """The directions in which there are doors."""
        return tuple(way for way in Direction if self.doors.get(way) is DoorWord.DOOR)


class GhostHere(_State):
    """A ghost in the room. `talks`: how often it has answered this player, None if nobody counted.

    `also` is its name in the other language, which the storyteller knows of its own ghosts.
    """

    id: str
    name: str
    also: str = ""
    appearance: str = ""
    character: str = ""
    opinion: str = "Nothing"
    score: int | None = None
    recalls: tuple[str, ...] = ()
    talks: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What it can be called, whatever the language of the line."""
        return (self.name, self.also) if self.also else (self.name,)


class Named(_State):
    """An item, or another player."""

    name: str = ""


class Scene(_State):
    """The state of one turn. Of a long `line` the beginning is heard."""

    turn: Literal["play", "fill", "enginefill"] = "play"
    id: str = ""
    castle_language: Lang = Lang.EN
    language: Lang = Lang.EN
    player: Traveller | None = None
    room: Place = Place()
    ghosts: tuple[GhostHere, ...] = ()
    items: tuple[Named, ...] = ()
    players: tuple[Named, ...] = ()
    line: Annotated[str, AfterValidator(_beginning)] = ""
    to: str | None = None
    spoken: bool = False

    @property
    def traveller(self) -> Traveller:
        """The player of the turn; nobody in particular when the engine itself asks."""
        return self.player or Traveller()

    @property
    def names(self) -> list[str]:
        """The names of those who are here besides the player."""
        return [
            *(name for ghost in self.ghosts for name in ghost.names),
            *(player.name for player in self.players),
        ]

    def ghost(self, ghost_id: str | None) -> GhostHere | None:
        """The ghost of that id, if it is here."""
        return next((ghost for ghost in self.ghosts if ghost.id == ghost_id), None)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a call in this turn. `error` is the key of a refusal, "" if the call was committed."""

    tool: str
    error: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A request, taken apart: the scene, the storyteller's calls in earlier turns, and what came of its calls in this one."""

    scene: Scene
    past: tuple[tuple[str, Mapping[str, object]], ...]
    results: tuple[Result, ...]

    def said_by(self, ghost_id: str) -> list[str]:
        """What that ghost has answered, as far as the history goes back."""
        return [
            str(arguments.get("words", ""))
            for tool, arguments in self.past
            if tool == "ghost_says" and arguments.get("ghost_id") == ghost_id
        ]

    @property
    def ghosts_made(self) -> list[str]:
        """The names of the ghosts that the player has seen come into being, as far as the history goes back."""
        made = [arguments for tool, arguments in self.past if tool == "create_ghost"]
        for tool, arguments in self.past:
            ghosts = arguments.get("ghosts") if tool == "create_room" else None
            made += [ghost for ghost in ghosts if isinstance(ghost, dict)] if isinstance(ghosts, list) else []
        return [str(ghost.get("name", "")) for ghost in made]

    @property
    def told(self) -> list[str]:
        """The stories that were told, as far as the history goes back."""
        return [str(arguments.get("story", "")) for tool, arguments in self.past if tool == "narrate"]

    @property
    def last_speaker(self) -> str | None:
        """The id of the ghost that spoke last."""
        spoken = (
            arguments.get("ghost_id") for tool, arguments in reversed(self.past) if tool == "ghost_says"
        )
        return next((str(ghost) for ghost in spoken), None)


def read_dialogue(messages: tuple[Message, ...]) -> Dialogue:
    """Take a request apart. Raises `ModelError` when it holds no state that can be read."""
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if message.role == "user" and message.content.startswith(_MARK):
            return Dialogue(
                _scene(message.content),
                tuple(_calls(messages[:index])),
                tuple(_results(messages[index + 1 :])),
            )
    raise ModelError(
        "no state", "the storyteller plays the castle only; there is no STATE among the messages"
    )


def _scene(content: str) -> Scene:
    try:
        decoder = json.JSONDecoder()
        state, end = decoder.raw_decode(content, len(_MARK))
        if isinstance(state, dict) and content.startswith(_WORDS, end):
            state["line"], _ = decoder.raw_decode(content, end + len(_WORDS))
        return Scene.model_validate(state)
    except (json.JSONDecodeError, ValidationError) as error:
        raise ModelError("no state", str(error)) from error


def _calls(messages: Iterable[Message]) -> Iterable[tuple[str, Mapping[str, object]]]:
    for message in messages:
        for call in message.calls:
            arguments = _json(call.arguments)
            if isinstance(arguments, dict):
                yield call.name, arguments


def _results(messages: Iterable[Message]) -> Iterable[Result]:
    tools: dict[str, str] = {}
    for message in messages:
        tools.update({call.id: call.name for call in message.calls})
        if message.role == "tool":
            answer = _json(message.content)
            fields = answer if isinstance(answer, dict) else {}
            error = "" if fields.get("ok", True) else str(fields.get("error", "refused"))
            yield Result(tools.get(message.call_id or "", ""), error, str(fields.get("message", "")))


def _json(text: str) -> object:
    """What the text holds; None for what is no JSON: other models write such things into a history."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None

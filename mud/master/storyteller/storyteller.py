"""The built-in storyteller: a game master without a network, made of grammars and rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import blake2b

from mud.agent.model import Delta, Request
from mud.world.grid import Direction
from mud.world.model import Lang

from .answer import Answer, stream
from .deeds import Deeds
from .english import English
from .fate import Fate
from .ghosts import Ghosts
from .going import Going
from .grammar import Reader, load
from .korean import Korean
from .making import Making
from .phrase import other
from .rooms import Rooms
from .scene import Dialogue, Result, read_dialogue
from .talk import Talk, narrate
from .tongue import Tongue
from .understanding import Intent, Sense, Understanding
from .whom import Hearers
from .wording import Wording

_ROOM_TRIES = 2
_MADE_ALREADY = ("already", "blank", "filled", "made")  # in the key of a refusal


class Storyteller:
    """A `Model` that plays the game master of the castle.

    It knows nothing but the messages of a request, and acts by tool calls alone. The same seed and the same messages give the same
    answer. It answers in one request, and in a second one if the engine refused a call.
    """

    def __init__(self, read: Reader, seed: str) -> None:
        """`read` gives the text of a file below `config/` by its name. Raises `GrammarError` for files that cannot be used."""
        grammar = load(read)
        tongues: dict[Lang, Tongue] = {
            Lang.EN: English(grammar.verbs[Lang.EN]),
            Lang.KO: Korean(grammar.verbs[Lang.KO]),
        }
        rooms = Rooms(grammar, seed)
        self._ghosts = ghosts = Ghosts(grammar, seed)
        wording = Wording(grammar, rooms, ghosts, seed)
        self._understanding = Understanding(tongues)
        self._making = Making(grammar, rooms, ghosts, wording)
        self._talk = Talk(grammar, ghosts, wording, seed)
        self._going = Going(grammar, wording)
        self._fate = Fate(grammar, wording)
        self._hearers = Hearers(ghosts, self._understanding)
        self._deeds = Deeds(grammar, self._understanding, wording)

    @property
    def name(self) -> str:
        """Its name, for logs."""
        return "storyteller"

    async def stream(self, request: Request) -> AsyncIterator[Delta]:
        """Answer a request. Raises `ModelError` when there is no state of a castle among the messages."""
        dialogue = self._named(read_dialogue(request.messages))
        answer = self._again(dialogue) if dialogue.results else self._first(dialogue)
        turn = f"{dialogue.scene.id}/{len(request.messages)}".encode()
        async for delta in stream(answer, blake2b(turn, digest_size=6).hexdigest()):
            yield delta

    def _named(self, dialogue: Dialogue) -> Dialogue:
        """The same with the ghosts' names in both languages: a line need not be in the player's."""
        scene = dialogue.scene
        second = other(scene.language)
        ghosts = tuple(
            one.model_copy(update={"also": self._ghosts.name_in(one.name, second)}) for one in scene.ghosts
        )
        return replace(dialogue, scene=scene.model_copy(update={"ghosts": ghosts}))

    def _first(self, dialogue: Dialogue) -> Answer:
        """The answer to a turn."""
        match dialogue.scene.turn:
            case "enginefill" | "fill" if dialogue.scene.room.made:
                return (self._making.already(dialogue.scene),)
            case "enginefill":
                return (self._making.room(dialogue.scene),)
            case "fill":
                return self._making.fill(dialogue)
            case "play":
                return self._play(dialogue)

    def _play(self, dialogue: Dialogue) -> Answer:
        intent = self._understanding.intent(dialogue.scene)
        tongue = self._understanding.tongue(dialogue.scene.line)
        fate = self._fate.tempted(dialogue, tongue, intent)
        if fate is not None:
            return fate
        match intent.sense:
            case Sense.TALK:
                return self._spoken(dialogue, intent)
            case Sense.GO:
                return self._go(dialogue, tongue, intent)
            case Sense.DEED:
                return self._deeds.done(dialogue, tongue, intent)
            case Sense.QUESTION:
                return self._deeds.answered(dialogue, intent.deed)
            case Sense.HELP:
                return self._deeds.help(dialogue)
            case Sense.NOT_OWNED:
                return self._deeds.not_owned(dialogue, intent.thing)
            case Sense.STRANGE:
                return self._deeds.strange(dialogue)
            case Sense.WORDLESS:
                return self._deeds.wordless(dialogue)
            case Sense.UNKNOWN:
                return self._deeds.not_understood(dialogue)

    def _spoken(self, dialogue: Dialogue, intent: Intent) -> Answer:
        tongue = self._understanding.tongue(dialogue.scene.line)
        whom = self._hearers.whom(dialogue, tongue, intent)
        if whom.player:
            return self._deeds.to_player(dialogue, whom.player)
        if whom.ghost is None or intent.heard is None:
            return self._talk.unanswered(dialogue, whom)
        return self._talk.with_ghost(dialogue, whom.ghost, intent.heard)

    def _go(self, dialogue: Dialogue, tongue: Tongue, intent: Intent) -> Answer:
        """Through a door, or up to a thing in the room."""
        if self._going.knows(dialogue.scene, tongue, intent):
            return self._going.go(dialogue, tongue, intent)
        return self._deeds.done(dialogue, tongue, replace(intent, deed="approach"))

    def _again(self, dialogue: Dialogue) -> Answer:
        """The answer when calls of this turn have been answered: what was committed stands, the story must fit it."""
        scene = dialogue.scene
        refused = next((result for result in dialogue.results if result.error), None)
        tries = sum(result.tool == "create_room" for result in dialogue.results)
        if refused is None:
            return (
                (self._making.already(scene),) if scene.turn == "enginefill" else self._last_story(dialogue)
            )
        if refused.tool == "create_room":
            return self._room_refused(dialogue, refused, tries)
        return (narrate(scene, self._excuse(dialogue, refused)),)

    def _room_refused(self, dialogue: Dialogue, refused: Result, tries: int) -> Answer:
        scene = dialogue.scene
        made = any(result.tool == "create_room" and not result.error for result in dialogue.results)
        if made or any(word in refused.error for word in _MADE_ALREADY):
            return (self._making.already(scene),)
        if tries >= _ROOM_TRIES:
            return (self._making.failed(scene),)
        room = self._making.bare_room(scene)
        return (room,) if scene.turn == "enginefill" else (room, self._making.already(scene))

    def _excuse(self, dialogue: Dialogue, refused: Result) -> str:
        scene = dialogue.scene
        match refused.tool:
            case "move":
                return self._going.refused(scene, self._direction(dialogue))
            case "ghost_says" | "update_ghost_opinion":
                answer = self._first(dialogue)
                ghost = scene.ghost(str(answer[0].arguments.get("ghost_id")))
                return self._talk.gone(scene, ghost.name) if ghost else self._deeds.unable(dialogue)
            case _:
                return self._deeds.unable(dialogue)

    def _last_story(self, dialogue: Dialogue) -> Answer:
        """Everything was committed, but the story has not been told: tell the one of the first answer."""
        return tuple(call for call in self._first(dialogue) if call.tool == "narrate")

    def _direction(self, dialogue: Dialogue) -> Direction | None:
        moves = [call for call in self._first(dialogue) if call.tool == "move"]
        return Direction(str(moves[0].arguments["direction"])) if moves else None

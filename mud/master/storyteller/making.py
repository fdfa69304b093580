"""Making a blank room: the calls for it, and the story of it."""

from __future__ import annotations

from mud.world.model import Lang

from .answer import Answer, Call
from .ghosts import Ghosts, GhostTexts
from .grammar import Grammar
from .phrase import other, within
from .rooms import Rooms, doors_to_ask
from .scene import Dialogue, Scene
from .talk import narrate
from .wording import Wording


class Making:
    """Fills blank rooms, for a player who stands in one or for the engine."""

    def __init__(self, grammar: Grammar, rooms: Rooms, ghosts: Ghosts, wording: Wording) -> None:
        self._lines = grammar.deeds.arrival
        self._rooms = rooms
        self._ghosts = ghosts
        self._wording = wording

    def room(self, scene: Scene) -> Call:
        """The call that makes the room of the scene, with its ghosts, in both languages."""
        main, second = scene.castle_language, other(scene.castle_language)
        texts = self._rooms.texts(scene.room.cell)
        ghosts = [_ghost(ghost, main) for ghost in self._ghosts.at(scene.room.cell)]
        return Call.of(
            "create_room",
            name=texts.name[main],
            description=texts.description[main],
            doors=[way.value for way in doors_to_ask(scene.room.doors, self._wording.dice(scene, "doors"))],
            ghosts=ghosts or None,
            in_other_language={"name": texts.name[second], "description": texts.description[second]},
        )

    def bare_room(self, scene: Scene) -> Call:
        """The same room without doors and ghosts of its own, for when the engine refused them."""
        whole = dict(self.room(scene).arguments)
        whole.pop("ghosts", None)
        return Call("create_room", whole | {"doors": []})

    def fill(self, dialogue: Dialogue) -> Answer:
        """Make the room, and tell the player of it."""
        return (self.room(dialogue.scene), self.told(dialogue))

    def told(self, dialogue: Dialogue) -> Call:
        """The story of the new room. Its description is the engine's to show."""
        scene = dialogue.scene
        names = self._rooms.name(scene.room.cell)
        ghosts = self._ghosts.at(scene.room.cell)
        values = self._wording.values(scene)
        for lang in Lang:
            values[lang]["room"] = within(names[lang], lang)
            if ghosts:
                values[lang]["ghost"] = ghosts[0].name[lang]
        story = self._wording.tell(dialogue, self._lines.haunted if ghosts else self._lines.empty, values)
        return narrate(scene, story, self._lines.onlookers.both(values))

    def already(self, scene: Scene) -> Call:
        """The story when somebody else has made the room."""
        return narrate(scene, self._lines.already.say(scene.language))

    def failed(self, scene: Scene) -> Call:
        """The story when the engine will not have the room."""
        return narrate(scene, self._lines.failed.say(scene.language))


def _ghost(ghost: GhostTexts, lang: Lang) -> dict[str, object]:
    second = other(lang)
    return {
        "name": ghost.name[lang],
        "appearance": ghost.appearance[lang],
        "character": ghost.character[lang],
        "in_other_language": {
            "name": ghost.name[second],
            "appearance": ghost.appearance[second],
            "character": ghost.character[second],
        },
    }

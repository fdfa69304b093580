"""What a player's line means, in terms of what the storyteller can do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from mud.text.language import has_hangul
from mud.world.grid import Direction
from mud.world.model import Lang

from .scene import Scene
from .tongue import Address, Heard, Tongue, Verb

_QUOTED = re.compile(r"[\"“”„「『]([^\"“”„「『」』]{2,})[\"“”」』]")
_NEEDS_A_BODY = frozenset(
    {"attack", "flatter", "greet", "comfort"}
)  # to bow, to hit: done to things as well as to ghosts
_ALSO_A_DEED = {"attack": "break", "flatter": "touch", "comfort": "touch", "greet": "gesture"}


_ASKED_OF_NOBODY = frozenset(
    {"examine", "search", "help", "read", "listen", "smell"}
)  # a question by these means what it says
_HARMLESS = frozenset({"help", "wait", "think"})  # meant even in a line that says "not"
_JUDGEMENTS = frozenset({"insult", "flatter"})
_QUESTIONS = ("alive", "aim", "leave", "self", "hidden", "locked", "ways", "goods", "company", "where")
_ASKED_OF_GHOSTS = frozenset({"others", "name"})  # topics that a ghost speaks of rather than the castle
_PERSONAL = frozenset(
    {
        "death",
        "name",
        "memory",
        "listener",
        "wish",
        "feeling",
        "age",
        "sleep",
        "past",
        "ghost",
        "machine",
        "help",
        "reason",
    }
)  # what nobody asks of a thing
_TO_NOBODY = frozenset({"greet", "thank", "insult", "flatter", "farewell", "apologise"})
_GREETED_WITH = frozenset({"farewell", "thank", "apologise"})  # "wave goodbye", "감사 인사"
_SHORT_CALL = 3  # words of a line that may call a thing
_SHORT_REMARK = 2  # words


class Sense(StrEnum):
    """The kinds of things that a line can want."""

    TALK = "talk"
    DEED = "deed"
    GO = "go"
    HELP = "help"
    QUESTION = "a question that the castle itself answers"
    NOT_OWNED = "something the player does not have"
    STRANGE = "an attempt to command the game itself"
    WORDLESS = "a line without a word in it"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Intent:
    """What a line wants. `thing` is what it is about, in the player's words; `words` is the line made plain; `here`
    says for a way whether it leads to a thing of this room; `to` is whom something is said to, as far as the line tells."""

    sense: Sense
    words: str
    deed: str = ""
    thing: str = ""
    heard: Heard | None = None
    towards: Direction | None = None
    here: bool = False
    to: str = ""


class Understanding:
    """Understands lines in either language, whatever the player's own."""

    def __init__(self, tongues: Mapping[Lang, Tongue]) -> None:
        self._tongues = tongues

    def tongue(self, line: str) -> Tongue:
        """The language that the line is in."""
        return self._tongues[Lang.KO if has_hangul(line) else Lang.EN]

    def intent(self, scene: Scene) -> Intent:
        """What the line of the scene wants."""
        line = scene.line
        tongue = self.tongue(line)
        words = tongue.plain(line)
        if tongue.has(line.lower(), "injections") or tongue.has(words, "injections"):
            return Intent(Sense.STRANGE, words)
        if scene.spoken or scene.to is not None:
            return Intent(Sense.TALK, words, heard=self.heard(line))
        address = tongue.address(line, scene.names)
        quoted = _QUOTED.search(line)
        if quoted is not None and scene.ghosts:
            return Intent(Sense.TALK, words, heard=self.heard(quoted[1]), to=_to(address))
        if not words:
            return Intent(Sense.WORDLESS, words)
        if address is not None:
            return self._told(scene, tongue, words, address)
        return self._by_verb(scene, tongue, words) or self._without_verb(scene, tongue, words)

    def _told(self, scene: Scene, tongue: Tongue, words: str, address: Address) -> Intent:
        """A line that tells of speech: what counts is what is said, and if it does not tell, the whole line."""
        meant = self.heard(address.words, question=address.asks) if address.words else None
        if meant is None or (meant.speech == "remark" and not address.said):
            whole = self.heard(scene.line, question=address.asks)
            meant = whole if meant is None or whole.speech != "ask" else meant
        return Intent(Sense.TALK, words, heard=replace(meant, quote=address.said), to=address.to)

    def _by_verb(self, scene: Scene, tongue: Tongue, words: str) -> Intent | None:
        verb = tongue.verb(words, seen=f"{scene.room.name} {scene.room.description}")
        question = self._asked_of_the_castle(scene, tongue, words, verb)
        if question:
            return Intent(Sense.QUESTION, words, question)
        if tongue.to_you(words) and self._said_to_somebody(scene, tongue, words, verb):
            return Intent(Sense.TALK, words, heard=self.heard(scene.line))
        if verb is not None and self._denied(tongue, words, verb):
            spoken = tongue.speech(words)
            return Intent(Sense.TALK, words, heard=Heard(spoken)) if spoken else Intent(Sense.UNKNOWN, words)
        if verb is None or verb.deed not in _ASKED_OF_NOBODY:
            asked = self._asked_of_the_room(scene, tongue, words)
            if asked is not None:
                return asked
        if verb is None:
            return None
        if tongue.wonders(words) and not verb.deed and verb.speech != "ask":
            return Intent(Sense.TALK, words, heard=self.heard(scene.line, question=True))
        if tongue.wonders(words) and self._asks_somebody(scene, tongue, words, verb):
            return Intent(Sense.TALK, words, heard=self.heard(scene.line, question=True))
        return self._meant(scene, tongue, words, verb)

    def _asks_somebody(self, scene: Scene, tongue: Tongue, words: str, verb: Verb) -> bool:
        """Whether a question that is worded as a deed is one to a ghost after all: "what is this castle?" """
        if verb.deed == "examine":
            here = tongue.is_one_of(verb.thing, "ambient") or self._in_texts(scene, tongue, verb.thing)
            return bool(verb.thing and tongue.topic(words)) and not here
        return "?" in scene.line and bool(verb.deed) and verb.deed not in _ASKED_OF_NOBODY

    def _asked_of_the_castle(self, scene: Scene, tongue: Tongue, words: str, verb: Verb | None) -> str:
        """Which of the questions that the castle itself answers a line is: where one is, and the like; "" if none."""
        if verb is not None and not verb.deed:
            return ""
        if scene.ghosts and tongue.topic(words) in _ASKED_OF_GHOSTS:
            return ""
        return next((question for question in _QUESTIONS if tongue.has(words, f"asks_{question}")), "")

    def _said_to_somebody(self, scene: Scene, tongue: Tongue, words: str, verb: Verb | None) -> bool:
        """Whether a line with a "you" in it is meant to be heard; in an empty room a polite request is a deed all the same."""
        if verb is None:
            return True
        if not scene.ghosts:
            return verb.deed == "examine" and tongue.to_you(verb.thing)
        return bool(verb.deed) and tongue.asks(scene.line, words)

    def _denied(self, tongue: Tongue, words: str, verb: Verb) -> bool:
        """Whether a line speaks of not doing what its verb says."""
        does = bool(verb.deed) or verb.speech in _NEEDS_A_BODY
        return does and verb.deed not in _HARMLESS and tongue.has(words, "negations")

    def _asked_of_the_room(self, scene: Scene, tongue: Tongue, words: str) -> Intent | None:
        """A question about something that the room shows, and not said to anybody: a wish to look at it."""
        if not tongue.wonders(words) or tongue.topic(words) in _PERSONAL:
            return None
        thing = tongue.in_text(words, scene.room.description)
        return Intent(Sense.DEED, words, "examine", thing) if thing else None

    def _without_verb(self, scene: Scene, tongue: Tongue, words: str) -> Intent:
        if tongue.direction(words) is not None or tongue.leads(words, "back"):
            return self._going(scene, tongue, words, words)
        judged = self._judged(scene, tongue, words)
        if judged:
            return Intent(Sense.DEED, words, "examine", judged)
        if tongue.speech(words) in _TO_NOBODY and len(words.split()) <= _SHORT_CALL:
            called = self._thing_called(scene, tongue)
            if called:
                return Intent(Sense.TALK, words, heard=self.heard(scene.line), to=called)
        if self._spoken(scene, tongue, words):
            return Intent(Sense.TALK, words, heard=self.heard(scene.line))
        if tongue.has(words, "possessed"):
            return Intent(Sense.NOT_OWNED, words, thing=words)
        guessed = tongue.verb(words, guess=True, seen=scene.room.description)
        if guessed is not None:
            return self._meant(scene, tongue, words, guessed)
        if scene.ghosts and any(tongue.names(words, *ghost.names) for ghost in scene.ghosts):
            return Intent(Sense.TALK, words, heard=self.heard(scene.line))
        return Intent(Sense.UNKNOWN, words)

    def _spoken(self, scene: Scene, tongue: Tongue, words: str) -> bool:
        """Whether a line without a verb is something said, whether or not anybody is here to hear it."""
        speech = tongue.speech(words)
        if speech == "remark" and not scene.ghosts:
            return len(words.split()) <= _SHORT_REMARK
        return bool(speech) or (bool(words or scene.ghosts) and tongue.asks(scene.line, words))

    def _thing_called(self, scene: Scene, tongue: Tongue) -> str:
        """The thing of the room that a short line calls, as in "hello, bathtub"; "" if it calls none, or somebody."""
        if any(tongue.names(scene.line.lower(), *ghost.names) for ghost in scene.ghosts):
            return ""
        called = tongue.called(scene.line, wonders=False)
        return next((word for word in called if tongue.in_text(word, scene.room.description)), "")

    def _judged(self, scene: Scene, tongue: Tongue, words: str) -> str:
        """The thing of the room that a line calls ugly or lovely; "" if it speaks of somebody, or of nothing here."""
        if tongue.speech(words) not in _JUDGEMENTS or tongue.to_you(words):
            return ""
        if self._ghost_meant(scene, tongue, words):
            return ""
        around = (tongue.bare(word) for word in words.split())
        surroundings = (
            word
            for word in around
            if tongue.is_one_of(word, "ambient") and not tongue.is_one_of(word, "vague")
        )
        return tongue.in_text(words, scene.room.description) or next(surroundings, "")

    def _meant(self, scene: Scene, tongue: Tongue, words: str, verb: Verb) -> Intent:
        if not verb.deed:
            return self._addressed(scene, tongue, words, verb)
        if verb.deed == "help":
            return Intent(Sense.HELP, words)
        if self._not_owned(scene, tongue, words):
            return Intent(Sense.NOT_OWNED, words, verb.deed, _owned(tongue, words, verb.thing))
        if verb.deed == "go" or (
            verb.deed in {"use", "climb", "take"} and tongue.direction(words) is not None
        ):
            return self._going(scene, tongue, words, verb.thing)
        return Intent(Sense.DEED, words, verb.deed, verb.thing)

    def _addressed(self, scene: Scene, tongue: Tongue, words: str, verb: Verb) -> Intent:
        """A verb that turns to somebody; done to a thing in the room it is a deed."""
        to_ghost = not verb.thing or self._ghost_meant(scene, tongue, words)
        to_thing = not to_ghost and (verb.speech == "attack" or self.here(scene, tongue, verb.thing))
        if verb.speech == "insult" and verb.thing and not to_ghost and self.here(scene, tongue, verb.thing):
            return Intent(Sense.DEED, words, "rude", verb.thing)
        if verb.speech in _NEEDS_A_BODY and (to_thing or not scene.ghosts):
            return Intent(Sense.DEED, words, _ALSO_A_DEED[verb.speech], verb.thing)
        if verb.speech and verb.speech != "ask":
            spoken = tongue.speech(words) if verb.speech == "greet" else ""
            return Intent(Sense.TALK, words, heard=Heard(spoken if spoken in _GREETED_WITH else verb.speech))
        asked = self.heard(verb.rest or scene.line, question=verb.speech == "ask")
        if asked.speech == "remark":
            asked = replace(self.heard(scene.line), quote="")
        return Intent(Sense.TALK, words, heard=asked)

    def _going(self, scene: Scene, tongue: Tongue, words: str, thing: str) -> Intent:
        here = bool(thing) and not tongue.leads(thing, "onward") and self._in_texts(scene, tongue, thing)
        return Intent(Sense.GO, words, "go", thing, towards=tongue.direction(words), here=here)

    def heard(self, line: str, *, question: bool = False) -> Heard:
        """What words said to a ghost amount to. `question`: they are known to be one."""
        tongue = self.tongue(line)
        words = tongue.plain(line)
        speech = tongue.speech(words)
        asks = question or tongue.asks(line, words)
        about = tongue.about(words)
        topic = tongue.topic(about) if about else ""
        topic = topic or (tongue.topic(words) if asks or about else "")
        if speech in {"threaten", "insult", "comfort"} and not question:
            return Heard(speech, quote=line)
        if (asks or about) and (topic or not speech):
            return Heard("ask", topic, about, line)
        return Heard(speech or "remark", quote=line)

    def here(self, scene: Scene, tongue: Tongue, thing: str) -> bool:
        """Whether the room has such a thing, as far as its texts tell: those in another language than the line's tell nothing."""
        if has_hangul(thing) != has_hangul(scene.room.description):
            return True
        return tongue.is_one_of(thing, "ambient") or self._in_texts(scene, tongue, thing)

    def _in_texts(self, scene: Scene, tongue: Tongue, thing: str) -> bool:
        texts = (scene.room.name, scene.room.description, *(item.name for item in scene.items))
        return any(tongue.is_in(thing, text) for text in texts)

    def _ghost_meant(self, scene: Scene, tongue: Tongue, words: str) -> bool:
        """Whether a line speaks of a ghost that is here: by its name, by what it is, or as "the ghost" or "her"."""
        return tongue.has(words, "ghosts") or any(
            tongue.names(words, *ghost.names) or tongue.calls(words, ghost.character)
            for ghost in scene.ghosts
        )

    def _not_owned(self, scene: Scene, tongue: Tongue, words: str) -> bool:
        """Whether the line rests on something that the player claims to carry."""
        if tongue.has(words, "body") and not tongue.has(words, "weapons"):
            return False
        claims = tongue.has(words, "possessed") or (
            tongue.has(words, "weapons")
            and re.search(r"\b(my|draw|wield|brandish)\b|(?<!\S)(내|제|나의)\s", words) is not None
        )
        return claims and not any(tongue.is_in(item.name, words) for item in scene.items)


def _to(address: Address | None) -> str:
    return address.to if address is not None else ""


def _owned(tongue: Tongue, words: str, thing: str) -> str:
    """What the player claims to have: the weapon of the line, or what the verb is done to."""
    for word in words.split():
        if tongue.has(word, "weapons"):
            return tongue.bare(word)
    return thing

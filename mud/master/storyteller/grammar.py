"""The storyteller's files, read and checked once. What each means is said at the top of the file itself, in `config/storyteller/`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    ValidationError,
    model_validator,
)

from mud.world.grid import Direction
from mud.world.model import Lang

from .permute import CELLS, prime_up_to
from .phrase import PhraseField

Reader = Callable[[str], str]
"""Gives the text of a file below `config/` by its name, such as "storyteller/names.toml"."""

Phrases = Annotated[list[PhraseField], Field(min_length=1)]
Words = Annotated[list[str], Field(min_length=1)]


class GrammarError(Exception):
    """A file of the storyteller cannot be used. Values: `file`, `why`."""

    key = "storyteller.bad_file"

    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.values = {"file": file, "why": why}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Pattern(_Part):
    """One way to name a room: a frame with {kind} and {word}."""

    frame: PhraseField
    words: Phrases


class Names(_Part):
    """Names of rooms."""

    kinds: Phrases
    patterns: dict[str, Pattern]

    @model_validator(mode="after")
    def _enough_and_different(self) -> Self:
        combinations = len(self.kinds) * sum(len(pattern.words) for pattern in self.patterns.values())
        if combinations < CELLS:
            raise ValueError(f"{combinations} names are too few, {CELLS} are needed")
        for lang in Lang:
            _all_different(kind.say(lang) for kind in self.kinds)
            _all_different(
                pattern.frame.say(lang, {"kind": "", "word": word.say(lang)})
                for pattern in self.patterns.values()
                for word in pattern.words
            )
        return self


class Clause(_Part):
    """One kind of sentence: frames with {a}, {b} and {c}, and a list for each."""

    frames: Phrases
    a: Phrases
    b: Phrases
    c: Phrases


class Sentences(RootModel[dict[str, Clause]]):
    """What rooms are described with."""


def _deadly(value: object) -> object:
    match value:
        case [en, ko, way]:
            return {"name": [en, ko], "way": way}
        case _:
            raise ValueError(f'not ["English", "한국어", "way"]: {value!r}')


class Deadly(_Part):
    """A deadly thing, and by which way it kills."""

    name: PhraseField
    way: str


class Way(_Part):
    """A way to die: the deeds that bring it about, and the texts of the warning and of the death."""

    acts: Words
    warned: Phrases
    how_warned: PhraseField
    how_dead: PhraseField
    dead: Phrases


class Dangers(_Part):
    """Deadly things in rooms."""

    frames: Phrases
    a: list[Annotated[Deadly, BeforeValidator(_deadly)]]
    b: Phrases
    c: Phrases
    ways: dict[str, Way]

    @model_validator(mode="after")
    def _known_ways(self) -> Self:
        for deadly in self.a:
            if deadly.way not in self.ways:
                raise ValueError(f"{deadly.name.say(Lang.EN)}: no way {deadly.way!r}")
        return self


class Looks(_Part):
    """Names, looks and quirks of ghosts."""

    name: PhraseField
    appearance: PhraseField
    character: PhraseField
    women: Phrases
    men: Phrases
    epithets: Phrases
    figures: Phrases
    clothes: Phrases
    marks: Phrases
    quirks: Phrases


class Voice(_Part):
    """How one kind of ghost talks. `core` is found again in a ghost's character."""

    names: Literal["women", "men", "any"]
    core: PhraseField
    likes: list[str]
    hates: list[str]
    openers: Phrases
    closers: Phrases
    life: Phrases
    death: Phrases


class Voices(RootModel[dict[str, Voice]]):
    """All kinds of ghosts."""


class Moods(_Part):
    """What fondness and hate add to an answer, and from which scores."""

    warm_from: int
    cold_from: int
    hateful_from: int
    warm: Phrases
    cold: Phrases
    hateful: Phrases
    likeness: Phrases
    remembering: Phrases


class Act(_Part):
    """Answers to an act of speech, and how far it moves the ghost's opinion (-100 to 100)."""

    score: int
    lines: Phrases


class Topic(_Part):
    """Answers to a question about something."""

    lines: Phrases


class Tales(_Part):
    """The story after a ghost's answer."""

    plain: Phrases
    warm: Phrases
    cold: Phrases


class Wrath(_Part):
    """A ghost that strikes."""

    how_warned: PhraseField
    how_dead: PhraseField
    warned: Phrases
    dead: Phrases


class Nobody(_Part):
    """Nobody answers."""

    alone: Phrases
    whom: PhraseField
    gone: PhraseField
    none: PhraseField
    nowhere: PhraseField
    absent: Phrases
    met: Phrases
    thing: Phrases
    onlookers: PhraseField


class TalkLines(_Part):
    """Everything that ghosts say, and what is told around it."""

    moods: Moods
    acts: dict[str, Act]
    topics: dict[str, Topic]
    opinions: dict[str, PhraseField]
    opinions_coloured: dict[str, PhraseField]
    quoted: PhraseField
    onlookers: dict[str, PhraseField]
    tales: Tales
    wrath: Wrath
    nobody: Nobody


class Deed(_Part):
    """The story of a deed, done to a `thing`, to something as `airy` as light or a smell, or to nothing named.

    Others see `onlookers`, or `seen`, which names the thing, where the room's text has the word for it.
    """

    onlookers: PhraseField
    bare: Phrases
    thing: list[PhraseField] = []
    airy: list[PhraseField] = []
    seen: PhraseField | None = None


class GoingLines(_Part):
    """The story of a move, or why there is none."""

    gone: Phrases
    no_door: PhraseField
    which: PhraseField
    only_back: PhraseField
    none: PhraseField
    unknown_back: PhraseField
    no_storey: PhraseField
    refused: PhraseField


class Arrival(_Part):
    """The story of a room that has just taken shape."""

    empty: Phrases
    haunted: Phrases
    onlookers: PhraseField
    already: PhraseField
    failed: PhraseField


class Plain(_Part):
    """What cannot be done, or was not understood."""

    absent: Phrases
    not_owned: Phrases
    strange: Phrases
    not_understood: Phrases
    help: Phrases
    unable: PhraseField
    onlookers: PhraseField
    doors: PhraseField
    no_ghost: Phrases
    wordless: Phrases
    airy: Phrases


class OnGhost(_Part):
    """Deeds done to a ghost."""

    looked: PhraseField
    lines: Phrases
    onlookers: PhraseField
    looking: PhraseField


class OnPlayer(_Part):
    """Deeds done to another player."""

    lines: Phrases


class DeedLines(_Part):
    """Everything told of deeds."""

    beats: Phrases
    deeds: dict[str, Deed]
    going: GoingLines
    ways: dict[Direction, PhraseField]
    arrival: Arrival
    plain: Plain
    on_ghost: OnGhost
    on_player: OnPlayer
    answers: dict[str, Phrases]


class Verbs(_Part):
    """How the lines of one language are understood."""

    deeds: dict[str, Words]
    address: dict[str, str]
    speech: dict[str, Words]
    topics: dict[str, Words]
    grammar: dict[str, Words]
    ways: dict[str, Words]


@dataclass(frozen=True, slots=True)
class Grammar:
    """All files of the storyteller."""

    names: Names
    sentences: Sentences
    dangers: Dangers
    looks: Looks
    voices: Voices
    talk: TalkLines
    deeds: DeedLines
    verbs: dict[Lang, Verbs]

    @property
    def prime(self) -> int:
        """The largest prime number of phrases that every list of sentences has: the base of their code."""
        parts: list[Clause | Dangers] = [*self.sentences.root.values(), self.dangers]
        shortest = min(min(len(part.a), len(part.b), len(part.c)) for part in parts)
        return prime_up_to(max(shortest, 2))


_TALK = frozenset(
    {
        "player",
        "ghost",
        "room",
        "topic",
        "ways",
        "ways_or",
        "others",
        "others_or",
        "former",
        "recall",
        "thought",
        "company",
        "words",
        "thing",
    }
)
_DEEDS = _TALK | {"line", "way", "appearance", "character"}
_LOOKS = frozenset({"first", "epithet", "figure", "clothes", "mark", "voice", "quirk"})
_DANGERS = frozenset({"a", "b", "c", "thing", "player"})

M = TypeVar("M", bound=BaseModel)


def load(read: Reader) -> Grammar:
    """Read and check all files. Raises `GrammarError`, and whatever `read` raises for a missing file."""
    names = _file(read, "names.toml", Names, frozenset({"kind", "word"}))
    grammar = Grammar(
        names=names,
        sentences=_file(read, "sentences.toml", Sentences, frozenset({"a", "b", "c"})),
        dangers=_file(read, "dangers.toml", Dangers, _DANGERS),
        looks=_file(read, "ghosts.toml", Looks, _LOOKS),
        voices=_file(read, "voices.toml", Voices, frozenset()),
        talk=_file(read, "talk.toml", TalkLines, _TALK),
        deeds=_file(read, "deeds.toml", DeedLines, _DEEDS),
        verbs={lang: _file(read, f"verbs.{lang}.toml", Verbs, frozenset()) for lang in Lang},
    )
    _fits(grammar)
    return grammar


def _file(read: Reader, name: str, model: type[M], slots: frozenset[str]) -> M:
    try:
        return model.model_validate(tomllib.loads(read(f"storyteller/{name}")), context=slots)
    except tomllib.TOMLDecodeError as error:
        raise GrammarError(name, str(error)) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise GrammarError(name, f"{where}: {first['msg']}" if where else first["msg"]) from error


def _fits(grammar: Grammar) -> None:
    """What concerns more than one file."""
    slots = 3 * (len(grammar.sentences.root) + 1)
    if grammar.prime**3 < CELLS or grammar.prime < slots:
        raise GrammarError(
            "sentences.toml",
            f"a list is too short: {max(29, slots)} phrases are the least, also in dangers.toml",
        )
    for lang, verbs in grammar.verbs.items():
        file = f"verbs.{lang}.toml"
        _known(file, "deeds", verbs.deeds, {*grammar.deeds.deeds, "go", "help"})
        _known(file, "speech", verbs.speech, grammar.talk.acts)
        _known(file, "address", filter(None, verbs.address.values()), grammar.talk.acts)
        _known(file, "topics", verbs.topics, grammar.talk.topics)
        asked = (name.removeprefix("asks_") for name in verbs.grammar if name.startswith("asks_"))
        _known(file, "grammar", asked, grammar.deeds.answers)
    for name, voice in grammar.voices.root.items():
        _known("voices.toml", name, (*voice.likes, *voice.hates), grammar.talk.acts)
    for name, way in grammar.dangers.ways.items():
        _known("dangers.toml", name, way.acts, {*grammar.deeds.deeds, "go"})
    _known("talk.toml", "opinions", grammar.talk.opinions, grammar.talk.acts)
    _known("talk.toml", "onlookers", grammar.talk.onlookers, grammar.talk.acts)


def _known(file: str, where: str, words: Iterable[str], known: Iterable[str]) -> None:
    strangers = sorted(set(words) - set(known))
    if strangers:
        raise GrammarError(file, f"{where}: nothing is known of {', '.join(strangers)}")


def _all_different(texts: Iterable[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            raise ValueError(f"twice the same: {text!r}")
        seen.add(text)

"""What understanding needs of a language, whichever it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mud.world.grid import Direction

TYPO = 80.0
"""From this likeness (0 to 100) a word counts as another one misspelt."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb found in a line.

    `deed` is a deed, or "" for a verb that turns to a ghost; then `speech` is the act of speech, "" if the words themselves tell.
    `thing` is what the deed is done to, in the player's words; `rest` is the line without the verb.
    """

    deed: str
    speech: str
    thing: str
    rest: str


@dataclass(frozen=True, slots=True)
class Heard:
    """What words to a ghost amount to: an act of speech, and for a question its topic, or "" and the words it is `about`.

    `quote` is what was said, word for word; "" where the line only tells that something is said.
    """

    speech: str
    topic: str = ""
    about: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """A line that tells of speech: `to` whom, in the player's words, and with what `words`; "" where it does not tell.

    `said` are the words themselves, where they are given word for word. `asks`: they are a question.
    """

    to: str
    said: str
    words: str
    asks: bool


class Tongue(Protocol):
    """How lines of one language are taken apart. Lines are given as `plain` makes them."""

    def plain(self, line: str) -> str:
        """The line in small letters, without marks."""
        ...

    def address(self, line: str, names: Sequence[str] = ()) -> Address | None:
        """To whom a line says something, if it tells of that. The line is given as it was typed; `names` are of those who are here."""
        ...

    def called(self, line: str, wonders: bool) -> tuple[str, ...]:
        """The words by which a line, as it was typed, may call somebody: its first, and its last if it is no question."""
        ...

    def verb(self, line: str, *, guess: bool = False, seen: str = "") -> Verb | None:
        """The verb of a line; with `guess` one that it may have been before a typing mistake. `seen` is a text of what is here."""
        ...

    def speech(self, line: str) -> str:
        """The act of speech of words said, "" if none stands out."""
        ...

    def asks(self, line: str, plain: str) -> bool:
        """Whether the line, as it was typed, is a question."""
        ...

    def wonders(self, plain: str) -> bool:
        """Whether the line begins with a question word."""
        ...

    def to_you(self, line: str) -> bool:
        """Whether the line says "you"."""
        ...

    def topic(self, line: str) -> str:
        """The first topic that the words touch, "" if none."""
        ...

    def about(self, line: str) -> str:
        """What a question is about, in its own words; "" if it does not say."""
        ...

    def direction(self, line: str) -> Direction | None:
        """The direction that a line names."""
        ...

    def leads(self, line: str, where: str) -> bool:
        """Whether the line speaks of going "back", "onward" or to another "storey"."""
        ...

    def has(self, line: str, words: str) -> bool:
        """Whether the line holds one of the words of that name in the grammar."""
        ...

    def bare(self, word: str) -> str:
        """A noun without what the language hangs behind it."""
        ...

    def is_one_of(self, thing: str, words: str) -> bool:
        """Whether the thing itself is one of the words of that name in the grammar."""
        ...

    def in_text(self, line: str, text: str) -> str:
        """A noun of the line that a text speaks of, "" if there is none."""
        ...

    def is_in(self, thing: str, text: str) -> bool:
        """Whether a text speaks of the thing."""
        ...

    def calls(self, line: str, character: str) -> bool:
        """Whether a line calls somebody by what they are: a word of their character."""
        ...

    def names(self, line: str, *names: str) -> bool:
        """Whether a line calls somebody by one of those names, or by a part of it."""
        ...


class Cues:
    """Words and phrases to be looked for in a line, the longest first."""

    def __init__(self, cues: Iterable[str], *, whole: bool) -> None:
        """`whole`: a cue ends where a word ends, unless it ends with *; else any ending may follow it."""
        ordered = sorted(set(cues), key=len, reverse=True)
        ending = r"(?![\w'])" if whole else ""
        parts = [
            re.escape(cue[:-1]) + r"\w*" if cue.endswith("*") else re.escape(cue) + ending for cue in ordered
        ]
        self._pattern = re.compile(r"(?<![\w'])(?:" + "|".join(parts) + ")")

    def find(self, line: str) -> str:
        """The first cue in the line as it stands there, "" if there is none."""
        found = self._pattern.search(line)
        return found[0] if found else ""


def first_cue(cues: dict[str, Cues], line: str, order: Iterable[str] | None = None) -> str:
    """The name of the first of the cues, in their order, that is found in the line; "" if none is."""
    return next((name for name in order or cues if name in cues and cues[name].find(line)), "")


SPEECH_ORDER = (
    "threaten", "insult", "comfort", "apologise", "thank", "beg", "flatter", "joke", "farewell", "invite", "suffer", "greet", "remark",
)  # fmt: skip
"""Which act counts when words do several: what weighs more comes first."""

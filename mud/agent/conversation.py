"""A conversation's history, held within a budget of tokens."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mud.agent.model import Message, ToolSchema

CountTokens = Callable[[str], int]

_KEPT = 0.75
_SHARE = 0.25
_PER_MESSAGE = 4
_NO_WORDS = "(no words)"


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has, without any model's tokeniser: one for four ASCII characters, one for each other character.

    Close for English prose. High for Korean, where newer tokenisers join syllables: too high an estimate costs a little history,
    too low a one would let a server drop the front of the prompt unseen.
    """
    ascii_only = len(text) if text.isascii() else sum(character.isascii() for character in text)
    return math.ceil(ascii_only / 4) + len(text) - ascii_only


def count_message(message: Message, count: CountTokens) -> int:
    """The tokens of one message, calls and a few for its frame included."""
    calls = sum(count(call.name) + count(call.arguments) + _PER_MESSAGE for call in message.calls)
    extras = (message.extra, *(call.extra for call in message.calls))
    extra = sum(count(json.dumps(dict(each), default=str)) for each in extras if each)
    return count(message.content) + calls + extra + _PER_MESSAGE


class ConversationBusy(Exception):
    """A second turn was begun before the first one ended."""


def count_tools(tools: Iterable[ToolSchema], count: CountTokens) -> int:
    """The tokens of what a model is told of its tools."""
    return sum(
        count(each.name + each.description + json.dumps(each.parameters, ensure_ascii=False))
        for each in tools
    )


@dataclass(frozen=True, slots=True)
class _Turn:
    """The messages of a turn, and the story among them that was told."""

    messages: tuple[Message, ...]
    story: str
    tokens: int


class Conversation:
    """The turns so far, oldest first: each the user's line, the answers with their calls and results, and the story told.

    Turns leave whole, so that no call stands without its result, and many at once: when the budget is exceeded the oldest go until
    three quarters of it are left. Between such cuts a prompt only grows at its end, and what serves it can keep the front cached.
    A turn too large for the budget by itself is kept as its line and its story, both shortened where they must be.
    """

    def __init__(self, *, budget: int, count: CountTokens = estimate_tokens) -> None:
        """`budget` is in tokens as `count` counts them."""
        self._budget = budget
        self._count = count
        self._turns: list[_Turn] = []
        self._notes: list[str] = []
        self._noted = 0  # their tokens
        self._open = False

    @property
    def messages(self) -> tuple[Message, ...]:
        """The history as it goes into a request, between the system prompt and the newest message."""
        return tuple(message for turn in self._turns for message in turn.messages)

    @property
    def tokens(self) -> int:
        """The tokens of the history."""
        return sum(turn.tokens for turn in self._turns)

    def emptied(self) -> Conversation:
        """A new conversation within the same budget."""
        return Conversation(budget=self._budget, count=self._count)

    def note(self, text: str) -> None:
        """Keep what happened outside of any turn. It stands before the user's next line; of very many notes the oldest go."""
        self._notes.append(text)
        self._noted += self._count(text)
        while len(self._notes) > 1 and self._noted > self._budget * _SHARE:
            self._noted -= self._count(self._notes.pop(0))

    def begin(self, line: str) -> str:
        """Open a turn: the notes so far and the user's line, as they will be kept. Raises `ConversationBusy` while one is open."""
        if self._open:
            raise ConversationBusy
        self._open = True
        opening = "\n".join([*self._notes, line]).strip() or _NO_WORDS
        self._notes.clear()
        self._noted = 0
        return opening

    def shorten(self) -> bool:
        """Forget the older half of the turns; whether there was anything to forget."""
        before = len(self._turns)
        del self._turns[: (before + 1) // 2]
        return before > 0

    def fit(self, most: int) -> None:
        """Forget as many of the oldest turns as make the history no longer than `most` tokens.

        Of the newest turn line and story are kept, shortened, as long as there is room for them.
        """
        if self.tokens <= most:
            return
        while len(self._turns) > 1 and self.tokens > most:
            self._turns.pop(0)
        if self._turns and self.tokens > most:
            newest = self._turns.pop()
            told = self._told(newest.messages[0].content, newest.story, most)
            self._turns = [told] if told.tokens <= most else []

    def keep(self, opening: str, answers: Sequence[Message], story: str) -> None:
        """Close a turn that went well. `answers` are the model's messages and the tools'."""
        self._open = False
        self._add((Message("user", opening), *answers), story)

    def abandon(self, opening: str, committed: Sequence[str]) -> None:
        """Close a turn that failed or was cancelled: the model's messages go; the line, and what was `committed`, stay."""
        self._open = False
        self._add((Message("user", "\n".join([opening, *committed])),), "")

    def _add(self, messages: tuple[Message, ...], story: str) -> None:
        turn = self._turn(messages, story)
        if turn.tokens > self._budget:
            turn = self._told(messages[0].content, story, self._budget)
        self._turns.append(turn)
        if self.tokens > self._budget:
            while len(self._turns) > 1 and self.tokens > self._budget * _KEPT:
                self._turns.pop(0)

    def _told(self, line: str, story: str, most: int) -> _Turn:
        """A turn as its line and its story alone, each as far as it has at most a quarter of `most` tokens."""
        told = (Message("assistant", self._shortened(story, most)),) if story else ()
        return self._turn((Message("user", self._shortened(line, most)), *told), story)

    def _shortened(self, text: str, most: int) -> str:
        """The beginning of a text: the whole of it, or as much as has at most a quarter of `most` tokens."""
        kept = len(text)
        while kept and self._count(text[:kept]) > most * _SHARE:
            kept = kept * 3 // 4
        return text if kept == len(text) else text[:kept] + "…"

    def _turn(self, messages: tuple[Message, ...], story: str) -> _Turn:
        return _Turn(messages, story, sum(count_message(message, self._count) for message in messages))

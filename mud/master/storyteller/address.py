"""Lines that tell of speech: "say to Agatha: good evening", "ask the ghost about the castle", "아가사에게 …라고 말한다"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from .tongue import Address

_TOKENS = re.compile(r"[\w'’-]+|[:,]")
_QUOTES = " \t\"'“”„「」『』.,:"
_MARKS = "?!~"
_MOST_NAME_WORDS = 4  # "Agatha of the Wrong Portrait" is named by less
_RECEIVERS = frozenset({"to", "with", "at"})
_LISTENERS = frozenset({"me", "us"})  # "tell me" tells of nothing said: it is said
_SAID = re.compile(r"이?라고$")
_GIVEN = re.compile(r"(?:에게|한테|께)$")
_WITH = re.compile(r"(?:와|과|이랑|랑|하고)$")
_PLAIN_SAYS = ("해", "했", "한다", "하자", "할래")  # say something only after a quotation


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    start: int


class EnglishAddress:
    """Takes an English line apart that begins with a verb of speech. The words come from the grammar's file."""

    def __init__(
        self,
        words: Callable[[str], Collection[str]],
        lemma: Callable[[str], str],
        speech: Callable[[str], str],
    ) -> None:
        """`words` are those of a name in the grammar; `lemma` of a word; `speech` is the act of speech that words are, "" if none."""
        self._says = frozenset(words("says"))
        self._tells = frozenset(words("tells"))
        self._talks = frozenset(words("talks"))
        self._asks = frozenset(words("asks"))
        self._lead_ins = frozenset(words("lead_ins"))
        self._clauses = frozenset(words("clauses"))
        self._articles = frozenset(words("before_names"))
        self._lemma = lemma
        self._speech = speech

    def parse(self, line: str, names: Sequence[str]) -> Address | None:
        """To whom something is said and what; None for a line that begins otherwise. `names`: who is here."""
        tokens = [_Token(found[0].lower(), found.start()) for found in _TOKENS.finditer(line)]
        at = 0
        while at < len(tokens) and tokens[at].word in self._lead_ins:
            at += 1
        if at >= len(tokens):
            return None
        verb = self._lemma(tokens[at].word)
        after = tokens[at + 1 :]
        if after and after[0].word in _LISTENERS:
            return None
        if verb in self._tells:
            return self._told(line, after, asks=verb in self._asks)
        if verb not in self._says and verb not in self._talks:
            return None
        if after and after[0].word in _RECEIVERS:
            return self._told(line, after[1:], asks=False)
        return self._said(line, after, names) if verb in self._says else None

    def _told(self, line: str, after: list[_Token], *, asks: bool) -> Address:
        """Whom it is told first, and then what."""
        ends = (n for n, token in enumerate(after) if token.word in ":," or self._begins_clause(n, token))
        length = next(ends, None)
        if length is None:
            length = len(after) if len(after) <= _MOST_NAME_WORDS else self._shortest(after)
        length = min(length, _MOST_NAME_WORDS)
        to = " ".join(token.word for token in after[:length])
        rest = after[length:]
        direct = bool(rest) and rest[0].word in ":,"
        if direct:
            rest = rest[1:]
        told = line[rest[0].start :].strip(_QUOTES) if rest else ""
        return Address(to, told if direct else "", told.strip(_QUOTES + _MARKS), asks)

    def _begins_clause(self, n: int, token: _Token) -> bool:
        return token.word in self._clauses or (n > 0 and token.word in self._articles)

    def _shortest(self, after: list[_Token]) -> int:
        return 2 if after[0].word in self._articles else 1

    def _said(self, line: str, after: list[_Token], names: Sequence[str]) -> Address:
        """What is said first, and perhaps to whom behind it: somebody who is here, a name, or, after a greeting, what has an article."""
        here = {word for name in names for word in name.lower().split()}
        to = ""
        end = len(line)
        for n in range(max(1, len(after) - 1 - _MOST_NAME_WORDS), len(after) - 1):
            first = after[n + 1]
            if after[n].word != "to":
                continue
            before = line[after[0].start : after[n].start].lower()
            noun = first.word in self._articles and bool(self._speech(before))
            if noun or first.word in here or line[first.start].isupper():
                to = " ".join(token.word for token in after[n + 1 :])
                end = after[n].start
                break
        said = line[after[0].start : end].strip(_QUOTES) if after else ""
        return Address(to, said, said, asks=False)


class KoreanAddress:
    """Takes a Korean line apart that ends with a verb of speech and says to whom. The words come from the grammar's file."""

    def __init__(self, words: Callable[[str], Collection[str]]) -> None:
        self._says = tuple(words("says"))
        self._asks = tuple(words("asks"))
        self._nouns = frozenset(words("nouns"))

    def parse(self, line: str) -> Address | None:
        """To whom something is said and what; None for a line that ends otherwise."""
        words = [word for word in (word.strip(_QUOTES + _MARKS) for word in line.split()) if word]
        verb = words[-1] if words else ""
        at, to = self._receiver(words[:-1])
        if not to:
            return None
        middle = words[at + 1 : -1]
        quotes = bool(middle and middle[-1].endswith("고"))
        if not (verb.startswith(self._says) or (quotes and verb.startswith(_PLAIN_SAYS))):
            return None
        asks = verb.startswith(self._asks) or bool(middle and middle[-1].endswith("냐고"))
        told = " ".join(middle)
        said = _SAID.sub("", told) if not verb.startswith(_PLAIN_SAYS) and _SAID.search(told) else ""
        return Address(to, said, said or told, asks)

    def _receiver(self, words: list[str]) -> tuple[int, str]:
        """Where the line says to whom, and the name without its particle; "" if it does not."""
        for ending in (_GIVEN, _WITH):
            for at, word in enumerate(words):
                name = ending.sub("", word)
                if name and name != word and word not in self._nouns:
                    return at, name
        return -1, ""

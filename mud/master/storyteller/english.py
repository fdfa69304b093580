"""English lines: the verb comes first, and what it is done to after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import fuzz, process

from mud.world.grid import Direction

from .address import EnglishAddress
from .grammar import Verbs
from .number import same_noun
from .tongue import SPEECH_ORDER, TYPO, Address, Cues, Verb, first_cue

_LONGEST_PHRASE = 6
_GUESSED_WORDS = 3  # a misspelt verb is looked for among the first words only
_SHORT = 4  # shorter words are too like each other to be guessed at
_ABOUT_WORDS = 4
_HER = "her"  # an article of sorts, unless it stands last
_SAME_NOUN = 85.0  # likeness (0 to 100); nouns are more like each other than verbs
_MARKS = re.compile(r"[^\w'\s]+")
_SHORTENED = {"'m": " am", "'re": " are", "'ve": " have"}
_SHORTENED_IS = re.compile(r"\b(what|that|here|where|there|who|how|it)'s\b")
_SHORTENED_BE = re.compile(r"(?<=[a-z])('m|'re|'ve)\b")
_YOU = re.compile(r"\b(you|your|you're|yours|thou|thy|ye|u)\b")


class English:
    """English, with the words of a file."""

    def __init__(self, verbs: Verbs) -> None:
        self._phrases: dict[tuple[str, ...], tuple[str, str]] = {}
        for deed, phrases in verbs.deeds.items():
            self._phrases.update({tuple(phrase.split()): (deed, "") for phrase in phrases})
        self._address = {tuple(word.split()): speech for word, speech in verbs.address.items()}
        self._phrases.update({word: ("", speech) for word, speech in self._address.items()})
        self._vocabulary = {word for phrase in self._phrases for word in phrase}
        self._verbs = sorted({phrase[0] for phrase in self._phrases if len(phrase) == 1})
        self._words = {name: frozenset(words) for name, words in verbs.grammar.items()}
        self._cues = {name: _cues(words) for name, words in verbs.grammar.items()}
        self._speech = {act: _cues(cues) for act, cues in verbs.speech.items()}
        self._topics = {topic: _cues(cues) for topic, cues in verbs.topics.items()}
        self._ways = {way: _cues(cues) for way, cues in verbs.ways.items()}
        self._addresses = EnglishAddress(lambda name: self._words[name], self._lemma, self.speech)

    def plain(self, line: str) -> str:
        return " ".join(word.strip("'") for word in _MARKS.sub(" ", _straight(line)).split())

    def address(self, line: str, names: Sequence[str] = ()) -> Address | None:
        return self._addresses.parse(line, names)

    def called(self, line: str, wonders: bool) -> tuple[str, ...]:
        words = self.plain(line).split()
        last = not wonders or "," in line
        return (*words[:1], *(words[-1:] if last else ()))

    def verb(self, line: str, *, guess: bool = False, seen: str = "") -> Verb | None:
        words = line.split()
        start = 0
        while start < len(words) and words[start] in self._words["lead_ins"]:
            start += 1
        lemmas = [self._lemma(word) for word in words]
        if guess:
            return self._guess(words, lemmas, start)
        return self._found(words, lemmas, start) or self._found(words, lemmas, 0)

    def _found(self, words: list[str], lemmas: list[str], start: int) -> Verb | None:
        for at in range(start, len(lemmas)):
            for length in range(min(_LONGEST_PHRASE, len(lemmas) - at), 0, -1):
                meaning = self._phrases.get(tuple(lemmas[at : at + length]))
                if meaning is not None:
                    rest = words[at + length :]
                    return Verb(*meaning, self._thing(rest), " ".join(rest))
        return None

    def _guess(self, words: list[str], lemmas: list[str], start: int) -> Verb | None:
        for at in range(start, min(len(words), start + _GUESSED_WORDS)):
            if len(words[at]) <= _SHORT or words[at] in self._words["articles"]:
                continue
            verbs = [verb for verb in self._verbs if abs(len(verb) - len(words[at])) <= 1]
            like = process.extractOne(words[at], verbs, scorer=fuzz.ratio, score_cutoff=TYPO)
            if like is not None:
                mended = [*lemmas[:at], like[0], *lemmas[at + 1 :]]
                return self._found(words, mended, at)
        return None

    def _lemma(self, word: str) -> str:
        return next((form for form in _lemmas(word) if form in self._vocabulary), word)

    def _thing(self, rest: list[str]) -> str:
        """The noun that follows: without articles before it, and up to where another clause begins."""
        if rest == [*rest[:-1], _HER] and self._words["articles"].issuperset(rest):
            return _HER
        while rest and rest[0] in self._words["articles"]:
            rest = rest[1:]
        thing: list[str] = []
        for word in rest:
            if word in self._words["stops"]:
                break
            thing.append(word)
        while thing and thing[-1] in self._words["articles"] and thing[-1] != _HER:
            thing.pop()
        return " ".join(thing)

    def speech(self, line: str) -> str:
        return first_cue(self._speech, line, SPEECH_ORDER)

    def asks(self, line: str, plain: str) -> bool:
        return "?" in line or self.wonders(plain)

    def wonders(self, plain: str) -> bool:
        found = self._cues["question"].find(plain)
        before = plain[: plain.find(found)].split() if found else []
        return bool(found) and self._words["lead_ins"].issuperset(before)

    def to_you(self, line: str) -> bool:
        return _YOU.search(line) is not None

    def topic(self, line: str) -> str:
        return first_cue(self._topics, line)

    def about(self, line: str) -> str:
        words = line.split()
        for at, word in enumerate(words):
            if word in self._words["about"]:
                return self._few(words[at + 1 :])
        return ""

    def _few(self, words: list[str]) -> str:
        """The first words, as the one who is asked says them; an article stays with its noun."""
        while words and words[0] in self._words["articles"] - self._words["before_names"] - {"my"}:
            words = words[1:]
        return " ".join(_TURNED.get(word, word) for word in words[:_ABOUT_WORDS])

    def direction(self, line: str) -> Direction | None:
        words = line.split()
        for way in Direction:
            found = self._ways[way].find(line)
            if len(found) > 1 or (found and words[-1] == found):
                return way
        return None

    def leads(self, line: str, where: str) -> bool:
        return bool(self._ways[where].find(line))

    def has(self, line: str, words: str) -> bool:
        return bool(self._cues[words].find(line))

    def bare(self, word: str) -> str:
        return word

    def is_one_of(self, thing: str, words: str) -> bool:
        return bool(thing) and thing.rsplit(maxsplit=1)[-1] in self._words[words]

    def in_text(self, line: str, text: str) -> str:
        there = self._in(text)
        nouns = (word for word in reversed(line.split()) if len(word) >= _SHORT)
        return next(
            (
                word
                for word in nouns
                if word not in self._words["stops"] and any(same_noun(word, one) for one in there)
            ),
            "",
        )

    def is_in(self, thing: str, text: str) -> bool:
        nouns = [word for word in thing.split() if len(word) > 2 or len(thing) < _SHORT]  # noqa: PLR2004 - "of", "to"
        return bool(nouns) and any(_there(nouns[-1], word) for word in self._in(text))

    def _in(self, text: str) -> set[str]:
        return set(self.plain(text).replace("'s", "").split())

    def calls(self, line: str, character: str) -> bool:
        told = self.plain(character).split()
        return any(_there(word, part) for word in line.split() if len(word) > _SHORT for part in told)

    def names(self, line: str, *names: str) -> bool:
        parts = [
            part
            for part in self.plain(" ".join(names)).split()
            if len(part) >= _SHORT - 1 and part not in self._words["articles"]
        ]
        words = [word.removesuffix("'s") for word in line.split()]
        return any(
            part == word or (len(part) > _SHORT and len(word) >= _SHORT and fuzz.ratio(part, word) >= TYPO)
            for part in parts
            for word in words
        )


def _lemmas(word: str) -> Iterator[str]:
    """The word, and what it may be an ending of, the likelier first."""
    yield word
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    for ending in ("ing", "ed", "er", "es", "s"):
        if not word.endswith(ending) or len(word) <= len(ending) + 1:
            continue
        stem = word.removesuffix(ending)
        yield from (stem, stem + "e")
        if ending != "s" and stem[-1:] == stem[-2:-1]:
            yield stem[:-1]
        if stem.endswith("i"):
            yield stem[:-1] + "y"


_IRREGULAR = {
    "is": "be", "are": "be", "am": "be", "was": "be", "were": "be", "went": "go", "took": "take", "sat": "sit", "ran": "run",
    "hid": "hide", "lit": "light", "lying": "lie", "said": "say", "told": "tell", "spoke": "speak", "sang": "sing", "ate": "eat",
    "drank": "drink", "threw": "throw", "broke": "break", "struck": "strike", "wrote": "write", "felt": "feel",
}  # fmt: skip


_TURNED = {"my": "your", "your": "my", "me": "you", "you": "me", "yourself": "myself", "myself": "yourself"}


def _straight(line: str) -> str:
    """In small letters, and with short forms of "to be" and "to have" written out."""
    straight = line.replace("’", "'").replace("‘", "'").lower()
    return _SHORTENED_BE.sub(lambda found: _SHORTENED[found[1]], _SHORTENED_IS.sub(r"\1 is", straight))


def _cues(words: Iterable[str]) -> Cues:
    return Cues(map(_straight, words), whole=True)


def _there(noun: str, word: str) -> bool:
    """Whether both are one noun, in whatever number, or misspelt."""
    return same_noun(noun, word) or (len(noun) > _SHORT and fuzz.ratio(noun, word) >= _SAME_NOUN)

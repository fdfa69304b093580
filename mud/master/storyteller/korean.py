"""Korean lines: the verb comes last, and a particle tells what it is done to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from rapidfuzz import fuzz, process

from mud.text.korean import Final, final_of
from mud.world.grid import Direction

from .address import KoreanAddress
from .grammar import Verbs
from .tongue import SPEECH_ORDER, TYPO, Address, Cues, Verb, first_cue

_MARKS = re.compile(r"[^\w\s]+")
_YOU = re.compile(r"(?<!\S)(당신|너|넌|네|그대|자네|니가|댁)")
_ASKS_WHAT = ("뭐", "무엇", "누구", "어디", "어때", "뭔")
_ABOUT_IT = ("대해", "관해", "대한", "관한")
_TALK_OF = ("이야기", "얘기")
_TOPIC_WORDS = 2
_AFTER_CLOSED = frozenset({"을", "은", "이", "과", "이랑", "으로", "아", "으로부터", "이나"})
_AFTER_OPEN = frozenset({"를", "는", "가", "와", "랑", "로", "야", "나"})
_CLAUSE_ENDS = ("서", "고", "며", "면서", "니까")
_DOES = ("하", "한", "해", "할", "했", "합")  # after a noun it makes a verb of it: 사과 한다
_LONGEST_STEM = 4  # words
_ASKED_ONES = ("에게", "한테", "께")  # what follows somebody who is asked
_NOT_OF_THE_NOUN = ("을", "를", "에", "에서", "에게", "한테", "으로", "고", "며", "면서")
_EXACT = "="
_SHORT = 2  # syllables
_GUESSED = 3  # syllables; shorter stems are one slip away from words as common as "here", unless a helping verb follows
_MOST_WORDS = 3  # words of a thing


class Korean:
    """Korean, with the words of a file."""

    def __init__(self, verbs: Verbs) -> None:
        exact: dict[str, tuple[str, str]] = {}
        stems: dict[str, tuple[str, str]] = {}
        for deed, words in verbs.deeds.items():
            for word in words:
                if word.startswith(_EXACT):
                    exact[word.removeprefix(_EXACT)] = (deed, "")
                else:
                    stems[word] = (deed, "")
        stems.update({word: ("", speech) for word, speech in verbs.address.items()})
        self._exact = exact
        self._stems = stems
        self._by_length = sorted(stems, key=len, reverse=True)
        self._sounds = {_letters(stem): stem for stem in stems if len(stem) >= _SHORT and " " not in stem}
        self._words = {name: frozenset(words) for name, words in verbs.grammar.items()}
        self._particles = sorted(verbs.grammar["particles"], key=len, reverse=True)
        self._nouns = self._words["nouns"]
        self._addresses = KoreanAddress(lambda name: self._words[name])
        self._cues = {name: Cues(words, whole=False) for name, words in verbs.grammar.items()}
        self._speech = {act: Cues(cues, whole=False) for act, cues in verbs.speech.items()}
        self._topics = {topic: Cues(cues, whole=False) for topic, cues in verbs.topics.items()}
        self._ways = {way: Cues(cues, whole=False) for way, cues in verbs.ways.items()}
        self._directions = {name: way for way in Direction for name in verbs.ways[way]}

    def plain(self, line: str) -> str:
        return " ".join(_MARKS.sub(" ", unicodedata.normalize("NFC", line).lower()).split())

    def address(self, line: str, names: Sequence[str] = ()) -> Address | None:
        return self._addresses.parse(unicodedata.normalize("NFC", line))

    def called(self, line: str, wonders: bool) -> tuple[str, ...]:
        words = self.plain(line).split()
        return tuple(
            self.bare(word.removesuffix("님").removesuffix("씨")) for word in (*words[:1], *words[-1:])
        )

    def verb(self, line: str, *, guess: bool = False, seen: str = "") -> Verb | None:
        words = line.split()
        around = self._in(seen)
        if guess:
            return self._guess(words, around)
        helper: Verb | None = None
        for at in range(len(words) - 1, -1, -1):
            meaning = self._meaning(words, at)
            if meaning is None or self._looked_at(words, at, around):
                continue
            verb = Verb(*meaning, self._thing(words, at, around), " ".join(words[:at]))
            if words[at] not in self._words["helpers"]:
                return verb
            helper = helper or verb
        return helper

    def _looked_at(self, words: list[str], at: int, around: Collection[str]) -> bool:
        """Whether a word is no verb but a noun of the room, and looked at: "웃음을 본다" where there is a smile to be seen."""
        noun = self.bare(words[at])
        helped = words[at + 1 : at + 2]
        return (
            bool(helped)
            and helped[0] in self._words["helpers"]
            and len(noun) >= _SHORT
            and any(self._hangs_on(noun, word) for word in around)
        )

    def _meaning(self, words: list[str], at: int) -> tuple[str, str] | None:
        word = words[at]
        if word in self._nouns and not " ".join(words[at + 1 : at + 2]).startswith(_DOES):
            return None
        here = " ".join(words[at : at + _LONGEST_STEM])
        stem = next((stem for stem in self._by_length if here.startswith(stem)), None)
        if word in self._exact and (stem is None or " " not in stem):
            return self._exact[word]
        return None if stem is None else self._stems[stem]

    def _guess(self, words: list[str], around: Collection[str]) -> Verb | None:
        for at in range(len(words) - 1, -1, -1):
            sound = _letters(words[at])
            if len(words[at]) < _GUESSED or words[at] in self._words["lead_ins"]:
                continue
            helped = words[at][_SHORT:] in self._words["helpers"]
            stems = [letters for letters, stem in self._sounds.items() if helped or len(stem) >= _GUESSED]
            like = process.extractOne(sound, stems, scorer=_likeness, score_cutoff=TYPO)
            if like is not None:
                meaning = self._stems[self._sounds[like[0]]]
                return Verb(*meaning, self._thing(words, at, around), " ".join(words[:at]))
        return None

    def _thing(self, words: list[str], at: int, around: Collection[str]) -> str:
        """The noun before the verb, with what describes it, and without its particle."""
        before = words[:at]
        while before and self._cues["question"].find(before[-1]):
            before = before[:-1]
        while before and before[0] in self._words["lead_ins"]:
            before = before[1:]
        while before and (before[-1] in self._words["lead_ins"] or before[-1] in self._words["helpers"]):
            before = before[:-1]
        if before and self.bare(before[-1]) in self._words["inner"] and len(before) > 1:
            before = before[:-1]
            while before and before[-1].endswith(_CLAUSE_ENDS) and before[-1] not in self._nouns:
                before = before[:-1]
            before = [word for word in before if word not in self._words["lead_ins"]]
        else:
            before = self._noun_phrase([word for word in before if word not in self._words["lead_ins"]])
        if not before:
            return ""
        return " ".join([*before[:-1], self._bare(before[-1], around)][-_MOST_WORDS:])

    def _noun_phrase(self, words: list[str]) -> list[str]:
        """The object, or else the last noun, with what describes it: places, receivers and other clauses are not part of it."""
        objects = [
            at for at, word in enumerate(words) if word.endswith(("을", "를")) and self.bare(word) != word
        ]
        if objects:
            body = objects[-1] > 0 and self.bare(words[objects[-1]]) in self._words["body"]
            words = words[: objects[-1] + (not body)]
        ends = [at for at, word in enumerate(words[:-1]) if len(word) > 1 and word.endswith(_NOT_OF_THE_NOUN)]
        return words[ends[-1] + 1 :] if ends else words

    def bare(self, word: str) -> str:
        return self._bare(word)

    def _bare(self, word: str, around: Collection[str] = ()) -> str:
        """The word without its particle. A known noun, and one of the words around, is whole: 지도 is no 지 with a particle."""
        if word in self._nouns or any(self._hangs_on(word, one) for one in around):
            return word
        return next((word.removesuffix(one) for one in self._particles if _is_particle(word, one)), word)

    def _hangs_on(self, noun: str, word: str) -> bool:
        """Whether the word is that noun with a particle behind it."""
        return word != noun and word.startswith(noun) and word.removeprefix(noun) in self._words["particles"]

    def speech(self, line: str) -> str:
        return first_cue(self._speech, line, SPEECH_ORDER)

    def asks(self, line: str, plain: str) -> bool:
        last = plain.split()[-1:] or [""]
        ends = any(
            last[0].endswith(ending) and len(last[0]) > 1 for ending in self._words["question_endings"]
        )
        return "?" in line or bool(self._cues["question"].find(plain)) or ends

    def wonders(self, plain: str) -> bool:
        return bool(self._cues["question"].find(plain))

    def to_you(self, line: str) -> bool:
        return _YOU.search(line) is not None

    def topic(self, line: str) -> str:
        return first_cue(self._topics, line)

    def about(self, line: str) -> str:
        words = line.split()
        for at, word in enumerate(words):
            if at and (word.startswith(_ABOUT_IT) or (word.startswith(_TALK_OF) and at > 1)):
                asked = words[max(0, at - _TOPIC_WORDS) : at]
                break
            if at and word.startswith(_ASKS_WHAT):
                asked = words[at - 1 : at]
                break
        else:
            return ""
        asked = [word for word in asked if not word.endswith((*_ASKED_ONES, "와", "과", "랑"))]
        return self.bare(" ".join(asked))

    def direction(self, line: str) -> Direction | None:
        for word in line.split():
            for form in (word, self.bare(word)):
                if form in self._directions:
                    return self._directions[form]
            if "쪽" in word and word[:2] in self._directions:
                return self._directions[word[:2]]
        return None

    def leads(self, line: str, where: str) -> bool:
        return bool(self._ways[where].find(line))

    def has(self, line: str, words: str) -> bool:
        return bool(self._cues[words].find(line))

    def is_one_of(self, thing: str, words: str) -> bool:
        noun = thing.rsplit(maxsplit=1)[-1] if thing else ""
        return noun in self._words[words] or self.bare(noun) in self._words[words]

    def in_text(self, line: str, text: str) -> str:
        around = self._in(text)
        nouns = (self._bare(word, around) for word in line.split())
        return next((noun for noun in nouns if len(noun) >= _SHORT and self._is_among(noun, around)), "")

    def is_in(self, thing: str, text: str) -> bool:
        noun = thing.rsplit(maxsplit=1)[-1] if thing else ""
        return bool(noun) and self._is_among(noun, self._in(text))

    def _in(self, text: str) -> frozenset[str]:
        return frozenset(self.plain(text).split())

    def _is_among(self, noun: str, words: Collection[str]) -> bool:
        return any(
            (word.startswith(noun) and (len(noun) >= _SHORT or self._only_hangs(word[1:])))
            or (len(noun) > _SHORT and noun.startswith(self.bare(word)))
            for word in words
            if len(word) >= len(noun) or len(noun) > _SHORT
        )

    def _only_hangs(self, ending: str) -> bool:
        """Whether that is nothing but a particle, so that 방수포 is not taken for 방."""
        return not ending.removeprefix("들") or ending.removeprefix("들") in self._words["particles"]

    def calls(self, line: str, character: str) -> bool:
        told = {self.bare(word) for word in self.plain(character).split()}
        return any(self.bare(word) in told for word in line.split() if len(self.bare(word)) >= _SHORT)

    def names(self, line: str, *names: str) -> bool:
        first = [part for name in names for part in self.plain(name).split()[-1:]]
        words = line.split()
        return any(
            word.startswith(part)
            or (len(part) > _SHORT and fuzz.ratio(_letters(self.bare(word)), _letters(part)) >= TYPO)
            for part in first
            for word in words
        )


def _is_particle(word: str, particle: str) -> bool:
    """Whether the word may end with that particle: which form of one follows depends on the sound before it."""
    stem = word.removesuffix(particle)
    if not stem or stem == word:
        return False
    final = final_of(stem)
    if particle in _AFTER_CLOSED:
        return final is not Final.NONE and not (final is Final.RIEUL and particle.startswith("으로"))
    return particle not in _AFTER_OPEN or final is Final.NONE or (final is Final.RIEUL and particle == "로")


def _letters(word: str) -> str:
    """The word as single letters, so that a slip of one letter is one letter's difference."""
    return unicodedata.normalize("NFD", word)


def _likeness(word: str, stem: str, **_: object) -> float:
    """How like the beginning of the word is to the stem. (rapidfuzz hands further options to its scorers.)"""
    return fuzz.ratio(word[: len(stem)], stem)

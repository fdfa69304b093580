"""Korean particles: which of two forms follows a word, by the last sound with which the word is read aloud.

The rule is that of the Korean orthography: 이, 은, 을, 과, 으로, 아 … after a final consonant (받침), 가, 는, 를, 와, 로, 야 … after a
vowel, and 로 also after a final ㄹ.

Words that are not Hangul are read as Koreans read them:

- a number by its Sino-Korean reading (3 삼, 10 십, 10,000 만); after a decimal point, and with a leading zero, digit by digit (0 영, 공);
- a Latin word by the usual transcription of its ending, see `_latin`: Bob is 밥, Tom 톰, Karl 칼, but Eve 이브, Robert 로버트. A word
  without a vowel, or a single letter, is spelled (MRS is 엠아르에스, L 엘);
- any other script, and a text without anything to read, takes the form after a vowel.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

_FIRST_SYLLABLE, _LAST_SYLLABLE = "가", "힣"
_FINALS = (
    28  # a syllable's code is (initial * 21 + vowel) * 28 + final, final 0 being none (Unicode, section 3.12)
)
_FINAL_RIEUL = 8
_FIRST_CONSONANT, _LAST_CONSONANT = (
    "ㄱ",
    "ㅎ",
)  # letters by themselves; each consonant's name ends with its own sound

_WHOLE = re.compile(r"\d+(?:,\d{3})*\Z")
_FRACTION = re.compile(r"\d\.\d+\Z")
_SMALL_UNIT_DIGITS = 4  # 십, 백, 천 repeat within each group of four digits
_LARGE_UNITS = "만억조경해자양구간정"  # 10^4, 10^8, 10^12 …
_DIGITS = "영일이삼사오육칠팔구"

_VOWELS = frozenset("aeiouy")
_SINGLE_MUTES = frozenset(
    "pbtkc"
)  # closed into the syllable after one short vowel: Philip 필립, Bob 밥, Kit 킷, Eric 에릭


class Final(Enum):
    """How a word ends when read aloud."""

    NONE = "a vowel"
    RIEUL = "ㄹ"
    OTHER = "another consonant"


def particle(word: str, forms: str) -> str:
    """The right one of two forms, written "이/가": the one after a final consonant, a slash, the one after a vowel.

    Raises `ValueError` when `forms` are not two.
    """
    closed, slash, opened = forms.partition("/")
    if not (closed and slash and opened) or "/" in opened:
        raise ValueError(f"not two forms of a particle: {forms!r}")
    final = final_of(word)
    if final is Final.NONE or (final is Final.RIEUL and closed.startswith("으로")):
        return opened
    return closed


def with_particle(word: str, forms: str) -> str:
    """The word with the right form behind it."""
    return word + particle(word, forms)


def final_of(word: str) -> Final:
    """How the word ends when read aloud. Marks, quotes, brackets and spaces at its end are not read."""
    read = unicodedata.normalize("NFC", word)
    while read and not (read[-1].isalpha() or read[-1].isdecimal()):
        read = read[:-1]
    if not read:
        return Final.NONE
    last = read[-1]
    if last.isdecimal():
        return _number(read)
    if _FIRST_SYLLABLE <= last <= _LAST_SYLLABLE or _FIRST_CONSONANT <= last <= _LAST_CONSONANT:
        return _hangul(last)
    return _latin(read)


def _hangul(letter: str) -> Final:
    if letter < _FIRST_SYLLABLE:
        return Final.RIEUL if letter == "ㄹ" else Final.OTHER
    final = (ord(letter) - ord(_FIRST_SYLLABLE)) % _FINALS
    if final == 0:
        return Final.NONE
    return Final.RIEUL if final == _FINAL_RIEUL else Final.OTHER


def _number(text: str) -> Final:
    digits = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    whole = _WHOLE.search(digits)
    number = whole[0].replace(",", "") if whole else ""
    zeros = len(number) - len(number.rstrip("0"))
    if zeros == 0 or number.startswith("0") or _FRACTION.search(digits):
        return _hangul(_DIGITS[int(digits[-1])])
    if zeros < _SMALL_UNIT_DIGITS:
        return Final.OTHER  # 십, 백, 천
    unit = zeros // _SMALL_UNIT_DIGITS - 1
    return _hangul(_LARGE_UNITS[unit]) if unit < len(_LARGE_UNITS) else Final.OTHER


def _latin(text: str) -> Final:
    """The ending of a word in Latin letters, as it is usually transcribed from English.

    A rule of thumb over spelling, right for most names. It does not know single words: Charlotte (샬럿) is taken for 샬로테.
    """
    bare = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in bare if not unicodedata.combining(c)).lower()
    found = re.search(r"[a-z]+\Z", bare)
    if found is None:
        return Final.NONE
    word = found[0]
    if len(word) == 1 or _VOWELS.isdisjoint(word):
        return _spelled(word[-1])
    if word[-1] == "e":
        return _before_mute_e(word[:-1])
    return _consonant(word)


def _spelled(letter: str) -> Final:
    """The letter by its Korean name: 엘, 아르, 엠, 엔; all others end with a vowel."""
    return {"l": Final.RIEUL, "m": Final.OTHER, "n": Final.OTHER}.get(letter, Final.NONE)


def _before_mute_e(stem: str) -> Final:
    """Kyle 카일, Belle 벨; Jane 제인, Anne 앤, Jerome 제롬, but Daphne 대프니; all others with a vowel: Alice 앨리스, Eve 이브."""
    if stem.endswith("l"):
        return Final.RIEUL
    if stem.endswith(("m", "n")) and (stem[-2:-1] in _VOWELS or stem[-2:-1] == stem[-1]):
        return Final.OTHER
    return Final.NONE


def _consonant(word: str) -> Final:
    """A word that does not end with e."""
    last = word[-1]
    if last == "l":
        return Final.RIEUL
    if last in "mn" or word.endswith("ng"):
        return Final.OTHER
    if last not in _SINGLE_MUTES:
        return Final.NONE
    stem = word[:-1]
    if stem.endswith(last) or word.endswith("ck"):
        stem = stem[:-1]  # Matt, Jack: written twice, spoken once
    if stem.endswith("oo"):
        return Final.OTHER if last == "k" else Final.NONE  # Brook 브룩
    one_vowel = stem[-1:] in _VOWELS and stem[-2:-1] not in _VOWELS
    return Final.OTHER if one_vowel else Final.NONE

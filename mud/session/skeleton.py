"""When two names look alike: the skeleton of a name, which all names that could be mistaken for it share.

After UTS #39 (Unicode Security Mechanisms), section 4, whose table of confusable characters the package `confusable-homoglyphs` carries.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from confusable_homoglyphs.confusables import confusables_data

_MARK = "\u200e"  # the table writes right-to-left letters between these marks
_ALIKE_IN_ONE_CASE = {"i": "l"}  # a capital I is an l to most fonts; 1 and 0 are in the table, as l and O


class Skeletons:
    """Takes names down to their skeletons. Build it once: the table is large."""

    def __init__(self) -> None:
        self._prototypes = _prototypes(_pairs())

    def of(self, name: str) -> str:
        """The case-folded skeleton: equal for names that differ only in case or in characters that look alike.

        Letters of which only the capitals look alike (Cyrillic В, Latin B) count as alike, whatever their case.
        """
        skeleton = name
        while (further := self._step(skeleton)) != skeleton:
            skeleton = further
        return skeleton

    def _step(self, name: str) -> str:
        folded = unicodedata.normalize("NFKC", name).casefold()
        return "".join(map(self._prototype, unicodedata.normalize("NFD", folded)))

    def _prototype(self, letter: str) -> str:
        found = self._prototypes.get(letter, letter).casefold()
        if not found.isascii():
            capital = self._prototypes.get(letter.upper(), "").casefold()
            found = capital if capital and capital.isascii() else found
        return _ALIKE_IN_ONE_CASE.get(found, found)


def _pairs() -> set[tuple[str, str]]:
    """Characters and what they look like. The package gives each pair both ways, without saying which of the two is the prototype."""
    return {
        (one.replace(_MARK, ""), other["c"].replace(_MARK, ""))
        for one, others in confusables_data.items()
        for other in others
    }


def _prototypes(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What each character is replaced by. A prototype stands in many pairs, what is confused with it in one."""
    pairs = set(pairs)
    often = Counter(one for one, _ in pairs)

    def rank(text: str) -> tuple[int, bool, bool, int]:
        return often[text], len(text) > 1, text.isascii(), -ord(text[0])

    return {one: other for one, other in pairs if len(one) == 1 and rank(one) < rank(other)}

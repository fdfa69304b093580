"""Which characters may stand in a text that others read: none that commands a terminal, hides what is there or writes over other lines."""

from __future__ import annotations

import re
import unicodedata

MOST_MARKS = 8
"""Combining marks on one character. The tallest letter in use is a Tibetan monogram, the ten powerful ones of the Kalachakra
(U+0F67 U+0F90 U+0FB5 U+0FA8 U+0FB3 U+0FBA U+0FBC U+0FBB U+0F82), with eight on its base; Biblical Hebrew and Vietnamese need fewer."""

_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI, such as colours and arrow keys (ECMA-48, 5.4)
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC (ECMA-48, 5.6)
    r"|\x1bO[ -~]"  # a function key (SS3)
    r"|\x1b[ -/]*[0-~]"  # the other escapes (ECMA-35, 13.2), and those above that nobody ended
)
_SPACES = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_JOINERS = "\u200c\u200d"  # they shape Persian and Indic letters and join emoji; they cannot reorder or hide anything
_MARKS = frozenset({"Mn", "Mc", "Me"})
_PERHAPS_STACKED = re.compile(f"[^ -\u02ff\u4e00-\u9fff\uac00-\ud7a3]{{{MOST_MARKS + 1}}}")


def without_sequences(text: str) -> str:
    """The text without escape sequences, each taken out whole."""
    return _SEQUENCES.sub("", text)


def readable(text: str) -> str:
    """The text as one line of characters that can be read.

    Control characters, reordering and other invisible format characters (Unicode category Cf, but for the joiners) go; tabs and line ends
    become spaces; a lone surrogate becomes U+FFFD.
    """
    if text.isprintable():
        return text
    return "".join(map(_shown, _SPACES.sub(" ", text)))


def unstacked(text: str) -> str:
    """The text with `MOST_MARKS` combining marks on a character at most: a tower of them would write over the lines around it."""
    if text.isascii() or not _PERHAPS_STACKED.search(text):
        return text
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if character in _JOINERS or unicodedata.category(character) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _shown(character: str) -> str:
    match unicodedata.category(character):
        case "Cc":
            return ""
        case "Cf":
            return character if character in _JOINERS else ""
        case "Cs":
            return "\ufffd"
        case _:
            return character

"""What was meant by the keys of a line: editing applied, everything else that cannot be read taken out."""

from __future__ import annotations

import re
import unicodedata

_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI, such as an arrow key (ECMA-48, 5.4)
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC (5.6)
    r"|\x1bO[ -~]"  # a function key (SS3)
    r"|\x1b[ -/]*[0-~]"  # the other escapes (ECMA-35, 13.2), and those above that nobody ended
)
_EDITS = re.compile("[\x08\x15\x17\x7f]")
_SPACES = re.compile("[\t\v\f\x1c-\x1e\x85\u2028\u2029]+")
_JOINERS = "\u200c\u200d"  # they join emoji and shape Persian and Indic letters, and can neither reorder nor hide anything


def typed(text: str) -> str:
    """The line that somebody meant to send.

    BS and DEL erase a character (with its combining marks), ^W a word, ^U all so far. Escape sequences go whole; other control
    characters, and the format characters that reorder or hide text (Unicode category Cf, but for the joiners), go too; tabs and
    Unicode's line ends become spaces. The result is NFC.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _SEQUENCES.sub("", text)
    if _EDITS.search(text):
        text = _edited(text)
    if not text.isprintable():
        text = "".join(map(_readable, _SPACES.sub(" ", text)))
    return unicodedata.normalize("NFC", text)


def _edited(text: str) -> str:
    kept: list[str] = []
    for character in text:
        match character:
            case "\x08" | "\x7f":
                _erase_character(kept)
            case "\x15":
                kept.clear()
            case "\x17":
                _erase_word(kept)
            case _:
                kept.append(character)
    return "".join(kept)


def _erase_character(kept: list[str]) -> None:
    while kept and unicodedata.combining(kept.pop()):
        pass


def _erase_word(kept: list[str]) -> None:
    while kept and kept[-1].isspace():
        kept.pop()
    while kept and not kept[-1].isspace():
        kept.pop()


def _readable(character: str) -> str:
    match unicodedata.category(character):
        case "Cc":
            return ""
        case "Cf":
            return character if character in _JOINERS else ""
        case "Cs":
            return "\ufffd"
        case _:
            return character

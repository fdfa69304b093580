"""What was meant by the keys of a line: editing applied, everything else that cannot be read taken out."""

from __future__ import annotations

import re
import unicodedata

from mud.world.characters import readable, unstacked, without_sequences

_EDITS = re.compile("[\x08\x15\x17\x7f]")


def typed(text: str) -> str:
    """The line that somebody meant to send.

    BS and DEL erase a character (with its combining marks), ^W a word, ^U all so far. Escape sequences go whole, and then what
    `mud.world.characters` takes out. The result is NFC.
    """
    if text.isascii() and text.isprintable():
        return text
    text = without_sequences(text)
    if _EDITS.search(text):
        text = _edited(text)
    return unstacked(unicodedata.normalize("NFC", readable(text)))


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

"""What texts the castle takes in: the last check before words become part of the world."""

from __future__ import annotations

import unicodedata

from .errors import BadText

NAME_MOST = 80
LOOK_MOST = 600
ROOM_MOST = 2_000
OPINION_MOST = 500
SPEECH_MOST = 1_000
CAUSE_MOST = 120

_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"  # Hangul fillers and the Braille blank: letters and a symbol that show nothing


def checked(field: str, text: str, most: int, *, paragraphs: bool = False) -> str:
    """The text in NFC, trimmed, without control characters and on one line (`paragraphs`: lines are kept).

    Raises `BadText` when nothing that can be seen is left, or more than `most` characters.
    """
    kept = "".join(c if not _control(c) else " " for c in unicodedata.normalize("NFC", text) if c != "\r")
    lines = [" ".join(line.split()) for line in kept.split("\n")]
    result = (
        "\n".join(line for line in lines if line) if paragraphs else " ".join(line for line in lines if line)
    )
    if len(result) > most or not any(_visible(c) for c in result):
        raise BadText(field=field, most=most)
    return result


def _control(character: str) -> bool:
    """Control and format characters have no place in a text, but for the line feed and the joiners inside emoji and scripts."""
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn")
        and character not in "\n\u200d\u200c"
    )


def _visible(character: str) -> bool:
    """Letters, digits, signs and symbols are; spaces, joiners and lone combining marks are not, nor are the letters that stand for none."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _FILLERS

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


def checked(field: str, text: str, most: int, *, paragraphs: bool = False) -> str:
    """The text in NFC, trimmed, without control characters and on one line (`paragraphs`: lines are kept).

    Raises `BadText` when nothing is left, or more than `most` characters.
    """
    kept = "".join(c if not _control(c) else " " for c in unicodedata.normalize("NFC", text) if c != "\r")
    lines = [" ".join(line.split()) for line in kept.split("\n")]
    result = (
        "\n".join(line for line in lines if line) if paragraphs else " ".join(line for line in lines if line)
    )
    if not result or len(result) > most:
        raise BadText(field=field, most=most)
    return result


def _control(character: str) -> bool:
    """Control and format characters have no place in a text, but for the line feed and the joiners inside emoji and scripts."""
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn")
        and character not in "\n\u200d\u200c"
    )

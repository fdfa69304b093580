"""Takes out of a text everything that could command a terminal rather than be read on it."""

from __future__ import annotations

import re
import unicodedata

_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI (ECMA-48, 5.4)
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC (ECMA-48, 5.6)
    r"|\x1b[ -/]*[0-~]"  # the other escapes (ECMA-35, 13.2), and those above that nobody ended
)
_SPACES = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_JOINERS = "\u200c\u200d"  # they shape Persian and Indic letters and join emoji; they cannot reorder or hide anything


def clean(text: str) -> str:
    """The text as one line that is safe to show.

    Escape sequences, control characters, reordering and other invisible format characters (Unicode category Cf, but for the joiners) go;
    tabs and line ends become spaces, so that a text cannot pass off its second line as the castle's; a lone surrogate becomes U+FFFD.
    Cleaning a clean text changes nothing.
    """
    if text.isprintable():
        return text
    text = _SPACES.sub(" ", _SEQUENCES.sub("", text))
    return "".join(map(_shown, text))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a longer text, which its line ends divide, each cleaned and none empty."""
    return [part for part in (clean(line).strip() for line in text.splitlines()) if part]


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

"""A story arrives in pieces; players read whole sentences."""

from __future__ import annotations

import re

_END = re.compile(
    r"""
    (?:[.!?…]+|[。！？]+)         # the end of a sentence,
    ["'”’»」』)\]]*               # what closes with it,
    (?:\s+|(?<=[。！？」』])(?=\S))  # and something after it, so that "3.5" or "…and" at the edge of a piece is not cut
    | \n+                         # or the end of a paragraph
    """,
    re.VERBOSE,
)


class Sentences:
    """Gathers pieces of text and gives back whole sentences, with the white space that followed them."""

    def __init__(self) -> None:
        self._held = ""

    def take(self, piece: str) -> str:
        """Add a piece; the whole sentences there are now, or ""."""
        self._held += piece
        ends = [match.end() for match in _END.finditer(self._held)]
        if not ends or (ends[-1] == len(self._held) and len(ends) == 1 and not self._held.strip()):
            return ""
        whole, self._held = self._held[: ends[-1]], self._held[ends[-1] :]
        return whole

    def rest(self) -> str:
        """What is left when the story has come to its end."""
        rest, self._held = self._held, ""
        return rest

"""Takes out of a text everything that could command a terminal rather than be read on it."""

from __future__ import annotations

from mud.world.characters import readable, unstacked, without_sequences


def clean(text: str) -> str:
    """The text as one line that is safe to show.

    Escape sequences go whole, and then what `mud.world.characters` takes out; line ends become spaces, so that a text cannot pass off its
    second line as the castle's. Cleaning a clean text changes nothing.
    """
    if not text.isprintable():
        text = readable(without_sequences(text))
    return unstacked(text)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a longer text, which its line ends divide, each cleaned and none empty."""
    return [part for part in (clean(line).strip() for line in text.splitlines()) if part]

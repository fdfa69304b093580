"""Names of people as they stand in engine lines."""

from __future__ import annotations

from mud.world.model import Being, Lang, Who

from .styled import Meaning, Span


def name_of(who: Who, lang: Lang) -> Span:
    """Somebody's name for readers of a language, marked as a player's or a ghost's."""
    return Span(who.name_in(lang), Meaning.GHOST if who.being is Being.GHOST else Meaning.PLAYER)

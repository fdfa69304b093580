"""Names of people as they stand in engine lines."""

from __future__ import annotations

from mud.world.model import Being, Who

from .styled import Meaning, Span


def name_of(who: Who) -> Span:
    """Somebody's name, marked as a player's or a ghost's."""
    return Span(who.name, Meaning.GHOST if who.being is Being.GHOST else Meaning.PLAYER)

"""The direct commands: what players can do at once, without the game master."""

from __future__ import annotations

from . import admin, looking, movement, self, system, talking
from .registry import Registry


def all_commands() -> Registry:
    """Every command there is."""
    return Registry.of(looking, movement, talking, self, system, admin)


__all__ = ["Registry", "all_commands"]

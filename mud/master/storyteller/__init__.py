"""The built-in storyteller, a game master that needs no key and no network."""

from .grammar import GrammarError
from .storyteller import Storyteller

__all__ = ["GrammarError", "Storyteller"]

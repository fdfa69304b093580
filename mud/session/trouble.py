"""Errors that a player or the hub can live with: those that carry a key, from which `text/` makes words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from mud.text import Line, Wordbook, word_error
from mud.text.errors import Keyed
from mud.world.model import Lang


def keyed(error: BaseException) -> TypeGuard[Keyed]:
    """Whether the error is a refusal or a failure that the house knows by name."""
    return isinstance(getattr(error, "key", None), str) and isinstance(
        getattr(error, "values", None), Mapping
    )


def of_graph(error: BaseException) -> bool:
    """Whether the graph failed, so that the same may succeed later."""
    return keyed(error) and error.key.startswith("graph.")


def worded(error: BaseException, lang: Lang, words: Wordbook) -> Line:
    """The error for a player; one without a key only as something that went wrong."""
    return word_error(error, lang, words) if keyed(error) else words.line(lang, "error.unknown")

"""What a game master is told when the castle refuses: always what would have been right."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from mud.agent import ToolRefused
from mud.castle import errors
from mud.castle.errors import Refused
from mud.castle.view import NoSuchRoom

T = TypeVar("T")


async def answered(act: Awaitable[T]) -> T:
    """Carry out an act of the castle; a refusal becomes one that a model understands."""
    try:
        return await act
    except Refused as refusal:
        raise ToolRefused(refusal.key.removeprefix("castle."), _advice(refusal)) from refusal
    except NoSuchRoom as refusal:
        raise ToolRefused("elsewhere", _ELSEWHERE) from refusal


_ELSEWHERE = "The player is not there any more. Do nothing further in this turn; end it with narrate."


def _advice(refusal: Refused) -> str:
    match refusal:
        case errors.NoDoor(values=values):
            return f"There is no door to the {values['direction']}. Doors are at: {_listed(values['open'])}."
        case errors.NotBlank(values=values):
            return f"The room has been made already, as {values['name']!r}; a room is never rewritten. Go on with narrate."
        case errors.BadText(values=values):
            return f"{values['field']} must not be empty and have at most {values['most']} characters."
        case errors.GhostNotHere(values=values):
            return f"No such ghost is in this room. Ids of the ghosts here: {_listed(values['here'])}."
        case errors.DuplicateGhost(values=values):
            return f"A ghost called {values['name']!r} is in this room already. Give it another name."
        case errors.TooManyGhosts(values=values):
            return f"A room holds at most {values['most']} ghosts."
        case errors.NotTheMaker():
            return "Ghosts come only into the room that this same turn has just made."
        case errors.InWordsAlready():
            return "It has texts in this language already. Nothing is left to be done."
        case errors.BadScore():
            return "score is a whole number from -100 (hates) to 100 (loves)."
        case _:
            return _ELSEWHERE


def _listed(values: object) -> str:
    items = [str(value) for value in values] if isinstance(values, tuple) else []
    return ", ".join(items) or "none"

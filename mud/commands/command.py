"""What a direct command is: a function, and the words by which it is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import getdoc

from mud.session.presence import Presence

Run = Callable[[Presence, str], Awaitable[None]]
"""Carries a command out for a player, with what stood behind the command's word."""


Accepts = Callable[[str], bool]
"""Whether a command takes what stands behind its word. If not, the line is the game master's: "look" is a command, "look at it" is not."""


def nothing(argument: str) -> bool:
    """Takes no argument."""
    return not argument


def a_word(argument: str) -> bool:
    """Takes one word, or none."""
    return " " not in argument


def anything(argument: str) -> bool:
    """Takes any text, or none."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """A direct command.

    `name` is its key in the words and, but for an admin's @, its main word in English; `words` and `korean` are all the words that call it,
    main ones first.
    `needs_castle`: it is done in the castle, so that the dead cannot do it, nor anybody while the castle is being made anew. `admin`: for
    others than admins there is no such command.
    """

    name: str
    words: tuple[str, ...]
    korean: tuple[str, ...]
    accepts: Accepts
    needs_castle: bool
    admin: bool
    run: Run

    @property
    def help(self) -> str:
        """The first line of its docstring, which is its help in English."""
        return (getdoc(self.run) or "").partition("\n")[0]


def command(
    *words: str,
    korean: tuple[str, ...],
    accepts: Accepts = nothing,
    needs_castle: bool = True,
    admin: bool = False,
) -> Callable[[Run], Command]:
    """Make a direct command of a function, whose docstring is its help."""

    def made(run: Run) -> Command:
        return Command(words[0].removeprefix("@"), words, korean, accepts, needs_castle, admin, run)

    return made

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

    `name` is its key in the words and its main word in English; `words` and `korean` are all the words that call it, main ones first.
    `for_the_dead`: it can be done by those who are dead, too.
    """

    name: str
    words: tuple[str, ...]
    korean: tuple[str, ...]
    accepts: Accepts
    for_the_dead: bool
    run: Run

    @property
    def help(self) -> str:
        """The first line of its docstring, which is its help in English."""
        return (getdoc(self.run) or "").partition("\n")[0]


def command(
    *words: str, korean: tuple[str, ...], accepts: Accepts = nothing, for_the_dead: bool = False
) -> Callable[[Run], Command]:
    """Make a direct command of a function, whose docstring is its help."""

    def made(run: Run) -> Command:
        return Command(words[0], words, korean, accepts, for_the_dead, run)

    return made

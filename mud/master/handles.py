"""Short names for ghosts' ids: a model has to write an id again letter for letter, and pays for each time that it reads one."""

from __future__ import annotations

from collections.abc import Iterable

from mud.world.model import Ghost

_LENGTH = 6


def handles(ghosts: Iterable[Ghost]) -> dict[str, str]:
    """For the id of each ghost of one room, the end of it by which a model calls the ghost; the whole id where two end alike.

    A ghost keeps its handle wherever it goes, so that what stands in a conversation goes on to mean it.
    """
    ids = [ghost.id for ghost in ghosts]
    ends = [each[-_LENGTH:] for each in ids]
    return {each: end if ends.count(end) == 1 else each for each, end in zip(ids, ends, strict=True)}

"""Where the control socket of a server is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "control.sock"
MOST_PATH = (
    100  # bytes: an address of this family has room for 108 on Linux and 104 elsewhere (unix(7), unix(4))
)


def path_in(folder: Path) -> Path:
    """The socket's path in a data folder."""
    return folder.resolve() / NAME


@contextmanager
def address_of(path: Path) -> Iterator[str]:
    """The path as an address of the family. One that is too long is reached by way of its folder, opened for as long as the context lasts.

    Raises `OSError`.
    """
    if len(os.fsencode(path)) <= MOST_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)

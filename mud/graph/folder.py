"""The data folder: who uses it, and where the graph in it answers.

lock        held by whoever uses the folder; says which process that is
graph.json  where the engine answers and with which password, while it runs (mode 0600)
engine/     the engine's own files: the castle
log/        what the engine has to say
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict
from pathlib import Path

from .driver import GraphAddress
from .errors import DataFolderLocked, EngineFailed

MOST_LOG = 1_000_000  # bytes; a longer log is put aside, as engine.log.1, when the engine starts


class DataFolder:
    """A folder that one process at a time may use."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.engine = self.path / "engine"
        self._lock_file = self.path / "lock"
        self._address_file = self.path / "graph.json"

    def lock(self) -> int:
        """Take the folder for this process, making it where there is none, and return the open lock: closing it gives the folder back.

        A child process that inherits the lock holds the folder too. Raises `DataFolderLocked`, and `EngineFailed` when the folder
        cannot be used.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self._lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise EngineFailed(detail=f"{self.path}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise DataFolderLocked(path=self.path, pid=self._holder()) from None
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        return lock

    def in_use(self) -> bool:
        """Whether any process, this one too, has taken the folder."""
        try:
            lock = os.open(self._lock_file, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    def address(self) -> GraphAddress | None:
        """Where the graph in this folder answers now; None while nobody runs it. Raises `PermissionError` for other people's folders."""
        if not self.in_use():
            return None
        try:
            kept = json.loads(self._address_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return GraphAddress(kept["uri"], kept["user"], kept["password"], kept["database"])

    def keep(self, address: GraphAddress, pid: int) -> None:
        """Leave word of where the graph answers, for its owner's eyes only. `pid` is the engine's process."""
        new = self._address_file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(
            os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump({**asdict(address), "pid": pid}, file)
        new.replace(self._address_file)

    def forget(self) -> None:
        """The graph does not answer any more."""
        self._address_file.unlink(missing_ok=True)

    def open_log(self) -> int:
        """The file, open for appending, for what the engine prints. Raises `EngineFailed`."""
        path = self.log
        try:
            path.parent.mkdir(exist_ok=True)
            if path.exists() and path.stat().st_size > MOST_LOG:
                path.replace(path.with_suffix(".log.1"))
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise EngineFailed(detail=f"{path}: {error.strerror}") from error

    @property
    def log(self) -> Path:
        """The file for what the engine prints."""
        return self.path / "log" / "engine.log"

    def _holder(self) -> int | None:
        try:
            return int(self._lock_file.read_text())
        except (OSError, ValueError):
            return None

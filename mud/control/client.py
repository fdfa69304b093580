"""An operator's end of the control socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import ValidationError

from mud.castle.reset import Progress, unwatched
from mud.world.model import Tally

from .errors import OtherGraph, RefusedByServer, ServerGone
from .messages import (
    ANSWERS,
    MOST_BYTES,
    Ask,
    AskAdmin,
    AskAdmins,
    AskReset,
    AskTally,
    Done,
    Greeting,
    Refused,
)
from .messages import Progress as Went
from .socket import address_of, path_in

GREETED = 5.0  # seconds in which a server that is alive has greeted


class RemoteDesk:
    """The desk of a running server; see `mud.control.desk.Desk`. All its methods raise `RefusedByServer`, `ServerGone`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pid: int) -> None:
        self._reader = reader
        self._writer = writer
        self._pid = pid

    async def tally(self) -> tuple[Tally, int]:
        """See `Desk`."""
        counts = (await self._ask(AskTally())).counts
        resets = counts.pop("resets")
        return Tally(**counts), resets

    async def reset(self, resets: int, *, with_accounts: bool, progress: Progress = unwatched) -> None:
        """See `Desk`. The server does it to its end even if this connection ends."""
        await self._ask(AskReset(resets=resets, with_accounts=with_accounts), progress)

    async def admins(self) -> tuple[str, ...]:
        """See `Desk`."""
        return (await self._ask(AskAdmins())).names

    async def set_admin(self, name: str, admin: bool) -> str:
        """See `Desk`."""
        return (await self._ask(AskAdmin(name=name, admin=admin))).names[0]

    async def _ask(self, asked: Ask, progress: Progress = unwatched) -> Done:
        try:
            self._writer.write(asked.line())
            while line := await self._reader.readline():
                match ANSWERS.validate_json(line):
                    case Went(what=what, gone=gone):
                        progress(what, gone)
                    case Refused(why=why):
                        raise RefusedByServer(why)
                    case Done() as done:
                        return done
        except (ConnectionError, ValidationError) as error:
            raise ServerGone(self._pid) from error
        raise ServerGone(self._pid)


@asynccontextmanager
async def remote_desk(folder: Path, graph: str) -> AsyncIterator[RemoteDesk | None]:
    """The desk of the server that has a control socket in this data folder; None where none answers there.

    Raises `OtherGraph` when that server serves another graph than the one that `graph` names.
    """
    connected = await _connect(folder)
    if connected is None:
        yield None
        return
    reader, writer, greeting = connected
    try:
        if greeting.graph != graph:
            raise OtherGraph(folder, greeting.pid, greeting.graph)
        yield RemoteDesk(reader, writer, greeting.pid)
    finally:
        writer.close()


async def _connect(folder: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, Greeting] | None:
    try:
        async with asyncio.timeout(GREETED):
            with address_of(path_in(folder)) as address:
                reader, writer = await asyncio.open_unix_connection(address, limit=MOST_BYTES)
            line = await reader.readline()
        return reader, writer, Greeting.model_validate_json(line)
    except (
        OSError,
        ValidationError,
    ):  # TimeoutError is an OSError: whoever hangs is found by the lock or the lease
        return None

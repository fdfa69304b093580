"""The server's end of the control socket: its desk, for the owner of the data folder alone."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

import structlog
from pydantic import ValidationError

from mud.session.trouble import keyed
from mud.text import Wordbook, word_fault
from mud.world.model import Lang

from .desk import Desk
from .errors import NoSocket, SocketTaken
from .messages import (
    ASKS,
    MOST_BYTES,
    Ask,
    AskAdmin,
    AskAdmins,
    AskReset,
    AskTally,
    Done,
    Greeting,
    Progress,
    Refused,
)
from .socket import address_of, path_in

log = structlog.get_logger(__name__)


class ControlServer:
    """Answers operators. `graph` says in words which graph the server serves."""

    def __init__(self, desk: Desk, words: Wordbook, graph: str) -> None:
        self._desk = desk
        self._words = words
        self._greeting = Greeting(pid=os.getpid(), graph=graph)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends."""
        try:
            writer.write(self._greeting.line())
            while line := await reader.readline():
                writer.write((await self._answer(line, writer)).line())
                await writer.drain()
        except (ConnectionError, ValueError) as error:  # the client is gone, or its line has no end
            log.info("control connection broke off", error=repr(error))
        finally:
            writer.close()

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> Done | Refused:
        try:
            asked = ASKS.validate_json(line)
        except ValidationError as error:
            return Refused(why=f"that was not understood: {error.errors()[0]['msg']}")
        log.info("operator asks", **asked.model_dump())
        try:
            return await self._do(asked, writer)
        except Exception as error:
            if not keyed(error):
                log.exception("an operator's command failed")
                return Refused(why=self._words.text(Lang.EN, "fault.unknown", detail=repr(error)))
            return Refused(why=word_fault(error, Lang.EN, self._words).text)

    async def _do(self, asked: Ask, writer: asyncio.StreamWriter) -> Done:
        match asked:
            case AskTally():
                tally, resets = await self._desk.tally()
                return Done(counts={**asdict(tally), "resets": resets})
            case AskReset(resets=resets, with_accounts=with_accounts):

                def progress(what: str, gone: int) -> None:
                    writer.write(Progress(what=what, gone=gone).line())

                await self._desk.reset(resets, with_accounts=with_accounts, progress=progress)
                return Done()
            case AskAdmins():
                return Done(names=await self._desk.admins())
            case AskAdmin(name=name, admin=admin):
                return Done(names=(await self._desk.set_admin(name, admin),))


@asynccontextmanager
async def open_control(folder: Path, desk: Desk, words: Wordbook, graph: str) -> AsyncIterator[None]:
    """Answer operators at a data folder's control socket for as long as the context lasts. Raises `SocketTaken`, `NoSocket`."""
    control = ControlServer(desk, words, graph)
    listening = _listen(path_in(folder))
    async with asyncio.TaskGroup() as tasks:
        serving: set[asyncio.Task[None]] = set()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = tasks.create_task(control.serve(reader, writer), name="control")
            serving.add(task)
            task.add_done_callback(serving.discard)

        server = await asyncio.start_unix_server(connected, sock=listening, limit=MOST_BYTES)
        try:
            yield
        finally:
            server.close()
            for task in serving:
                task.cancel()
            path_in(folder).unlink(missing_ok=True)


def _listen(path: Path) -> socket.socket:
    """A socket at that path, in place of one that a server left which is gone. Raises `SocketTaken`, `NoSocket`."""
    listening = socket.socket(socket.AF_UNIX)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with address_of(path) as address:
            if path.exists():
                _make_sure_that_nobody_answers(path, address)
                path.unlink()
            listening.bind(address)
        path.chmod(0o600)  # before it listens: until then nobody can connect
    except OSError as error:
        listening.close()
        raise NoSocket(path.parent, error.strerror or str(error)) from error
    return listening


def _make_sure_that_nobody_answers(path: Path, address: str) -> None:
    with socket.socket(socket.AF_UNIX) as knocking:
        try:
            knocking.connect(address)
        except ConnectionRefusedError:
            return
    raise SocketTaken(path.parent)

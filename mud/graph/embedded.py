"""The embedded graph: ArcadeDB, which speaks Bolt, in a child process of the server.

A child, because the engine brings a Java machine with its memory and threads, and because an engine that fails must not take the game
with it. It ends with the server, however that ends, and is started anew when it dies by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

import structlog

from mud.world.chance import Clock

from .driver import GraphAddress
from .engine import LOOPBACK, Reply, Request
from .errors import DataFolderLocked, EngineFailed, GraphError
from .folder import DataFolder
from .processes import runs

USER = "root"  # the engine knows one user with this name
DATABASE = "mud"

MOST_START = 120.0  # seconds; the engine recovers a large castle before it answers
MOST_STOP = 4.0  # seconds for an orderly end, where nobody says when it has to be over
MOST_WAIT = 5.0  # seconds for a dead server's engine to end and leave the folder
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # seconds between tries to start a dead engine anew

log = structlog.get_logger(__name__)


class EmbeddedGraph:
    """Runs the engine on a data folder: `start`, then `watch` in a task of its own, then end that task and `stop`.

    `memory` is the engine's heap, as "512m".
    """

    def __init__(self, data_dir: Path, *, memory: str, clock: Clock) -> None:
        self._folder = DataFolder(data_dir)
        self._memory = memory
        self._clock = clock
        self._password = secrets.token_urlsafe(32)
        self._port = 0
        self._lock: int | None = None
        self._process: Process | None = None

    async def start(self) -> GraphAddress:
        """Start the engine, making folder and database where there are none, and say where it answers.

        Raises `DataFolderLocked` and `EngineFailed`.
        """
        self._lock = await self._take_folder()
        try:
            return await self._launch(self._lock)
        except BaseException:
            self._give_folder_back()
            raise

    async def watch(self, on_change: Callable[[bool], None]) -> None:
        """Start the engine anew, at the same address, whenever it dies; ends when it is stopped.

        `on_change` is called with False when it has died and with True when it answers again.
        """
        while (process := self._process) is not None:
            status = await process.wait()
            if self._process is not process or self._lock is None:
                return
            log.error("graph engine died", pid=process.pid, status=status, log=str(self._folder.log))
            on_change(False)
            if not await self._relaunch(self._lock):
                return
            on_change(True)

    async def stop(self, seconds: float = MOST_STOP) -> None:
        """End the engine, in order if it can within so many seconds, and give the folder back."""
        process, self._process = self._process, None
        try:
            if process is not None:
                await _end(process, seconds)
        finally:
            self._give_folder_back()

    async def _take_folder(self) -> int:
        """Lock the folder. While its holder's process is gone, only that one's engine can have it, and it is about to end."""
        give_up = self._clock.monotonic() + MOST_WAIT
        while True:
            try:
                return self._folder.lock()
            except DataFolderLocked as locked:
                pid = locked.values["pid"]
                if (isinstance(pid, int) and runs(pid)) or self._clock.monotonic() > give_up:
                    raise
            await self._clock.sleep(0.1)

    def _give_folder_back(self) -> None:
        if self._lock is not None:
            self._folder.forget()
            os.close(self._lock)
            self._lock = None

    async def _relaunch(self, lock: int) -> bool:
        """Start the engine until it runs; False when we were stopped in the meantime."""
        pause = FIRST_PAUSE
        while self._process is not None:
            try:
                await self._launch(lock)
            except GraphError as error:
                log.error("graph engine does not start", error=str(error))
            else:
                return True
            await self._clock.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        return False

    async def _launch(self, lock: int) -> GraphAddress:
        self._folder.forget()
        process = await self._spawn(lock)
        try:
            async with asyncio.timeout(MOST_START):
                reply = await self._ask(process)
            if "port" not in reply:
                raise self._failure(reply)
            self._port = reply["port"]
            address = GraphAddress(f"bolt://{LOOPBACK}:{self._port}", USER, self._password, DATABASE)
            self._folder.keep(address, process.pid)
        except TimeoutError as error:
            await _kill(process)
            raise EngineFailed(
                detail=f"no answer within {MOST_START:.0f} s; see {self._folder.log}"
            ) from error
        except BaseException:
            await _kill(process)
            raise
        self._process = process
        log.info("graph engine started", pid=process.pid, uri=address.uri)
        return address

    async def _spawn(self, lock: int) -> Process:
        engine_log = self._folder.open_log()
        try:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # the data folder is no place to import from
                "-m",
                "mud.graph.engine",
                stdin=PIPE,
                stdout=PIPE,
                stderr=engine_log,
                cwd=self._folder.path,  # the engine writes its logs to ./log
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C at the terminal is for the server alone
            )
        except OSError as error:
            raise EngineFailed(detail=str(error)) from error
        finally:
            os.close(engine_log)

    async def _ask(self, process: Process) -> Reply:
        """Hand over the request by the pipe, so that the password shows in no list of processes, and read the reply."""
        # The engine learns a password only when it makes its list of users, so it makes a new one at each start, for this run's password.
        (self._folder.engine / "config" / "server-users.jsonl").unlink(missing_ok=True)
        request = Request(
            folder=str(self._folder.engine),
            database=DATABASE,
            password=self._password,
            port=self._port,
            memory=self._memory,
        )
        assert process.stdin is not None and process.stdout is not None  # noqa: S101 - both are pipes
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
        except ConnectionError:
            pass  # it is gone already, which the empty answer says
        line = await process.stdout.readline()
        if not line:
            status = await process.wait()
            return Reply(error=f"it ended with status {status}")
        reply: Reply = json.loads(line)
        return reply

    def _failure(self, reply: Reply) -> GraphError:
        if reply.get("locked"):
            return DataFolderLocked(path=self._folder.path, pid=None)
        return EngineFailed(detail=f"{reply['error']}; see {self._folder.log}")


async def _end(process: Process, seconds: float) -> None:
    """Ask the engine to end, by the end of its input, and kill it when it does not."""
    assert process.stdin is not None  # noqa: S101 - a pipe
    process.stdin.close()
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        log.warning("graph engine does not end and is killed", pid=process.pid)
        await _kill(process)


async def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()

"""The embedded engine: a child that answers on loopback, keeps what was committed, and ends with its server."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import neo4j
import pytest
from neo4j.exceptions import AuthError

from mud.graph.driver import GraphAddress
from mud.graph.embedded import EmbeddedGraph
from mud.graph.errors import DataFolderLocked, EngineFailed
from mud.graph.folder import MOST_LOG, DataFolder
from mud.world.chance import SystemClock

LISTENING = "0A"  # the state of a socket in /proc/net/tcp
LOOPBACK = (
    "0100007F",
    "0000000000000000FFFF00000100007F",
)  # 127.0.0.1 there, and the same as an IPv6 address

SERVER = """
import asyncio, sys
from pathlib import Path
from mud.graph.embedded import EmbeddedGraph
from mud.world.chance import SystemClock

async def main():
    await EmbeddedGraph(Path(sys.argv[1]), memory="256m", clock=SystemClock()).start()
    print("up", flush=True)
    await asyncio.get_running_loop().create_future()

asyncio.run(main())
"""


def embedded(folder: Path) -> EmbeddedGraph:
    return EmbeddedGraph(folder, memory="256m", clock=SystemClock())


async def ask(address: GraphAddress, query: str) -> list[object]:
    """The first column of what a query returns."""
    assert address.password is not None
    auth = (address.user, address.password)
    async with neo4j.AsyncGraphDatabase.driver(address.uri, auth=auth) as driver:
        records, _, _ = await driver.execute_query(query, database_=address.database)
        return [record[0] for record in records]


@contextmanager
def a_server(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process, which runs the graph of a folder until it is killed, at the end of the block at the latest."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            assert any(line == "up\n" for line in server.stdout)
            yield server
        finally:
            server.kill()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def engine_pid(folder: Path) -> int:
    pid: int = json.loads((folder / "graph.json").read_text())["pid"]
    return pid


@contextmanager
def the_end_of(pid: int) -> Iterator[None]:
    """The process, alive at the beginning of the block, ends within five seconds of it."""
    handle = os.pidfd_open(pid)
    try:
        yield
        ended, _, _ = select.select([handle], [], [], 5.0)
        assert ended, f"process {pid} goes on"
    finally:
        os.close(handle)


def listening(pid: int) -> set[str]:
    """The addresses, as /proc writes them, on which a process listens."""
    links = [str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir() if entry.is_symlink()]
    inodes = {link.removeprefix("socket:[").rstrip("]") for link in links if link.startswith("socket:")}
    rows = [
        line.split()
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]
    ]
    return {row[1].split(":")[0] for row in rows if row[3] == LISTENING and row[9] in inodes}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("castle") / "data folder"


@pytest.fixture(scope="module")
async def graph(folder: Path) -> AsyncIterator[EmbeddedGraph]:
    graph = embedded(folder)
    await graph.start()
    yield graph
    await graph.stop()


@pytest.fixture
def address(graph: EmbeddedGraph, folder: Path) -> GraphAddress:
    address = DataFolder(folder).address()
    assert address is not None
    return address


async def test_it_answers_whoever_has_the_password(address: GraphAddress) -> None:
    assert await ask(address, "RETURN 1") == [1]
    with pytest.raises(AuthError):
        await ask(replace(address, password="a guess of mine"), "RETURN 1")


async def test_it_listens_on_loopback_alone(address: GraphAddress, folder: Path) -> None:
    addresses = listening(engine_pid(folder))
    assert addresses
    assert addresses <= set(LOOPBACK)


async def test_only_the_owner_can_read_the_password(address: GraphAddress, folder: Path) -> None:
    assert mode(folder / "graph.json") == 0o600
    assert mode(folder) == 0o700
    assert address.password is not None
    secret = address.password.encode()
    process = Path("/proc") / str(engine_pid(folder))
    assert secret not in (process / "cmdline").read_bytes()
    assert secret not in (process / "environ").read_bytes()
    assert not [path for path in (folder / "log").iterdir() if secret in path.read_bytes()]


async def test_nobody_else_can_have_its_folder(address: GraphAddress, folder: Path) -> None:
    with pytest.raises(DataFolderLocked) as refused:
        await embedded(folder).start()
    assert refused.value.values == {"path": folder, "pid": os.getpid()}
    assert await ask(address, "RETURN 1") == [1]


async def test_a_database_that_an_engine_unknown_to_us_has_open_is_locked_too(
    address: GraphAddress, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "engine").symlink_to(folder / "engine", target_is_directory=True)
    with pytest.raises(DataFolderLocked) as refused:
        await embedded(tmp_path).start()
    assert refused.value.values == {"path": tmp_path, "pid": None}
    assert not DataFolder(tmp_path).in_use()


async def test_it_leaves_signals_to_the_server(address: GraphAddress, folder: Path) -> None:
    pid = engine_pid(folder)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(pid, number)
    assert await ask(address, "RETURN 1") == [1]
    assert engine_pid(folder) == pid
    assert os.getsid(pid) != os.getsid(0)


async def test_killed_it_comes_back_at_the_same_address_with_all_that_was_committed(
    graph: EmbeddedGraph, address: GraphAddress, folder: Path
) -> None:
    changes: asyncio.Queue[bool] = asyncio.Queue()
    watch = asyncio.create_task(graph.watch(changes.put_nowait))
    await ask(address, "UNWIND range(1, 100) AS n CREATE (:Kept {n: n})")
    before = engine_pid(folder)
    os.kill(before, signal.SIGKILL)
    async with asyncio.timeout(30):
        assert [await changes.get(), await changes.get()] == [False, True]
    assert DataFolder(folder).address() == address
    assert engine_pid(folder) != before
    assert await ask(address, "MATCH (k:Kept) RETURN count(k)") == [100]
    watch.cancel()


async def test_killed_its_server_takes_it_along_and_the_next_one_goes_on_and_ends_in_order(
    tmp_path: Path,
) -> None:
    with a_server(tmp_path) as server:
        first = DataFolder(tmp_path).address()
        assert first is not None
        await ask(first, "CREATE (:Kept)")
        with the_end_of(engine_pid(tmp_path)):
            server.kill()

    graph = embedded(tmp_path)
    second = await graph.start()
    assert second.password != first.password
    assert await ask(second, "MATCH (k:Kept) RETURN count(k)") == [1]
    with the_end_of(engine_pid(tmp_path)):
        async with asyncio.timeout(5):
            await graph.stop()
    assert not DataFolder(tmp_path).in_use()
    assert not (tmp_path / "graph.json").exists()
    assert "is down" in (tmp_path / "log" / "engine.log").read_text().splitlines()[-1]


async def test_a_folder_that_cannot_be_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EngineFailed) as failed:
        await embedded(tmp_path / "file").start()
    assert failed.value.values == {"detail": f"{tmp_path / 'file'}: File exists"}


async def test_an_engine_that_cannot_start_says_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failed:
        await EmbeddedGraph(tmp_path, memory="nonsense", clock=SystemClock()).start()
    assert str(failed.value.values["detail"]).endswith(f"; see {tmp_path / 'log' / 'engine.log'}")
    assert "Invalid maximum heap size: -Xmxnonsense" in DataFolder(tmp_path).log.read_text()
    assert not DataFolder(tmp_path).in_use()


def test_nobody_runs_the_graph_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "nowhere")
    assert not folder.in_use()
    assert folder.address() is None
    assert not (tmp_path / "nowhere").exists()


def test_what_a_dead_server_left_is_no_address(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    lock = folder.lock()
    address = GraphAddress("bolt://127.0.0.1:1", "root", "secret", "mud")
    folder.keep(address, 1)
    assert folder.address() == address
    os.close(lock)
    assert (tmp_path / "graph.json").exists()
    assert folder.address() is None


def test_a_long_log_is_put_aside(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.log.parent.mkdir()
    folder.log.write_text("x" * (MOST_LOG + 1))
    os.close(folder.open_log())
    assert folder.log.read_text() == ""
    assert (tmp_path / "log" / "engine.log.1").stat().st_size == MOST_LOG + 1

"""The control socket: real sockets, and a desk of the test's own behind them."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from mud.castle.errors import NoSuchAccount, UnderReset
from mud.castle.reset import Progress, unwatched
from mud.control.client import remote_desk
from mud.control.errors import NoSocket, OtherGraph, RefusedByServer, ServerGone, SocketTaken
from mud.control.server import open_control
from mud.control.socket import MOST_PATH, path_in
from mud.files import Files
from mud.text import Wordbook
from mud.world.model import Tally

WORDS = Wordbook.load(Files())
TALLY = Tally(rooms=5, ghosts=4, items=3, players=2, accounts=1)


class OwnDesk:
    """A desk that remembers what was done at it. `held`: a reset waits for that."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.refuse: Exception | None = None
        self.held: asyncio.Event | None = None
        self.resetting = asyncio.Event()

    async def tally(self) -> tuple[Tally, int]:
        return TALLY, 7

    async def reset(self, resets: int, *, with_accounts: bool, progress: Progress = unwatched) -> None:
        if self.refuse is not None:
            raise self.refuse
        progress("rooms", 5)
        self.resetting.set()
        if self.held is not None:
            await self.held.wait()
        progress("ghosts", 4)
        self.done.append((resets, with_accounts))

    async def admins(self) -> tuple[str, ...]:
        return ("Ada", "가온")

    async def set_admin(self, name: str, admin: bool) -> str:
        if name == "nobody":
            raise NoSuchAccount(name=name)
        self.done.append((name, admin))
        return name.title()


@asynccontextmanager
async def serving(folder: Path, desk: OwnDesk) -> AsyncIterator[None]:
    async with open_control(folder, desk, WORDS, "this graph"):
        yield


async def says(folder: Path, *lines: bytes) -> list[dict[str, object]]:
    """What the server answers to these lines, its greeting first."""
    reader, writer = await asyncio.open_unix_connection(str(path_in(folder)))
    for line in lines:
        writer.write(line)
    writer.write_eof()
    answers = [json.loads(line) async for line in reader]
    writer.close()
    return answers


async def test_what_is_asked_is_done_at_the_desk(tmp_path: Path) -> None:
    desk, went = OwnDesk(), []
    async with serving(tmp_path, desk), remote_desk(tmp_path, "this graph") as remote:
        assert remote is not None
        assert await remote.tally() == (TALLY, 7)
        await remote.reset(7, with_accounts=True, progress=lambda what, gone: went.append((what, gone)))
        assert await remote.admins() == ("Ada", "가온")
        assert await remote.set_admin("ada", True) == "Ada"
    assert desk.done == [(7, True), ("ada", True)]
    assert went == [("rooms", 5), ("ghosts", 4)]


async def test_a_refusal_comes_in_words(tmp_path: Path) -> None:
    desk = OwnDesk()
    desk.refuse = UnderReset()
    async with serving(tmp_path, desk), remote_desk(tmp_path, "this graph") as remote:
        assert remote is not None
        with pytest.raises(RefusedByServer) as refused:
            await remote.set_admin("nobody", True)
        assert refused.value.values["why"] == "There is no account called nobody."
        with pytest.raises(RefusedByServer, match="A reset of this castle is under way"):
            await remote.reset(7, with_accounts=False)
        desk.refuse = RuntimeError("a fault of ours")
        with pytest.raises(RefusedByServer, match="a fault of ours"):
            await remote.reset(7, with_accounts=False)
        assert await remote.tally() == (TALLY, 7)  # the connection goes on
    assert desk.done == []


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"reset\n",
        b"{}\n",
        b'{"do": "reset"}\n',
        b'{"do": "reset", "resets": "many", "with_accounts": false}\n',
        b'{"do": "reset", "resets": 7, "with_accounts": false, "more": 1}\n',
        b'{"do": "drop"}\n',
        b"\xff\xfe\n",
        b'{"do": "tally"',
    ],
)
async def test_what_is_no_question_is_refused_and_the_next_one_answered(tmp_path: Path, line: bytes) -> None:
    desk = OwnDesk()
    async with serving(tmp_path, desk):
        greeting, *answers = await says(tmp_path, line, b'{"do": "admins"}\n')
    assert greeting == {"pid": os.getpid(), "graph": "this graph"}
    assert answers[0]["answer"] == "refused"
    assert "not understood" in str(answers[0]["why"])
    if line.endswith(b"\n"):
        assert answers[1]["names"] == ["Ada", "가온"]
    assert desk.done == []


async def test_a_line_without_end_ends_its_own_connection_only(tmp_path: Path) -> None:
    async with serving(tmp_path, OwnDesk()):
        assert len(await says(tmp_path, b"x" * 200_000)) == 1
        assert len(await says(tmp_path, b'{"do": "admins"}\n')) == 2


async def test_it_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    async with serving(folder, OwnDesk()):
        assert stat.S_IMODE(path_in(folder).stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not path_in(folder).exists()
    async with remote_desk(folder, "this graph") as remote:
        assert remote is None


async def test_a_socket_whose_server_is_gone_is_nobodys(tmp_path: Path) -> None:
    async with serving(tmp_path, OwnDesk()):
        path_in(tmp_path).rename(tmp_path / "left")
    (tmp_path / "left").rename(path_in(tmp_path))
    async with remote_desk(tmp_path, "this graph") as remote:
        assert remote is None
    async with serving(tmp_path, OwnDesk()), remote_desk(tmp_path, "this graph") as remote:
        assert remote is not None


async def test_a_living_server_keeps_its_socket(tmp_path: Path) -> None:
    async with serving(tmp_path, OwnDesk()):
        with pytest.raises(SocketTaken):
            async with serving(tmp_path, OwnDesk()):
                pass
        async with remote_desk(tmp_path, "this graph") as remote:
            assert remote is not None


async def test_a_folder_that_cannot_have_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NoSocket):
        async with serving(tmp_path / "file", OwnDesk()):
            pass


async def test_a_path_too_long_for_an_address(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 100) / ("b" * 100)
    assert len(str(path_in(folder))) > MOST_PATH
    async with serving(folder, OwnDesk()), remote_desk(folder, "this graph") as remote:
        assert remote is not None
        assert await remote.admins() == ("Ada", "가온")
    assert not path_in(folder).exists()


async def test_a_server_of_another_graph_is_not_asked(tmp_path: Path) -> None:
    async with serving(tmp_path, OwnDesk()):
        with pytest.raises(OtherGraph) as other:
            async with remote_desk(tmp_path, "another graph"):
                pass
    assert other.value.values == {"folder": tmp_path, "pid": os.getpid(), "graph": "this graph"}


async def test_a_server_that_ends_in_the_middle_is_told_of(tmp_path: Path) -> None:
    desk = OwnDesk()
    desk.held = asyncio.Event()
    async with serving(tmp_path, desk):
        connecting = remote_desk(tmp_path, "this graph")
        remote = await connecting.__aenter__()
        assert remote is not None
        asking = asyncio.create_task(remote.reset(7, with_accounts=False))
        await desk.resetting.wait()
    with pytest.raises(ServerGone):
        await asking
    await connecting.__aexit__(None, None, None)


async def test_an_operator_who_goes_away_does_not_hurt_the_server(tmp_path: Path) -> None:
    desk = OwnDesk()
    desk.held = asyncio.Event()
    async with serving(tmp_path, desk):
        _, writer = await asyncio.open_unix_connection(str(path_in(tmp_path)))
        writer.write(b'{"do": "reset", "resets": 7, "with_accounts": false}\n')
        await desk.resetting.wait()
        writer.transport.abort()
        desk.held.set()
        assert len(await says(tmp_path, b'{"do": "admins"}\n')) == 2
    assert desk.done == [(7, False)]

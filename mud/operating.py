"""What an operator does to a castle from the command line: by the control socket of its server, or, where none runs, under its lease."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from mud import logs
from mud.castle.castle import open_castle
from mud.castle.check import check as check_castle
from mud.castle.lease import Holder, Lease
from mud.commands import all_commands
from mud.control.client import remote_desk
from mud.control.desk import CastleDesk, Desk
from mud.errors import NotDone
from mud.opening import (
    faults_worded,
    files_of,
    graph_named,
    graph_to_read,
    open_graph,
    require_castle_folder,
    words_of,
)
from mud.session.names import Names
from mud.settings import Settings
from mud.text import Wordbook
from mud.world.chance import RandomIds, SystemClock
from mud.world.model import Lang

Say = Callable[[str], object]
Ask = Callable[[], str]
"""Reads a line from the operator; "" when there is none."""

_EVERY = 5_000  # things gone, it is said how many
_YES = "yes"
_DO_IT = "reset"


async def check(settings: Settings, *, say: Say) -> int:
    """Say each invariant that does not hold, with the ids of what breaks it; how many there were. Raises `CannotStart`."""
    logs.configure("warning", settings.mud_log_format)
    files = files_of(settings)
    breaches = 0
    with faults_worded(words_of(files)):
        async with graph_to_read(settings, files, SystemClock()) as graph:
            async for breach in check_castle(graph):
                breaches += 1
                say(f"{breach.invariant}: {', '.join(breach.ids)}")
    if not breaches:
        say("Every invariant of the castle holds.")
    return breaches


async def reset(settings: Settings, *, with_accounts: bool, say: Say, ask: Ask | None) -> None:
    """Say what a reset of the castle would undo, ask twice, and do it; without asking if there is no `ask`.

    Raises `NotDone` when the answers are others, and `CannotStart`.
    """
    words = _words(settings)

    def line(key: str, **values: int) -> None:
        say(words.text(Lang.EN, f"command.reset.{key}", **values))

    def answered(wanted: str) -> bool:
        return ask is None or ask().strip().casefold() == wanted

    async with _desk(settings, words) as desk:
        tally, resets = await desk.tally()
        line("goes", rooms=tally.rooms, ghosts=tally.ghosts, items=tally.items, players=tally.players)
        line("accounts_go" if with_accounts else "accounts_stay", accounts=tally.accounts)
        if ask is not None:
            line("sure")
        if not answered(_YES):
            raise NotDone(words.text(Lang.EN, "command.reset.declined"))
        if ask is not None:
            line("really", rooms=tally.rooms, ghosts=tally.ghosts)
        if not answered(_DO_IT):
            raise NotDone(words.text(Lang.EN, "command.reset.declined"))
        await desk.reset(resets, with_accounts=with_accounts, progress=_counted(say))
        line("done")


async def admins(settings: Settings, *, say: Say) -> None:
    """Say who is an admin, a name a line. Raises `CannotStart`."""
    async with _desk(settings, _words(settings)) as desk:
        for name in await desk.admins():
            say(name)


async def set_admin(settings: Settings, name: str, admin: bool, *, say: Say) -> None:
    """Make the owner of an account an admin, or take it from them. Raises `CannotStart`."""
    words = _words(settings)
    async with _desk(settings, words) as desk:
        name = await desk.set_admin(name, admin)
        say(words.text(Lang.EN, "command.admins.now" if admin else "command.admins.no_more", name=name))


@asynccontextmanager
async def _desk(settings: Settings, words: Wordbook) -> AsyncIterator[Desk]:
    """The desk of the castle that the settings name: its server's if one runs, else one of our own. Raises `CannotStart`."""
    logs.configure("warning", settings.mud_log_format)
    with faults_worded(words):
        async with remote_desk(settings.mud_data_dir, graph_named(settings)) as remote:
            if remote is not None:
                yield remote
                return
        async with _own_desk(settings) as own:
            yield own


@asynccontextmanager
async def _own_desk(settings: Settings) -> AsyncIterator[Desk]:
    require_castle_folder(settings)
    files, clock, ids = files_of(settings), SystemClock(), RandomIds()
    async with open_graph(settings, files, clock) as opened:
        opening = open_castle(
            opened.graph,
            clock=clock,
            ids=ids,
            lang=Lang(settings.mud_castle_language),
            porch=None,
            lease=Lease(opened.graph, clock, Holder.this_process(ids)),
        )
        async with opening as castle:
            yield CastleDesk(castle, castle.reset, Names.load(files, all_commands().words))


def _words(settings: Settings) -> Wordbook:
    return words_of(files_of(settings))


def _counted(say: Say) -> Callable[[str, int], None]:
    """Says how much of each kind has gone, every so many."""
    gone: dict[str, int] = {}

    def progress(what: str, more: int) -> None:
        before = gone.get(what, 0)
        gone[what] = before + more
        if before // _EVERY != gone[what] // _EVERY:
            say(f"  {what}: {gone[what]}")

    return progress

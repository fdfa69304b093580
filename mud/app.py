"""Builds every object once and hands it to who needs it: the only file that knows all rooms of the house."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial

from mud import logs
from mud.agent import CallRecord, Model
from mud.bus.local import Bus
from mud.castle.castle import Castle, open_castle
from mud.castle.lease import Holder, Lease
from mud.commands import all_commands
from mud.control.desk import CastleDesk
from mud.control.server import open_control
from mud.files import Files
from mud.graph.writer import AnotherWriter
from mud.master.ledger import Ledger
from mud.master.master import GameMaster
from mud.master.prompts import Prompts
from mud.master.storyteller import Storyteller
from mud.narrator import endpoint_of, limits_of, narrator
from mud.opening import OpenGraph, faults_worded, files_of, graph_named, open_graph, read_porch, words_of
from mud.session.gate import Gate
from mud.session.hub import Hub, open_hub
from mud.session.names import Names
from mud.session.passwords import Passwords
from mud.session.stage import Bounds, Stage
from mud.session.tries import Tries
from mud.settings import Settings
from mud.telnet.limits import Limits as WireLimits
from mud.telnet.listening import listen
from mud.telnet.notices import Notices
from mud.telnet.server import TelnetServer
from mud.text import Scribe, Wordbook
from mud.world.chance import Clock, Ids, RandomIds, SystemClock
from mud.world.deadline import Deadline, Stop
from mud.world.model import Lang

Say = Callable[[str], object]

# Seconds after which each part of a stop is over, whatever hangs, counted from its beginning: five in all are promised, and Python itself
# takes some tenths to end.
ALL_ASLEEP = 2.0  # players are told, and lie down
GATE_CLOSED = 2.4  # their connections have ended
ALL_WRITTEN = 3.2  # the graph has everything, and the lease back
ENGINE_ENDED = 3.9  # the embedded engine has ended, or is killed


class CastleClosed(Exception):
    """The castle had to close while it was open. Its text is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Running:
    """An open castle: where telnet answers, the castle and the graph under it, and how to close it."""

    port: int
    castle: Castle
    graph: OpenGraph
    words: Wordbook
    end: Stop
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """Close the gate and let everybody fall asleep."""
        self.end.begin()
        self.stopping.set()


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    clock: Clock,
    ids: Ids,
    model: Model | None = None,
    watcher: Callable[[str, CallRecord], None] | None = None,
) -> AsyncIterator[Running]:
    """The whole server, for as long as the context lasts.

    `model` plays in the storyteller's place; `watcher` is called with each tool call. Raises `CannotStart`.
    """
    files = files_of(settings)
    words = words_of(files)
    end = Stop(clock)
    with (
        faults_worded(words),
        closing(listen(settings.mud_telnet_host, settings.mud_telnet_port)) as listening,
    ):
        async with (
            open_graph(settings, files, clock, end.within(ENGINE_ENDED)) as opened,
            _open_castle(settings, files, opened, clock, ids, end.within(ALL_WRITTEN)) as castle,
            narrator(settings) as model_set,
            asyncio.TaskGroup() as tasks,
        ):
            ledger = Ledger(
                clock,
                player_tokens=settings.mud_player_tokens_per_hour,
                castle_tokens=settings.mud_castle_tokens_per_hour,
            )
            master = _game_master(settings, files, castle, clock, ids, ledger, model or model_set, watcher)
            bus = Bus()
            castle.listen(bus.publish)
            commands = all_commands()
            names = Names.load(files, commands.words)
            stage = Stage(castle, master, bus, Scribe(words), clock, commands, _bounds(settings), ledger)
            background = [tasks.create_task(master.serve(), name="game master")]
            async with AsyncExitStack() as leaving, open_hub(stage, names, end.within(ALL_ASLEEP)) as hub:
                watching_model = master.watch(partial(_tell_of_model, hub, settings.mud_stand_in))
                background.append(tasks.create_task(watching_model, name="model"))
                if opened.engine is not None:
                    watching = opened.engine.watch(partial(_tell_of_engine, hub))
                    background.append(tasks.create_task(watching, name="engine"))
                passwords = Passwords()
                leaving.callback(passwords.close)
                gate = _gate(settings, castle, hub, names, passwords, words, clock, ids)
                telnet = _telnet(settings, listening, gate, words, clock)
                await telnet.start()
                leaving.push_async_callback(_hang_up, telnet, end.within(GATE_CLOSED))  # the hub has told all
                desk = CastleDesk(castle, hub.resets, names)
                control = open_control(settings.mud_data_dir, desk, words, graph_named(settings))
                await leaving.enter_async_context(control)
                server = Running(telnet.port, castle, opened, words, end)
                yield server
                end.begin()
            for task in background:
                task.cancel()
        server.stopped.set()


async def serve(settings: Settings, *, say: Say, show_tools: bool = False) -> None:
    """Run the server until SIGINT, SIGTERM or SIGHUP. Raises `CannotStart`, `CastleClosed`."""
    logs.configure(settings.mud_log_level, settings.mud_log_format)
    try:
        async with running(
            settings, clock=SystemClock(), ids=RandomIds(), watcher=_shown(say) if show_tools else None
        ) as server:
            loop = asyncio.get_running_loop()
            for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(each) is not signal.SIG_IGN:  # as nohup leaves SIGHUP
                    loop.add_signal_handler(each, server.stop)
            _announce(settings, server, say)
            await server.stopping.wait()
            say(server.words.text(Lang.EN, "server.stopping"))
        say(server.words.text(Lang.EN, "server.stopped"))
    except* AnotherWriter as group:
        raise CastleClosed(
            "another server has written to this castle, so that this one had to stop"
        ) from group


def _open_castle(
    settings: Settings, files: Files, opened: OpenGraph, clock: Clock, ids: Ids, deadline: Deadline
) -> AbstractAsyncContextManager[Castle]:
    lang = Lang(settings.mud_castle_language)
    lease = Lease(opened.graph, clock, Holder.this_process(ids))
    return open_castle(
        opened.graph,
        clock=clock,
        ids=ids,
        lang=lang,
        porch=read_porch(files, lang),
        lease=lease,
        deadline=deadline,
    )


def _game_master(
    settings: Settings,
    files: Files,
    castle: Castle,
    clock: Clock,
    ids: Ids,
    ledger: Ledger,
    model: Model | None,
    watcher: Callable[[str, CallRecord], None] | None,
) -> GameMaster:
    storyteller = Storyteller(files.config_text, settings.mud_seed or castle.uid)
    return GameMaster(
        castle=castle,
        model=model or storyteller,
        storyteller=storyteller,
        prompts=Prompts.load(files),
        clock=clock,
        ids=ids,
        ledger=ledger,
        limits=limits_of(settings),
        fill_seconds=settings.mud_fill_seconds,
        history_tokens=settings.mud_history_tokens,
        stand_in=settings.mud_stand_in,
        translates=settings.mud_translate,
        watcher=watcher,
    )


def _bounds(settings: Settings) -> Bounds:
    return Bounds(
        waiting_lines=settings.mud_waiting_lines,
        grace_seconds=settings.mud_grace_seconds,
        idle_seconds=settings.mud_idle_seconds,
    )


def _gate(
    settings: Settings,
    castle: Castle,
    hub: Hub,
    names: Names,
    passwords: Passwords,
    words: Wordbook,
    clock: Clock,
    ids: Ids,
) -> Gate:
    return Gate(
        castle=castle,
        hub=hub,
        names=names,
        passwords=passwords,
        tries=Tries(clock),
        words=words,
        clock=clock,
        ids=ids,
        lang=Lang(settings.mud_default_language),
        guests=settings.mud_guests,
        seconds=settings.mud_login_seconds,
        lines_per_second=settings.mud_lines_per_second,
    )


def _telnet(
    settings: Settings, listening: socket.socket, gate: Gate, words: Wordbook, clock: Clock
) -> TelnetServer:
    def both(key: str, **values: str | int) -> str:
        return " / ".join(words.text(lang, key, **values) for lang in Lang)

    limits = WireLimits(connections=settings.mud_max_connections, per_address=settings.mud_max_per_address)
    notices = Notices(
        full=both("server.too_many"),
        crowded=both("server.too_many_from_here"),
        sorry=both("server.sorry"),
        too_long=both("play.line_too_long", most=limits.line),
        lost=both("play.output_lost"),
        here=both("server.here"),
        closing=both("error.login.closing"),
    )
    return TelnetServer(
        listening=listening,
        serve=gate.serve,
        clock=clock,
        banner=words.text(Lang(settings.mud_default_language), "login.banner") + "\n",
        notices=notices,
        limits=limits,
    )


async def _hang_up(telnet: TelnetServer, deadline: Deadline) -> None:
    await telnet.stop(deadline.left())


def _announce(settings: Settings, server: Running, say: Say) -> None:
    def line(key: str, **values: str | int) -> None:
        say(server.words.text(Lang.EN, f"server.{key}", **values))

    if server.graph.engine is not None:
        line("graph_embedded", path=str(settings.mud_data_dir.resolve()))
    else:
        line("graph_at", uri=server.graph.address.uri, name=server.graph.address.database)
    endpoint = endpoint_of(settings)
    if endpoint is not None:
        line("model", name=endpoint.model, host=endpoint.host)
    else:
        line("storyteller")
    line("listening", host=settings.mud_telnet_host, port=server.port)
    line("connect", host=_reachable(settings.mud_telnet_host), port=server.port)
    line("stop_hint")


def _reachable(host: str) -> str:
    """An address at which somebody on this machine reaches what listens on `host`."""
    return {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104 - only named


def _shown(say: Say) -> Callable[[str, CallRecord], None]:
    def show(who: str, record: CallRecord) -> None:
        say(
            f"[{who}] {record.call.name} {record.arguments} -> {record.result.text} ({record.seconds * 1000:.1f} ms)"
        )

    return show


def _tell_of_model(hub: Hub, stand_in: bool, away: bool) -> None:
    if away:
        hub.tell_everybody("play.storyteller_comes" if stand_in else "play.voice_lost")
    else:
        hub.tell_everybody("play.voice_back")


def _tell_of_engine(hub: Hub, up: bool) -> None:
    hub.tell_everybody("play.database_back" if up else "play.database_away")

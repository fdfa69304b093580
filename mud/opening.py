"""Opening a castle: the graph it lies in, and what stands in the way of that, in words for the operator."""

from __future__ import annotations

import re
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from mud.castle.castle import Porch
from mud.castle.errors import Refused
from mud.control.errors import ControlError
from mud.errors import CannotStart
from mud.files import FileMissing, Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.embedded import EmbeddedGraph
from mud.graph.errors import GraphError
from mud.graph.folder import DataFolder
from mud.graph.queries import Queries
from mud.settings import Settings
from mud.telnet.errors import CannotListen
from mud.text import Wordbook, word_fault
from mud.text.errors import Keyed
from mud.text.words import BadWords
from mud.world.chance import Clock
from mud.world.deadline import Deadline
from mud.world.model import Lang, Words

_USER_IN_ADDRESS = re.compile(r"//[^/@]*@")

ANSWER = 15.0  # seconds for one query while people play
READING = 60.0  # seconds for one that goes through everything of a kind in a large castle


def files_of(settings: Settings) -> Files:
    """The castle's files, under the operator's own. Raises `CannotStart`."""
    overlay = settings.mud_config_dir
    if overlay is not None and not overlay.is_dir():
        raise CannotStart(f"MUD_CONFIG_DIR: there is no folder {overlay}")
    return Files(overlay)


def words_of(files: Files) -> Wordbook:
    """The words of every language. Raises `CannotStart`."""
    try:
        return Wordbook.load(files)
    except BadWords as error:
        raise CannotStart(str(error)) from error


@dataclass(frozen=True, slots=True)
class OpenGraph:
    """A graph that answers. `engine` is the embedded engine, if that is what it is."""

    graph: Graph
    address: GraphAddress
    engine: EmbeddedGraph | None


@asynccontextmanager
async def open_graph(
    settings: Settings,
    files: Files,
    clock: Clock,
    deadline: Deadline | None = None,
    *,
    seconds: float = ANSWER,
) -> AsyncIterator[OpenGraph]:
    """The graph that the settings name, or the embedded one in the data folder. Raises `GraphError`.

    `deadline` is when the embedded one has to have ended after the context does, in order or not; `seconds`, the longest that one query
    may take.
    """
    queries = Queries.load(files.cypher())
    engine = None
    if settings.db_uri is not None:
        password = settings.db_pwd.get_secret_value() if settings.db_pwd is not None else None
        address = GraphAddress(settings.db_uri, settings.db_user, password, settings.db_name)
    else:
        engine = EmbeddedGraph(settings.mud_data_dir, memory=settings.mud_engine_memory, clock=clock)
        address = await engine.start()
    try:
        graph = await Graph.connect(address, queries, seconds=seconds)
        try:
            yield OpenGraph(graph, address, engine)
        finally:
            await graph.close()
    finally:
        if engine is not None:
            await (engine.stop() if deadline is None else engine.stop(deadline.left()))


@asynccontextmanager
async def graph_to_read(settings: Settings, files: Files, clock: Clock) -> AsyncIterator[Graph]:
    """The same, to read from: beside a running server it is that server's engine, else the engine is started for it.

    Raises `GraphError`, and `CannotStart` where there is no castle.
    """
    require_castle_folder(settings)
    folder = DataFolder(settings.mud_data_dir)
    running = None if settings.db_uri is not None else folder.address()
    if running is None:
        async with open_graph(settings, files, clock, seconds=READING) as opened:
            yield opened.graph
        return
    graph = await Graph.connect(running, Queries.load(files.cypher()), seconds=READING)
    try:
        yield graph
    finally:
        await graph.close()


def require_castle_folder(settings: Settings) -> None:
    """Where the castle is in a data folder, make sure that one is there, rather than making it. Raises `CannotStart`."""
    folder = DataFolder(settings.mud_data_dir)
    if settings.db_uri is None and not folder.engine.is_dir():
        raise CannotStart(f"there is no castle in {folder.path}")


def graph_named(settings: Settings) -> str:
    """The graph that the settings name, in words."""
    if settings.db_uri is None:
        return "the embedded graph"
    return f"database {settings.db_name} at {_USER_IN_ADDRESS.sub('//', settings.db_uri)}"


def read_porch(files: Files, lang: Lang) -> Porch:
    """The porch of a new castle. Raises `FileMissing`, `CannotStart`."""
    try:
        texts = tomllib.loads(files.config_text("castle.toml"))["porch"]
        words = {each: Words(each, texts[each]["name"], texts[each]["description"].strip()) for each in Lang}
    except (ValueError, KeyError, TypeError) as error:
        raise CannotStart(f"castle.toml: {error}") from error
    return Porch(own=words.pop(lang), other=next(iter(words.values())))


@contextmanager
def faults_worded(words: Wordbook) -> Iterator[None]:
    """Turns what keeps a castle shut into one line for the operator: `CannotStart`."""
    try:
        yield
    except BaseExceptionGroup as group:
        for error in _leaves(group):
            if isinstance(error, _FAULTS):
                raise _cannot_start(error, words) from group
        raise
    except _FAULTS as error:
        raise _cannot_start(error, words) from error


def _cannot_start(error: Keyed, words: Wordbook) -> CannotStart:
    """One line, however many a library's own words had."""
    return CannotStart(" ".join(word_fault(error, Lang.EN, words).text.split()))


_FAULTS = (GraphError, Refused, ControlError, FileMissing, CannotListen)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error

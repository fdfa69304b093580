"""What every test may ask for.

`graph_backend` runs a test once for each graph, the embedded one and a real Neo4j; `empty_graph` does so with nothing in it. The Neo4j
is started from its jars, or is the one that TEST_DB_URI (with TEST_DB_USER, TEST_DB_PWD and TEST_DB_NAME) names: everything in that
database is deleted. A test marked `tier("clients")` needs the programs of that tier (`tests/rig/tiers.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

import pytest

from mud.graph.driver import GraphAddress

from .rig.backends import NAMES, Backends
from .rig.tiers import TIERS, required

LEFT_OUT = pytest.StashKey[Counter[str]]()


@pytest.fixture(scope="session")
async def backends() -> AsyncIterator[Backends]:
    """The graphs of this run, started one by one as tests ask for them."""
    async with Backends() as started:
        yield started


@pytest.fixture(scope="session", params=NAMES)
async def graph_backend(request: pytest.FixtureRequest, backends: Backends) -> GraphAddress:
    """Where a graph answers, on each graph in turn; what earlier tests left is still in it."""
    return await backends.address(request.param)


@pytest.fixture(scope="session")
async def embedded_backend(backends: Backends) -> GraphAddress:
    """Where the embedded graph answers, for tests to which it is all the same which graph it is."""
    return await backends.address("embedded")


@pytest.fixture
async def empty_graph(
    request: pytest.FixtureRequest, graph_backend: GraphAddress, backends: Backends
) -> GraphAddress:
    """Where a graph with nothing but its schema answers, on each graph in turn."""
    await backends.wipe(request.node.callspec.params["graph_backend"])
    return graph_backend


@pytest.fixture
async def empty_embedded(embedded_backend: GraphAddress, backends: Backends) -> GraphAddress:
    """Where an embedded graph with nothing but its schema answers."""
    await backends.wipe("embedded")
    return embedded_backend


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tier(name): needs the programs of that tier, see tests/rig/tiers.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of tiers that this machine lacks, or refuse to run where all are required."""
    absent = {name for name, tier in TIERS.items() if tier.missing()}
    left_out = [item for item in items if _tiers(item) & absent]
    if not left_out:
        return
    counts = Counter(name for item in left_out for name in _tiers(item) & absent)
    if required():
        raise pytest.UsageError(
            *(f"MUD_TEST_REQUIRE=all: no {TIERS[name].absence()}" for name in sorted(counts))
        )
    config.stash[LEFT_OUT] = counts
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not _tiers(item) & absent]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    for name, count in sorted(config.stash.get(LEFT_OUT, Counter()).items()):
        terminalreporter.write_line(f"left out: {count} tests of {TIERS[name].absence()}", yellow=True)


def _tiers(item: pytest.Item) -> set[str]:
    """The names of the tiers that a test belongs to."""
    names = {mark.args[0] for mark in item.iter_markers("tier")}
    callspec = getattr(item, "callspec", None)
    if callspec is not None and callspec.params.get("graph_backend") == "neo4j":
        names.add("neo4j")
    return names

"""The processes of a measurement: the server with a castle in a folder of its own, the floor, and the load generator."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.rig.neo4j import neo4j

from .mudload.usage import listening_pids

BENCH = Path(__file__).parent
MOST_START, MOST_STOP, MOST_RUN = 60.0, 15.0, 400.0  # seconds


class DidNotStart(Exception):
    """A process ended, or did not listen in time. Its output says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that listens and can be measured. `engine` is its database's process, to be counted beside it; `environment`, the settings
    with which a server of ours runs."""

    port: int
    engine: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


class Runner:
    """Starts processes, below `prefix` (as `chrt -r 5`), with their files in `folder`. `real_neo4j`: no server has an embedded graph."""

    def __init__(self, folder: Path, prefix: tuple[str, ...] = (), *, real_neo4j: bool = False) -> None:
        self._folder = folder
        self._prefix = prefix
        self._real_neo4j = real_neo4j

    def castle(self, rooms: int) -> Path:
        """A data folder with a castle of so many rooms, loaded now if it is not there yet."""
        folder = self._folder / f"castle-{rooms}"
        if not folder.exists():
            loading = folder.with_suffix(".loading")
            shutil.rmtree(loading, ignore_errors=True)
            _fill(rooms, _environment(loading))
            loading.rename(folder)
        return folder

    @contextmanager
    def server(self, rooms: int) -> Iterator[Target]:
        """Our server on a castle of its own. Raises `DidNotStart`."""
        data = self._folder / "running"
        shutil.rmtree(data, ignore_errors=True)
        if self._real_neo4j:
            with neo4j() as address:
                environment = _environment(data) | {"DB_URI": address.uri}
                _fill(rooms, environment)
                (engine,) = listening_pids(urlsplit(address.uri).port)
                with self._serving(environment) as port:
                    yield Target(port, engine, environment)
        else:
            shutil.copytree(self.castle(rooms), data)
            environment = _environment(data)
            with self._serving(environment) as port:
                yield Target(port, json.loads((data / "graph.json").read_text())["pid"], environment)
        shutil.rmtree(data, ignore_errors=True)

    @contextmanager
    def _serving(self, environment: dict[str, str]) -> Iterator[int]:
        port = _free_port()
        settings = {
            "MUD_TELNET_PORT": str(port),
            "MUD_LINES_PER_SECOND": "1000000",  # in closed loop a player sends as fast as it is answered
            "MUD_LOG_LEVEL": "warning",
        }
        command = [str(Path(sys.executable).with_name("mud")), "serve"]
        with self._running(command, port, environment | settings):
            yield port

    @contextmanager
    def floor(self) -> Iterator[Target]:
        """The floor. Raises `DidNotStart`."""
        port = _free_port()
        command = [sys.executable, str(BENCH / "servers" / "floor.py"), "--port", str(port)]
        with self._running(command, port, dict(os.environ)):
            yield Target(port)

    def load(self, target: Target, profile: str, mode: str, *options: str) -> dict[str, Any]:
        """What the load generator reports of one run."""
        command = [
            sys.executable,
            "-m",
            "bench.mudload",
            str(BENCH / "profiles" / f"{profile}.toml"),
            mode,
        ]
        apart = ["--apart", str(target.engine)] if target.engine else []
        done = subprocess.run(
            [*self._prefix, *command, "--port", str(target.port), *apart, *options],
            check=True,
            cwd=BENCH.parent,
            stdout=subprocess.PIPE,
            timeout=MOST_RUN,
        )
        report: dict[str, Any] = json.loads(done.stdout)
        return report

    @contextmanager
    def _running(self, command: list[str], port: int, environment: dict[str, str]) -> Iterator[None]:
        with (self._folder / "output.log").open("ab") as output:
            process = subprocess.Popen(
                [*self._prefix, *command], cwd=self._folder, env=environment, stdout=output, stderr=output
            )
        try:
            _await_banner(port, process, Path(output.name))
            yield
        finally:
            process.terminate()
            process.wait(MOST_STOP)


def _fill(rooms: int, environment: dict[str, str]) -> None:
    """Load a castle into the graph that these settings name."""
    command = [sys.executable, "-m", "bench.world", "--rooms", str(rooms)]
    subprocess.run(command, check=True, cwd=BENCH.parent, env=environment, stdout=sys.stderr)


def _environment(data: Path) -> dict[str, str]:
    """Ours without any setting of the game, so that every measurement is of the defaults."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("MUD_", "DB_", "OPENAI_"))
    }
    return kept | {"MUD_DATA_DIR": str(data)}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_banner(port: int, process: subprocess.Popen[bytes], output: Path) -> None:
    """Wait until a client is greeted: the port is open long before."""
    limit = time.monotonic() + MOST_START
    while process.poll() is None and time.monotonic() < limit:
        with socket.socket() as probe:
            probe.settimeout(MOST_START)
            if probe.connect_ex(("127.0.0.1", port)) == 0 and probe.recv(1):
                return
        time.sleep(0.1)
    raise DidNotStart(f"{process.args!r}: see {output}")

"""A real Neo4j from its own jars, without a container: fetched once with Maven into a cache, run with a home of its own.

Neo4j's community edition is licensed under the GPL version 3. It is started as a program of its own, and only by the tests.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mud.graph.driver import GraphAddress

VERSION = "5.26.30"  # the same as in docker-compose.yml

MOST_START = 120.0  # seconds
TAIL = 20  # lines of its output that are kept for the message when it does not start

POM = f"""\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mud.tests</groupId>
  <artifactId>neo4j</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>{VERSION}</version></dependency>
  </dependencies>
</project>
"""

CONFIGURATION = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
server.memory.heap.max_size=512m
server.memory.pagecache.size=64m
dbms.usage_report.enabled=false
"""

OPENED = ("java.nio", "java.lang", "java.util.concurrent", "sun.nio.ch")  # packages that Neo4j reflects on


class Neo4jFailed(Exception):
    """Neo4j could not be fetched or does not start."""


def cache() -> Path:
    """The folder in which what was fetched is kept: MUD_TEST_CACHE, else one below the user's own cache."""
    named = os.environ.get("MUD_TEST_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "agentic-dungeon"


def fetch() -> Path:
    """The folder with Neo4j's jars, fetched if it is not there yet; runs that start together wait for one fetch."""
    jars = cache() / f"neo4j-{VERSION}"
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if jars.is_dir():
            return jars
        with tempfile.TemporaryDirectory(dir=cache()) as folder:
            (Path(folder) / "pom.xml").write_text(POM)
            fetched = Path(folder) / "lib"
            command = ["mvn", "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={fetched}"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Neo4jFailed(f"Maven could not fetch Neo4j:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
            fetched.rename(jars)  # in one step, so that half a fetch is never taken for a whole one
    return jars


@contextmanager
def neo4j() -> Iterator[GraphAddress]:
    """A Neo4j with an empty database, for as long as the block runs."""
    jars = fetch()
    home = Path(tempfile.mkdtemp(prefix="mud-neo4j-"))
    for folder in ("conf", "data", "logs"):
        (home / folder).mkdir()
    port = free_port()
    (home / "conf" / "neo4j.conf").write_text(CONFIGURATION.format(port=port))
    process = subprocess.Popen(
        [
            "java",
            "-Xmx512m",
            *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED),
            "-cp",
            f"{jars}/*",
            "org.neo4j.server.CommunityEntryPoint",
            f"--home-dir={home}",
            f"--config-dir={home / 'conf'}",
            "--console-mode",  # without it, nothing is said on standard output
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=_die_with_the_tests,  # noqa: PLW1509 - takes no lock
    )
    try:
        _wait_until_started(process)
        yield GraphAddress(f"bolt://127.0.0.1:{port}", "neo4j", None, "neo4j")
    finally:
        process.kill()  # its home is thrown away: an orderly end, which takes ten seconds, would save nothing
        process.wait()
        shutil.rmtree(home, ignore_errors=True)


def _wait_until_started(process: subprocess.Popen[str]) -> None:
    """Return when it says that it has started; read on in a thread, so that it never waits for a full pipe."""
    said: deque[str] = deque(maxlen=TAIL)
    started, settled = False, threading.Event()

    def listen() -> None:
        nonlocal started
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if line.rstrip().endswith("Started."):
                started = True
                settled.set()
        settled.set()

    threading.Thread(target=listen, name="neo4j output", daemon=True).start()
    settled.wait(MOST_START)
    if not started:
        raise Neo4jFailed("Neo4j does not start:\n" + "".join(said))


def free_port() -> int:
    """A port of the loopback address on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _die_with_the_tests() -> None:
    """A run of tests that is killed leaves no Neo4j behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, prctl(2)

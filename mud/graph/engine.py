"""The child process in which the embedded engine runs. Started by `EmbeddedGraph`, not by hand.

It reads one line of JSON from standard input, a `Request`, and answers one line on standard output, a `Reply`. It ends when standard
input does: that is how the server stops it, and how it learns that the server is gone. What the engine itself prints goes to standard
error, which the server has pointed at a log file.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from arcadedb_embedded import ArcadeDBServer

LOOPBACK = "127.0.0.1"
_PR_SET_PDEATHSIG = 1  # prctl(2)


class Request(TypedDict):
    """What the engine is to serve. `port` 0 picks a free one. `memory` is its heap, as "512m"."""

    folder: str
    database: str
    password: str
    port: int
    memory: str


class Reply(TypedDict, total=False):
    """Either the Bolt port that the engine listens on, or why it does not. `locked`: because another process has the database open."""

    port: int
    error: str
    locked: bool


def main() -> None:
    """Serve until standard input ends."""
    _outlive_nobody()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    request: Request = json.loads(sys.stdin.readline())
    server: ArcadeDBServer | None = None
    try:
        server = _start(request)
        reply = Reply(port=_bolt_port(server))
    except Exception as error:
        reply = Reply(error=str(error), locked="LockException" in str(error))
    print(json.dumps(reply), file=out, flush=True)
    if server is not None:
        sys.stdin.read()
        server.stop()
    # The database is closed: nothing is left that an orderly end of the Java machine, which takes a second, would do for us.
    os._exit(0 if server is not None else 1)


def _outlive_nobody() -> None:
    """Leave signals to the server, which stops us in its own time, and die with it even when it is killed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(
            number, signal.SIG_IGN
        )  # before the Java machine starts: it leaves ignored signals alone
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _start(request: Request) -> ArcadeDBServer:
    # Out of memory, the engine is to end and be started anew rather than go on in an unknown state. The log that makes commits durable is
    # forced to the disk at each of them: by default it would be left to the system's cache.
    os.environ["ARCADEDB_JVM_ARGS"] = " ".join(
        (
            os.environ.get("ARCADEDB_JVM_ARGS", ""),
            f"-Xmx{request['memory']}",
            "-XX:+ExitOnOutOfMemoryError",
            "-Darcadedb.txWalFlush=1",
        )
    )
    import arcadedb_embedded  # reads the variable above

    server = arcadedb_embedded.create_server(
        root_path=request["folder"],
        root_password=request["password"],
        config={
            "host": LOOPBACK,
            "http_port": 0,  # its HTTP interface cannot be turned off: on loopback, on a free port, behind the same password
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "bolt_port": request["port"],
        },
    )
    server.start()
    server.create_database(request["database"])  # opens the one that is there
    return server


def _bolt_port(server: ArcadeDBServer) -> int:
    for plugin in server._java_server.getPlugins():
        if plugin.getClass().getSimpleName() == "BoltProtocolPlugin":
            return int(plugin.getPort())
    raise RuntimeError("the engine runs without Bolt")


if __name__ == "__main__":
    main()

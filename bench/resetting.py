"""How long a reset takes, and how long those in the castle wait for a line that needs no castle while it goes on.

One guest types `who` again and again, each time as soon as the last one is answered and a pause is over. What holds the server's loop up
holds the answer up for as long.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from .mudload.statistics import summary

PAUSE = 0.005  # seconds between an answer and the next question
ANSWER = b"You alone are awake in the castle."
MOST = 600.0  # seconds for a reset
QUIET = 200  # questions before it


def reset(port: int, environment: Mapping[str, str]) -> dict[str, Any]:
    """Reset the castle of the server that listens there, which runs with these settings; what that took.

    "seconds": the command, from its start to its end; "quiet_ms" and "meanwhile_ms": what `who` took before it and while it went on.
    """
    with closing(socket.create_connection(("127.0.0.1", port), timeout=MOST)) as guest:
        guest.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        guest.sendall(b"guest\r\n")
        _read_until(guest, b"> ")
        waits = _asking(guest)
        quiet = [next(waits) for _ in range(QUIET)]
        command = [str(Path(sys.executable).with_name("mud")), "reset", "--yes"]
        began = time.perf_counter()
        resetting = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        meanwhile = []
        while resetting.poll() is None and time.perf_counter() - began < MOST:
            meanwhile.append(next(waits))
        seconds = time.perf_counter() - began
        if resetting.wait(0) != 0:
            raise subprocess.CalledProcessError(resetting.returncode, command)
    return {"seconds": round(seconds, 3), "quiet_ms": summary(quiet), "meanwhile_ms": summary(meanwhile)}


def _asking(guest: socket.socket) -> Iterator[float]:
    """Seconds that each `who` took."""
    while True:
        began = time.perf_counter()
        guest.sendall(b"who\r\n")
        _read_until(guest, ANSWER)
        yield time.perf_counter() - began
        time.sleep(PAUSE)


def _read_until(guest: socket.socket, wanted: bytes) -> None:
    seen = b""
    while wanted not in seen:
        data = guest.recv(65536)
        if not data:
            raise ConnectionError(f"the server ended the connection after {seen!r}")
        seen += data

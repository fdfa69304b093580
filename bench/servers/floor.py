#!/usr/bin/env python3
"""The floor under a Python MUD server: telnetlib3 with the least possible game on it.

    floor.py [--port 4100]

It greets, asks for a name, then answers look, north, south, inventory and say. Say is told to everyone whose name puts them in the same
room: p0000 to p0004 share one, so do p0005 to p0009 and so on; all names with b share the plaza. Nothing is stored, nothing is checked.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections import defaultdict
from collections.abc import Callable

import telnetlib3

GREETING = "Welcome to the floor.\r\nName: "
HALL = (
    "Hall 000\r\nThe stones of hall 000 hum quietly underfoot. Torches gutter along the walls and the damp "
    "air smells of iron and old smoke. Passages lead away into the dark to the north and to the south.\r\n"
    "Exits: north and south\r\n"
)


class Floor:
    """Who is in which room: all that it knows."""

    def __init__(self) -> None:
        self._rooms: dict[str, set[Session]] = defaultdict(set)

    async def shell(
        self, reader: telnetlib3.TelnetReaderUnicode, writer: telnetlib3.TelnetWriterUnicode
    ) -> None:
        """Serve one connection (`TelnetReaderUnicode` and `TelnetWriterUnicode`, for telnetlib3 decodes here)."""
        session = Session(writer.write)
        writer.write(GREETING)
        while line := await reader.readline():
            if not session.line(line.rstrip(), self._rooms):
                break
        session.room.discard(session)
        writer.close()


class Session:
    """One player."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self.send = send
        self.name = ""
        self.room: set[Session] = set()

    def line(self, text: str, rooms: dict[str, set[Session]]) -> bool:
        """Answer a line; returns False when they leave."""
        verb, _, rest = text.partition(" ")
        if not self.name:
            self.name = text.strip()
            self.room = rooms["plaza" if self.name.startswith("b") else f"hall {int(self.name[1:]) // 5}"]
            self.room.add(self)
            self.send(f"Welcome, {self.name}.\r\n")
        elif verb in ("look", "north", "south"):
            self.send(HALL)
        elif verb == "inventory":
            self.send("You are not carrying anything.\r\n")
        elif verb == "say":
            for other in self.room - {self}:
                other.send(f'{self.name} says, "{rest}"\r\n')
            self.send(f'You say, "{rest}"\r\n')
        else:
            self.send("Huh?\r\n")
        return verb != "quit"


async def serve(port: int) -> None:
    """Run until SIGINT or SIGTERM. The idle timeout is telnetlib3's usual hour."""
    server = await telnetlib3.create_server(
        "127.0.0.1", port, shell=Floor().shell, line_mode=True, timeout=3600
    )
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
    server.close()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=4100)
    asyncio.run(serve(parser.parse_args().port))


if __name__ == "__main__":
    main()

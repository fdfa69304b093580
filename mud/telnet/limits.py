"""How much a client may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of the gate and of each connection.

    `connections`, `per_address`: connections at once, in all and from one address. `line`: bytes kept of one line. `waiting`: lines
    that may wait to be taken before the socket is no longer read. `outgoing`: characters of text that may wait for a client which does
    not read. `stalled`: seconds after which such a client is dropped, once text had to be thrown away. `negotiation`: bytes of telnet
    commands that a client may send at once, and `negotiation_rate` how many a second for long (a window that is being dragged sends a
    hundred sizes of nine bytes). `subnegotiation`: bytes of one sub-negotiation. `linger`: seconds for the last text to leave when a
    connection is closed. `flush`: seconds that `flush` waits.
    """

    connections: int = 1_200
    per_address: int = 1_200
    line: int = 4_096
    waiting: int = 64
    outgoing: int = 65_536
    stalled: float = 30.0
    negotiation: int = 16_384
    negotiation_rate: float = 1_024.0
    subnegotiation: int = 4_096
    linger: float = 3.0
    flush: float = 3.0

"""The socket at which clients knock."""

from __future__ import annotations

import errno
import os
import socket

from mud.telnet.errors import CannotListen, PortTaken

BACKLOG = (
    1_024  # who knocks before they are let in; asyncio's 100 makes the late ones of a crowd wait a second
)
_KEEPALIVE = {
    "TCP_KEEPIDLE": 60,
    "TCP_KEEPINTVL": 20,
    "TCP_KEEPCNT": 3,
}  # seconds, seconds, tries; where the system has them


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; port 0 finds a free one. "::" listens on every address, of IPv4 too.

    Whoever connects waits until a `TelnetServer` lets them in. Raises `PortTaken` or another `CannotListen`.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        kind = PortTaken if error.errno == errno.EADDRINUSE else CannotListen
        raise kind(host, port, reason) from error
    # The data mark of a synch (RFC 854) comes as urgent data: it must stay in its place, or the IAC before it takes the next byte.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    # A link that dies without a word is found out by TCP: no telnet NOP, which BlowTorch would draw as a letter.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    listening.setblocking(False)
    return listening

"""Why a gate could not be opened."""

from __future__ import annotations


class CannotListen(Exception):
    """The address cannot be listened on. Values: `host`, `port`, `reason` (the system's words)."""

    key = "telnet.cannot_listen"

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"cannot listen on {host} port {port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason
        self.values = {"host": host, "port": port, "reason": reason}


class PortTaken(CannotListen):
    """Another program listens on the port already. Values: `host`, `port`, `reason`."""

    key = "telnet.port_taken"

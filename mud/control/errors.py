"""Why an operator's command could not be carried out, or a desk not be opened."""

from __future__ import annotations

from pathlib import Path


class ControlError(Exception):
    """Something is wrong with a control socket. Each kind has a key and values, of which `text/` makes a line for the operator."""

    key = "control.failed"

    def __init__(self, **values: object) -> None:
        super().__init__(f"{self.key} {values}" if values else self.key)
        self.values = values


class SocketTaken(ControlError):
    """Another server has its control socket in this folder. Values: `folder`."""

    key = "control.taken"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder=folder)


class NoSocket(ControlError):
    """There cannot be a control socket in this folder. Values: `folder`, `reason` (the system's words)."""

    key = "control.no_socket"

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(folder=folder, reason=reason)


class OtherGraph(ControlError):
    """The server of this folder serves another graph than the one that was meant. Values: `folder`, `pid`, `graph` (what it serves)."""

    key = "control.other_graph"

    def __init__(self, folder: Path, pid: int, graph: str) -> None:
        super().__init__(folder=folder, pid=pid, graph=graph)


class ServerGone(ControlError):
    """The server broke the connection off in the middle of a command. Values: `pid`."""

    key = "control.gone"

    def __init__(self, pid: int) -> None:
        super().__init__(pid=pid)


class RefusedByServer(ControlError):
    """The server refused a command. Values: `why`, in words."""

    key = "control.refused"

    def __init__(self, why: str) -> None:
        super().__init__(why=why)

"""What can go wrong between the castle and its graph. Each error carries a key and values, which `text/` turns into words."""

from __future__ import annotations

from typing import ClassVar


class GraphError(Exception):
    """Anything about the graph that whoever runs or plays the castle may have to be told."""

    key: ClassVar[str] = "graph.failed"

    def __init__(self, **values: object) -> None:
        super().__init__(f"{self.key} {values}" if values else self.key)
        self.values = values


class GraphUnavailable(GraphError):
    """The graph does not answer. Values: `uri`, `detail`."""

    key = "graph.unavailable"


class GraphWrongPassword(GraphError):
    """The graph refuses our user or password. Values: `uri`, `user`."""

    key = "graph.wrong_password"


class GraphTimeout(GraphError):
    """The graph took too long. Values: `seconds`."""

    key = "graph.timeout"


class GraphConflict(GraphError):
    """A write collided with another and may be tried again. Values: `detail`."""

    key = "graph.conflict"


class ConstraintViolated(GraphError):
    """A write would have broken a constraint. Values: `detail`."""

    key = "graph.constraint"


class CommitUnknown(GraphError):
    """The connection broke while a commit was under way: it may have happened or not. Values: `detail`."""

    key = "graph.commit_unknown"


class GraphTooNew(GraphError):
    """The graph's schema is newer than this code. Values: `found`, `known`."""

    key = "graph.too_new"


class DataFolderLocked(GraphError):
    """Another process uses the data folder. Values: `path`, `pid` (None if unknown)."""

    key = "graph.data_folder_locked"


class EngineFailed(GraphError):
    """The embedded engine does not start. Values: `detail`."""

    key = "graph.engine_failed"

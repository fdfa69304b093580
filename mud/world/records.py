"""Committed events as flat records and back again: the form in which the log keeps them.

A record is a mapping of plain values that a graph can hold as properties. What is asked for by queries (kind, who, where) stands in
properties of its own; the whole event stands in `data`, as JSON, so that it can be read back exactly. Times are ISO 8601 strings in UTC,
here and everywhere in the graph: they sort as they are, and cost the driver a tenth of what its own temporal types do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from . import events
from .audience import rooms_of
from .events import Committed

KINDS: Mapping[str, type[Committed]] = {
    name: kind
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, Committed) and kind is not Committed and name[0] != "_"
}
"""Every kind of committed event by the name that the log knows it by. A name, once written, is never given to another kind."""


def to_record(event: Committed, witnesses: Iterable[str] = ()) -> dict[str, Any]:
    """The event as properties: id, seq, kind, at, actor, room, witnesses, data."""
    rooms = rooms_of(event)
    return {
        "id": event.id,
        "seq": event.seq,
        "kind": type(event).__name__,
        "at": event.at.isoformat(),
        "actor": _actor(event),
        "room": rooms[-1] if rooms else None,
        "witnesses": sorted(witnesses),
        "data": json.dumps(_plain(event, skip={"id", "seq", "at"}), ensure_ascii=False),
    }


def from_record(record: Mapping[str, Any]) -> Committed:
    """The event that a record was made of. Raises `KeyError` for a kind that this code does not know."""
    kind = KINDS[record["kind"]]
    at = datetime.fromisoformat(record["at"])
    values = {**json.loads(record["data"]), "id": record["id"], "seq": record["seq"], "at": at}
    return _build(kind, values)  # type: ignore[no-any-return]  # built as the class that was asked for


def _actor(event: Committed) -> str | None:
    for name in ("who", "player", "ghost", "by"):
        value = getattr(event, name, None)
        if value is not None:
            return str(value.id)
    return None


def _plain(value: Any, skip: frozenset[str] | set[str] = frozenset()) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name not in skip}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _build(hint: Any, value: Any) -> Any:
    if value is None or isinstance(value, datetime):
        return value
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _build(next(arg for arg in get_args(hint) if arg is not type(None)), value)
    if origin is tuple:
        return tuple(_build(get_args(hint)[0], item) for item in value)
    if is_dataclass(hint):
        hints = _hints(hint)  # type: ignore[arg-type]  # a class here, never an instance
        return hint(**{name: _build(hints[name], item) for name, item in value.items() if name in hints})  # type: ignore[operator]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    return value


__all__ = ["KINDS", "from_record", "to_record"]

"""Rows of the graph as things of the world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mud.world.grid import Direction, Position
from mud.world.model import Account, Ghost, Lang, Player, Room, Words

from .doors import Neighbour, Neighbours

Row = Mapping[str, Any]


def room(row: Row) -> Room:
    """A room from `rooms/view`."""
    node = row["room"]
    return Room(
        id=node["id"],
        position=Position(node["floor"], node["x"], node["y"]),
        name=node["name"],
        description=node["description"],
        lang=Lang(node["lang"]),
        doors=frozenset(Direction(d) for d in row["doors"]),
        words=words(row["words"]),
    )


def ghost(row: Row) -> Ghost:
    """A ghost from `ghosts/in_rooms`."""
    node = row["ghost"]
    return Ghost(
        node["id"],
        node["name"],
        node["appearance"],
        node["character"],
        Lang(node["lang"]),
        words(row["words"]),
    )


def player(node: Row) -> Player:
    """A player."""
    return Player(node["id"], node["name"], bool(node["guest"]))


def account(row: Row) -> Account:
    """An account with its current player."""
    node = row["account"]
    return Account(
        id=node["id"],
        name=node["name"],
        skeleton=node["skeleton"],
        password=node["password"],
        language=Lang(node["language"]) if node["language"] else None,
        admin=bool(node["admin"]),
        player=player(row["player"]),
    )


def words(nodes: Iterable[Row]) -> tuple[Words, ...]:
    """Texts in further languages."""
    return tuple(Words(Lang(w["lang"]), w["name"], w["description"], w.get("character") or "") for w in nodes)


def neighbours(rows: Iterable[Row]) -> Neighbours:
    """The rooms around one, from `rooms/neighbours`."""
    return {
        Direction(r["direction"]): Neighbour(r["id"], r["name"], r["description"], bool(r["door_to_us"]))
        for r in rows
    }


def cells(position: Position) -> list[dict[str, Any]]:
    """The four cells around a position, as `rooms/neighbours` takes them."""
    around = ((direction, position.towards(direction)) for direction in Direction)
    return [
        {"direction": d.value, "opposite": d.opposite.value, "floor": p.floor, "x": p.x, "y": p.y}
        for d, p in around
    ]

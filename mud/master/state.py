"""The true state, told to the game master anew in each turn: one JSON object that models and the storyteller read alike."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from mud.agent import estimate_tokens
from mud.castle.deaths import Warning  # noqa: A004 - the game's own word for it
from mud.castle.doors import Neighbours
from mud.world.grid import Direction
from mud.world.model import DoorWord, Opinion, RoomView

from .handles import handles
from .seat import Seat
from .tools import ghost_answers, room_answer
from .turn import Turn

WORDS = "The player's words: "
"""What stands before the player's line in the last message."""

MOST_OF_A_NEIGHBOUR = 300
"""Characters of a neighbour's description that show in which voice to go on."""

MOST_OF_WHAT_HAPPENED = 200
"""Tokens of what happened since the last turn; of more the oldest lines are left out."""


async def state_of(turn: Turn, kind: str) -> dict[str, Any]:
    """The state of a turn as it begins. `kind` is "play", "fill" or "enginefill".

    A ghost is called by its handle (`handles.py`). What is not there, or not so, is left out: a room that is not `blank` has been made.

    Raises `NoSuchRoom`, `GraphUnavailable`.
    """
    castle, seat = turn.castle, turn.seat
    view = await turn.room()
    around = await castle.view.around(view.room)
    warned: Sequence[Warning] = ()
    opinions: dict[str, Opinion] = {}
    if seat is not None and view.ghosts:
        opinions = await castle.ghosts.opinions(seat.player.id, view.room.id)
    if seat is not None and not view.room.blank:
        warned = await castle.deaths.warnings(seat.player.id, view.room.id)
    own_id = seat.player.id if seat is not None else None
    filling = kind != "play"
    return _stated(
        turn=kind,
        # What tells one turn from another; the storyteller's dice fall by it.
        id=turn.id[-8:],
        castle_language=castle.lang,
        language=turn.lang,
        player=_player(seat, warned, view) if seat is not None else {},
        room=_room(view, turn, around, filling=filling),
        ghosts=_ghosts(view, turn, opinions),
        players=[{"name": who.name} for who in view.players if who.id != own_id],
        happened=_newest(seat.happened) if seat is not None else [],
        to=_to(turn, view),
        spoken=turn.said is not None,
    )


def message(state: dict[str, Any], line: str, reminder: str) -> str:
    """The last message of a request: the state on one line, the player's words marked as such, the standing reminder.

    The words stand inside JSON quotes, so that nothing in them can pass for a part of the message.
    """
    parts = [f"STATE {json.dumps(state, ensure_ascii=False)}"]
    if line:
        parts.append(f"{WORDS}{json.dumps(line, ensure_ascii=False)}")
    return "\n".join([*parts, reminder.strip()])


def _stated(**fields: Any) -> dict[str, Any]:
    """The fields that say something: what is not there, or not so, is left out."""
    return {name: value for name, value in fields.items() if value or (value == 0 and value is not False)}


def _player(seat: Seat, warned: Sequence[Warning], view: RoomView) -> dict[str, Any]:
    short = handles(view.ghosts)
    return _stated(
        name=seat.player.name,
        came=seat.came,
        warned=[{"cause": short.get(each.cause, each.cause), "how": each.how} for each in warned],
        likeness=seat.former,
    )


def _room(view: RoomView, turn: Turn, around: Neighbours, *, filling: bool) -> dict[str, Any]:
    """The room without its people, with its neighbours: how their texts begin where a room is to be made in their voice, else the names
    of those behind doors."""
    room = room_answer(view, turn.lang)
    neighbours = {}
    for direction in Direction:
        neighbour = around.get(direction)
        if neighbour is None or neighbour.blank:
            continue
        if filling:
            text = neighbour.description
            begins = text if len(text) <= MOST_OF_A_NEIGHBOUR else text[:MOST_OF_A_NEIGHBOUR] + "…"
            neighbours[direction.value] = {"name": neighbour.name, "description": begins}
        elif view.words[direction] is DoorWord.DOOR:
            neighbours[direction.value] = {"name": neighbour.name}
    return _stated(
        **{field: room[field] for field in ("id", "name", "description", "blank")},
        position=[view.room.position.x, view.room.position.y] if filling else None,
        doors=room["doors"],
        neighbours=neighbours,
    )


def _ghosts(view: RoomView, turn: Turn, opinions: dict[str, Opinion]) -> list[dict[str, Any]]:
    talks = turn.seat.talks if turn.seat is not None else {}
    return [
        _stated(
            **told,
            opinion=opinions[ghost.id].opinion if ghost.id in opinions else "Nothing",
            score=opinions[ghost.id].score if ghost.id in opinions else None,
            talks=talks.get(ghost.id),
        )
        for ghost, told in zip(view.ghosts, ghost_answers(view, turn.lang), strict=True)
    ]


def _to(turn: Turn, view: RoomView) -> str | None:
    """The handle of the ghost to whom the words were said."""
    if turn.said is None or turn.said.to is None:
        return None
    return handles(view.ghosts).get(turn.said.to.id, turn.said.to.id)


def _newest(happened: Iterable[str]) -> list[str]:
    """The newest of what happened, in order, as far as it is worth its tokens; the very last in any case."""
    kept: deque[str] = deque()
    tokens = 0
    for line in reversed(list(happened)):
        tokens += estimate_tokens(line)
        if kept and tokens > MOST_OF_WHAT_HAPPENED:
            break
        kept.appendleft(line)
    return list(kept)

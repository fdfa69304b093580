"""The true state, told to the game master anew in each turn: one JSON object that models and the storyteller read alike."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mud.castle.deaths import Warning  # noqa: A004 - the game's own word for it
from mud.castle.doors import Neighbours
from mud.world.grid import Direction
from mud.world.model import DoorWord, Opinion, RoomView

from .seat import Seat
from .tools import ghost_answer, room_answer
from .turn import Turn


async def state_of(turn: Turn, kind: str, line: str) -> dict[str, Any]:
    """The state of a turn as it begins. `kind` is "play", "fill" or "enginefill"; `line` is the player's words, "" without any.

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
    return {
        "turn": kind,
        "id": turn.id,
        "castle_language": castle.lang,
        "language": turn.lang,
        "other_language": turn.other_lang,
        "player": _player(seat, warned) if seat is not None else None,
        "room": _room(view, turn, around, with_texts=kind != "play"),
        "ghosts": _ghosts(view, turn, opinions),
        "items": [],
        "players": [{"id": who.id, "name": who.name} for who in view.players if who.id != own_id],
        "happened": list(seat.happened) if seat is not None else [],
        "line": line,
        "to": turn.said.to.id if turn.said is not None and turn.said.to is not None else None,
        "spoken": turn.said is not None,
    }


def message(state: dict[str, Any], line: str, reminder: str) -> str:
    """The last message of a request: the state on one line, the player's words marked as such, the standing reminder.

    The words stand inside JSON quotes, so that nothing in them can pass for a part of the message.
    """
    parts = [f"STATE {json.dumps(state, ensure_ascii=False)}"]
    if line:
        parts.append(f"The player's words: {json.dumps(line, ensure_ascii=False)}")
    return "\n".join([*parts, reminder.strip()])


def _player(seat: Seat, warned: Sequence[Warning]) -> dict[str, Any]:
    return {
        "id": seat.player.id,
        "name": seat.player.name,
        "came": seat.came,
        "warned": [{"cause": warning.cause, "how": warning.how} for warning in warned],
        "likeness": seat.former,
    }


def _room(view: RoomView, turn: Turn, around: Neighbours, *, with_texts: bool) -> dict[str, Any]:
    """The room without its people, with its neighbours: their texts where a room is to be made in their voice, else the names of those
    behind doors."""
    room = room_answer(view, turn.lang)
    del room["ghosts"], room["players"]
    room["neighbours"] = {}
    for direction in Direction:
        neighbour = around.get(direction)
        known = neighbour is not None and not neighbour.blank
        if neighbour is None or not known or not (with_texts or view.words[direction] is DoorWord.DOOR):
            room["neighbours"][direction.value] = None
        else:
            texts = {"description": neighbour.description} if with_texts else {}
            room["neighbours"][direction.value] = {"name": neighbour.name, **texts}
    return room


def _ghosts(view: RoomView, turn: Turn, opinions: dict[str, Opinion]) -> list[dict[str, Any]]:
    talks = turn.seat.talks if turn.seat is not None else {}
    return [
        {
            **ghost_answer(ghost, turn.lang),
            "opinion": opinions[ghost.id].opinion if ghost.id in opinions else "Nothing",
            "score": opinions[ghost.id].score if ghost.id in opinions else None,
            "talks": talks.get(ghost.id, 0),
            "recalls": [],
        }
        for ghost in view.ghosts
    ]

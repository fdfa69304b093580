"""The texts of rooms and ghosts in a language in which they were not made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from mud.castle.castle import Castle
from mud.castle.errors import BadText, Elsewhere, InWordsAlready, Refused
from mud.graph.driver import Graph
from mud.world.events import PutInWords
from mud.world.model import Ghost, Lang, Stand, Words

from .helping import Guests, N, a_ghost, a_room, breaches, fill, logged

HALL = Words(Lang.KO, "홀", "잿빛 돌로 된 홀이다.")
GHOST = Words(Lang.KO, "아가사", "연기처럼 옅다.", "쓸쓸하다.")


@pytest.fixture
async def hall(castle: Castle, guests: Guests) -> tuple[Stand, Ghost]:
    """Somebody in a made room, and a ghost in it, both in English alone."""
    stand = await guests.walk(await guests.come(), N)
    made = await fill(castle, stand, a_room("Hall", ghosts=[a_ghost()]))
    return stand, made.ghosts[0]


async def test_a_room_and_a_ghost_are_kept_in_a_further_language(
    castle: Castle, graph: Graph, hall: tuple[Stand, Ghost]
) -> None:
    stand, ghost = hall
    await castle.view.room(stand.room_id)
    await castle.translations.of_room(stand.room_id, HALL, castle.resets)
    await castle.translations.of_ghost(stand.room_id, ghost.id, GHOST, castle.resets)
    view = await castle.view.room(stand.room_id)
    assert view.room.said_in(Lang.KO) == HALL and view.ghosts[0].said_in(Lang.KO) == GHOST
    assert view.room.said_in(Lang.EN).name == "Hall" and view.ghosts[0].said_in(Lang.EN).name == "Agatha"
    events = [event for event in await logged(graph) if isinstance(event, PutInWords)]
    assert [(each.room, each.ghost_id, each.words) for each in events] == [
        (stand.room_id, None, HALL),
        (stand.room_id, ghost.id, GHOST),
    ]
    assert await breaches(graph) == []


async def test_of_two_who_translate_at_once_one_is_kept(castle: Castle, hall: tuple[Stand, Ghost]) -> None:
    stand, ghost = hall
    done = await asyncio.gather(
        *(castle.translations.of_room(stand.room_id, HALL, castle.resets) for _ in range(3)),
        *(castle.translations.of_ghost(stand.room_id, ghost.id, GHOST, castle.resets) for _ in range(3)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in done) == ["InWordsAlready"] * 4 + ["NoneType"] * 2


Translate = Callable[[Castle, Stand, Ghost], Awaitable[None]]
REFUSED: dict[str, tuple[Translate, type[Refused]]] = {
    "the language it was made in": (
        lambda c, s, g: c.translations.of_room(s.room_id, replace(HALL, lang=Lang.EN), c.resets),
        InWordsAlready,
    ),
    "the ghost's own language": (
        lambda c, s, g: c.translations.of_ghost(s.room_id, g.id, replace(GHOST, lang=Lang.EN), c.resets),
        InWordsAlready,
    ),
    "no description": (
        lambda c, s, g: c.translations.of_room(s.room_id, replace(HALL, description=" "), c.resets),
        BadText,
    ),
    "too long a name": (
        lambda c, s, g: c.translations.of_ghost(s.room_id, g.id, replace(GHOST, name="긴" * 999), c.resets),
        BadText,
    ),
    "no such room": (lambda c, s, g: c.translations.of_room("none", HALL, c.resets), Elsewhere),
    "no such ghost": (lambda c, s, g: c.translations.of_ghost(s.room_id, "none", GHOST, c.resets), Elsewhere),
    "another castle's room": (
        lambda c, s, g: c.translations.of_room(s.room_id, HALL, c.resets - 1),
        Elsewhere,
    ),
    "another castle's ghost": (
        lambda c, s, g: c.translations.of_ghost(s.room_id, g.id, GHOST, c.resets - 1),
        Elsewhere,
    ),
}


@pytest.mark.parametrize(("translate", "refusal"), REFUSED.values(), ids=REFUSED)
async def test_what_cannot_be_kept_is_refused(
    castle: Castle, graph: Graph, hall: tuple[Stand, Ghost], translate: Translate, refusal: type[Refused]
) -> None:
    with pytest.raises(refusal):
        await translate(castle, *hall)
    assert [event for event in await logged(graph) if isinstance(event, PutInWords)] == []


async def test_a_blank_room_has_no_words(castle: Castle, guests: Guests) -> None:
    stand = await guests.walk(await guests.come(), N)
    with pytest.raises(Elsewhere):
        await castle.translations.of_room(stand.room_id, HALL, castle.resets)

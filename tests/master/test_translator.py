"""What is translated, when, and how often."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from mud.agent import Limits, Usage
from mud.agent.model import ModelError
from mud.agent.scripted import Break, Cut, Finish, Say, Script, Use, hold
from mud.files import Files
from mud.master.ledger import Cost
from mud.master.master import GameMaster
from mud.master.prompts import Prompts
from mud.master.translator import AT_ONCE, MOST_WAITING, RETRY, Translator, Untranslated, Wanted
from mud.world.events import PutInWords
from mud.world.grid import Direction, Position
from mud.world.model import Ghost, GhostProposal, Lang, Room, RoomView, Stand, Words
from tests.castle.helping import NumberedIds, TickingClock, a_ghost, a_room, fill
from tests.rig.clock import ManualClock

from .conftest import Table

HALL = {"name": "홀", "description": "잿빛 돌로 된 홀이다."}
GHOST = {"name": "아가사", "appearance": "연기처럼 옅다.", "character": "쓸쓸하다."}


class Desk:
    """A translator whose translations are done by hand: each waits until `free` is set, and then fails if `failing` says so."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.asked: list[Wanted] = []
        self.free = asyncio.Event()
        self.failing: Exception | None = None
        castle = SimpleNamespace(resets=7)  # all that is asked of it
        self.translator = Translator(castle, self.clock, self._translate)  # type: ignore[arg-type]

    async def _translate(self, wanted: Wanted) -> None:
        self.asked.append(wanted)
        await self.free.wait()
        if self.failing is not None:
            raise self.failing

    async def shows(self, view: RoomView, lang: Lang) -> int:
        """Show a room; how many translations have begun since the start, once all that can has happened."""
        self.translator.shown(view, lang)
        for _ in range(10):
            await asyncio.sleep(0)
        return len(self.asked)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """A desk at work."""
    desk = Desk()
    serving = asyncio.create_task(desk.translator.serve())
    yield desk
    serving.cancel()


def a_view(room: str = "r", *ghosts: str, korean: bool = False) -> RoomView:
    """A room that was made in English, with ghosts; `korean`: it is told in Korean too."""
    words = (Words(Lang.KO, "홀", "잿빛 홀."),) if korean else ()
    made = Room(room, Position(0, 0, 0), "Hall", "A hall.", Lang.EN, frozenset(), words)
    return RoomView(made, {}, tuple(Ghost(each, each, "Thin.", "Sad.", Lang.EN) for each in ghosts))


async def test_what_is_there_in_the_readers_language_is_not_asked_for(desk: Desk) -> None:
    assert await desk.shows(a_view("r", "agatha"), Lang.EN) == 0
    assert await desk.shows(a_view("r", korean=True), Lang.KO) == 0
    blank = RoomView(Room("b", Position(0, 0, 1), "", "", Lang.EN, frozenset()), {})
    assert await desk.shows(blank, Lang.KO) == 0


async def test_each_thing_is_asked_for_once_however_many_look(desk: Desk) -> None:
    for _ in range(3):
        await desk.shows(a_view("r", "agatha", korean=True), Lang.KO)
        await desk.shows(a_view("r"), Lang.KO)
    assert desk.asked == [
        Wanted("r", "agatha", Words(Lang.EN, "agatha", "Thin.", "Sad."), Lang.KO, 7),
        Wanted("r", None, Words(Lang.EN, "Hall", "A hall."), Lang.KO, 7),
    ]


async def test_only_so_many_are_asked_for_at_once_and_wait(desk: Desk) -> None:
    for number in range(MOST_WAITING * 2):
        desk.translator.shown(a_view(f"r{number}"), Lang.KO)
    assert await desk.shows(a_view("late"), Lang.KO) == AT_ONCE
    desk.free.set()
    assert await desk.shows(a_view("later"), Lang.KO) > AT_ONCE
    while len(desk.asked) <= MOST_WAITING:
        await desk.shows(a_view("later"), Lang.KO)
    assert [each.room_id for each in desk.asked] == [
        *(f"r{number}" for number in range(MOST_WAITING)),
        "later",
    ]


@pytest.mark.parametrize("failure", [Untranslated("silence"), ValueError("a fault of ours")])
async def test_what_failed_is_tried_again_after_a_while(desk: Desk, failure: Exception) -> None:
    desk.failing = failure
    desk.free.set()
    assert await desk.shows(a_view("r"), Lang.KO) == 1
    desk.clock.advance(RETRY - 1)
    assert await desk.shows(a_view("r"), Lang.KO) == 1
    assert await desk.shows(a_view("other"), Lang.KO) == 2
    desk.clock.advance(1)
    assert await desk.shows(a_view("r"), Lang.KO) == 3


async def in_the_hall(table: Table, *ghosts: GhostProposal) -> Stand:
    """Somebody in a made room, which is told in English alone."""
    stand = await table.guests.walk(await table.guests.come(), Direction.NORTH)
    await fill(table.castle, stand, a_room("Hall", ghosts=ghosts))
    return stand


async def shown(table: Table, stand: Stand, *scripts: Script) -> None:
    """A Korean reader sees the room, and the model answers so; until nothing is left to be done."""
    table.scripts.extend(scripts)
    table.master.shown(await table.castle.view.room(stand.room_id), Lang.KO)
    await settled(table)


async def settled(table: Table) -> None:
    """Until nothing is left to be translated."""
    translator = table.master._translator
    assert translator is not None
    async with asyncio.timeout(10):
        await translator.idle()


async def told(table: Table, stand: Stand) -> list[str]:
    """The names of the room and of the ghost in it, as a Korean reader is shown them."""
    view = await table.castle.view.room(stand.room_id)
    return [view.room.said_in(Lang.KO).name, *(each.said_in(Lang.KO).name for each in view.ghosts)]


async def test_a_room_and_a_ghost_are_put_into_the_readers_language_once(table: Table) -> None:
    stand = await in_the_hall(table, a_ghost())
    usage = Finish("tool_calls", Usage(prompt=400, completion=50))
    await shown(table, stand, [Use("translate", HALL), usage], [Use("translate", GHOST), usage])
    assert await told(table, stand) == ["홀", "아가사"]
    assert [type(event) for event in table.events[-2:]] == [PutInWords, PutInWords]
    given = [json.loads(request.messages[-1].content) for request in table.model.requests]
    assert given == [
        {"from": "en", "wanted": "ko", "texts": {"name": "Hall", "description": "Hall of grey stone."}},
        {
            "from": "en",
            "wanted": "ko",
            "texts": {"name": "Agatha", "appearance": "Thin as smoke.", "character": "Melancholy."},
        },
    ]
    assert [len(request.messages) for request in table.model.requests] == [2, 2]  # each begins anew
    await shown(table, stand)  # nobody is asked again
    assert table.ledger.hour().kinds == {"translate": Cost(2, 800, 0, 100)}
    assert table.ledger.hour().players == {}


BAD: dict[str, list[Script]] = {
    "the wrong language, twice": [[Use("translate", {**HALL, "name": "Hall"})]] * 2,
    "half JSON, twice": [[Use("translate", '{"name": "홀')]] * 2,
    "another tool, twice": [[Use("create_room", HALL)]] * 2,
    "too long a name, twice": [[Use("translate", {**HALL, "name": "긴" * 200})]] * 2,
    "nothing but talk": [[Say("홀이다.")]],
    "nothing": [[], []],
    "a stream that breaks off": [[Use("translate", '{"name": "'), Cut()]],
    "an answer cut short": [[Use("translate", '{"name": "'), Finish("length")]],
    "a refused key": [[Break(ModelError("key refused", "no"))]],
}


@pytest.mark.parametrize("scripts", BAD.values(), ids=BAD)
async def test_what_a_model_does_wrong_leaves_the_original_and_is_not_asked_for_again(
    table: Table, scripts: list[Script]
) -> None:
    stand = await in_the_hall(table)
    for _ in range(2):
        await shown(table, stand, *scripts)
        scripts = []
        assert (table.scripts, await told(table, stand)) == ([], ["Hall"])


async def test_a_refused_translation_can_be_mended_at_once(table: Table) -> None:
    stand = await in_the_hall(table)
    wrong = {**HALL, "description": "A hall."}
    await shown(table, stand, [Use("translate", wrong)], [Use("translate", HALL)])
    assert "must be in the language 'ko'" in table.model.requests[-1].messages[-1].content
    assert await told(table, stand) == ["홀"]


async def test_what_comes_after_a_reset_is_not_kept(table: Table) -> None:
    stand = await in_the_hall(table)
    stalls = hold()
    table.scripts.extend([[stalls, Use("translate", HALL)], [Use("translate", HALL)]])
    table.master.shown(await table.castle.view.room(stand.room_id), Lang.KO)
    await stalls.reached.wait()
    table.events.clear()
    await table.castle.reset.run(table.castle.resets, by=None, with_accounts=False)
    stalls.release.set()
    await settled(table)
    assert "PutInWords" not in table.kinds()
    assert '"elsewhere"' in table.model.requests[-1].messages[-1].content


async def test_nobody_is_asked_once_the_castles_tokens_of_the_hour_are_spent(table: Table) -> None:
    stand = await in_the_hall(table)
    table.ledger.add("play", "Ada", Usage(prompt=2_500_000))
    await shown(table, stand)
    assert table.model.requests == []


async def test_nobody_is_asked_while_the_endpoint_is_left_alone(table: Table) -> None:
    stand = await in_the_hall(table, a_ghost())
    await shown(table, stand, [Break(ModelError("key refused", "no"))], [Use("translate", GHOST)])
    asked = len(table.model.requests)
    other = await table.guests.walk(stand, Direction.SOUTH)
    assert table.master._breaker.open and asked <= AT_ONCE
    view = await table.castle.view.room(other.room_id)
    table.master.shown(replace(view, room=replace(view.room, words=())), Lang.KO)
    await settled(table)
    assert len(table.model.requests) == asked


async def test_the_storyteller_is_not_asked_to_translate(table: Table) -> None:
    master = GameMaster(
        castle=table.castle,
        model=table.storyteller,
        storyteller=table.storyteller,
        prompts=Prompts.load(Files()),
        clock=TickingClock(),
        ids=NumberedIds("turn"),
        ledger=table.ledger,
        limits=Limits(),
        fill_seconds=5,
        history_tokens=1_200,
    )
    assert master._translator is None

"""Turns over a real castle: what is committed, what is told, and in which order."""

from __future__ import annotations

import asyncio
import json

import pytest

from mud.agent import Agent, Conversation, Limits
from mud.agent.scripted import Cut, Say, Use, hold
from mud.files import Files
from mud.master.handles import handles
from mud.master.master import TurnFailed
from mud.master.state import message, state_of
from mud.master.storyteller import Storyteller
from mud.master.tools import ENGINE
from mud.master.turn import Turn
from mud.world import events as e
from mud.world.grid import Direction
from mud.world.model import Ghost, Lang
from tests.castle.helping import TickingClock, a_ghost, a_room, fill

from .conftest import Table

AGATHA = a_ghost("Agatha")


async def in_the_hall(table: Table, name: str = "Ada") -> tuple:
    """A guest in a made room north of the porch, with a ghost."""
    seat = await table.sit(name)
    stand = table.castle.stand(seat.player, seat.room_id)
    moved = await table.castle.rooms.move(stand, Direction.NORTH)
    seat.room_id, seat.came = moved.room, Direction.NORTH
    stand = table.castle.stand(seat.player, moved.room)
    made = await fill(table.castle, stand, a_room("Hall", [Direction.EAST], [AGATHA]))
    return seat, made.ghosts[0]


async def test_a_talk_is_one_request_and_all_of_it_is_committed_before_it_is_told(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    order: list[str] = []
    table.castle.listen(lambda event: order.append(type(event).__name__))
    table.heard.story = order.append  # type: ignore[method-assign]
    await table.turn(
        seat,
        "good evening, Agatha",
        [
            Use("ghost_says", {"ghost_id": ghost.id, "words": "Is it?", "in_other_language": "그런가?"}),
            Use("update_ghost_opinion", {"ghost_id": ghost.id, "opinion": "Polite.", "score": 10}),
            Use("narrate", {"story": "She does not look up. You may go on."}),
        ],
    )
    assert order == ["Said", "OpinionChanged", "She does not look up. ", "You may go on."]
    assert len(table.model.requests) == 1
    said = next(event for event in table.events if isinstance(event, e.Said))
    assert (said.who.id, said.text, said.other, said.lang) == (ghost.id, "Is it?", "그런가?", Lang.EN)
    assert (await table.castle.ghosts.opinions(seat.player.id, seat.room_id))[ghost.id].score == 10


async def test_a_refused_call_stops_the_story_and_the_model_is_told_what_would_have_been_right(
    table: Table,
) -> None:
    seat, _ = await in_the_hall(table)
    events = await table.turn(
        seat,
        "I go west",
        [Use("move", {"direction": "W"}), Use("narrate", {"story": "You walk west."})],
        [Use("narrate", {"story": "There is only wall.", "onlookers": "Ada looks at the wall."})],
    )
    assert table.heard.text == "There is only wall."
    answer = next(m for m in table.model.requests[1].messages if m.role == "tool")
    told = json.loads(answer.content)
    assert (told["ok"], told["error"]) == (False, "no_door")
    assert "Doors are at: E, S" in told["message"]
    assert [type(event).__name__ for event in events] == ["Acted"]
    assert (await table.castle.view.room(seat.room_id)).players[0].id == seat.player.id


@pytest.mark.parametrize("direction", ["NS", "", "up", 3, None, ["N", "E"]])
async def test_what_is_no_direction_is_never_taken_for_one(table: Table, direction: object) -> None:
    seat, _ = await in_the_hall(table)
    events = await table.turn(
        seat, "go", [Use("move", {"direction": direction})], [Use("narrate", {"story": "You hesitate."})]
    )
    assert not [event for event in events if isinstance(event, e.Moved)]


@pytest.mark.parametrize("direction", ["e", "East", " E ", "동쪽"])
async def test_a_direction_may_be_written_as_models_like_to(table: Table, direction: str) -> None:
    seat, _ = await in_the_hall(table)
    events = await table.turn(
        seat, "go", [Use("move", {"direction": direction}), Use("narrate", {"story": "You go."})]
    )
    assert [event.direction for event in events if isinstance(event, e.Moved)] == [Direction.EAST]


async def test_a_fill_is_one_request_and_brings_its_ghosts(table: Table) -> None:
    seat = await table.sit("Ada")
    moved = await table.castle.rooms.move(table.castle.stand(seat.player, seat.room_id), Direction.NORTH)
    seat.room_id, seat.came = moved.room, Direction.NORTH
    assert table.master.claim_fill(moved.room)
    assert not table.master.claim_fill(moved.room)
    table.scripts.append(
        [
            Use(
                "create_room",
                {
                    "name": "Salon",
                    "description": "Dust.",
                    "doors": ["N", "S", "W"],
                    "ghosts": [{"name": "Basil", "appearance": "Thin.", "character": "Cross."}],
                    "in_other_language": {"name": "응접실", "description": "먼지."},
                },
            ),
            Use("narrate", {"story": "It smells of tea."}),
        ]
    )
    await table.master.fill(seat, table.heard)
    table.master.release_fill(moved.room)
    room = await table.castle.view.room(moved.room)
    assert (room.room.name, room.room.said_in(Lang.KO).name) == ("Salon", "응접실")
    assert room.room.doors == {Direction.NORTH, Direction.SOUTH, Direction.WEST}
    assert [ghost.name for ghost in room.ghosts] == ["Basil"]
    assert (table.heard.text, len(table.model.requests)) == ("It smells of tea.", 1)


async def test_a_fill_that_fails_is_made_by_the_engine_bound_to_nobody(table: Table) -> None:
    seat = await table.sit("Ada")
    moved = await table.castle.rooms.move(table.castle.stand(seat.player, seat.room_id), Direction.NORTH)
    seat.room_id = moved.room
    made = asyncio.Event()
    table.castle.listen(lambda event: made.set() if isinstance(event, e.RoomMade) else None)
    table.scripts.append([Say("I would rather not"), Cut()])
    table.engine.append([Use("create_room", {"name": "Cellar", "description": "Damp.", "doors": ["N"]})])
    assert table.master.claim_fill(moved.room)
    with pytest.raises(TurnFailed):
        await table.master.fill(seat, table.heard)
    table.master.release_fill(moved.room)
    async with asyncio.timeout(5):
        await made.wait()
    (event,) = [event for event in table.events if isinstance(event, e.RoomMade)]
    assert (event.name, event.by) == ("Cellar", None)


@pytest.mark.parametrize("told_before", [True, False], ids=["stated as blank", "stated as made"])
async def test_an_engines_fill_of_a_room_made_meanwhile_ends_in_good_order(
    table: Table, told_before: bool
) -> None:
    seat = await table.sit("Ada")
    moved = await table.castle.rooms.move(table.castle.stand(seat.player, seat.room_id), Direction.NORTH)
    stand = table.castle.stand(seat.player, moved.room)
    turn = Turn("late", table.castle, moved.room, Lang.EN)
    state = await state_of(turn, "enginefill")
    await fill(table.castle, stand, a_room("Hall", [Direction.EAST]))
    if not told_before:
        state = await state_of(turn, "enginefill")
    storyteller = Storyteller(Files().config_text, "seed")
    agent: Agent[Turn] = Agent(
        system="", tools=ENGINE, model=storyteller, clock=TickingClock(), limits=Limits(seconds=10)
    )
    outcome = await agent.run(
        "",
        conversation=Conversation(budget=500),
        host=turn,
        turn="late",
        state=message(state, "", "Make it."),
    )
    assert outcome.story
    assert (await table.castle.view.room(moved.room)).room.name == "Hall"


async def test_others_read_what_was_asked_before_the_answer(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    asked = {"onlookers": "Ada asks the time.", "onlookers_in_other_language": "Ada가 시각을 묻는다."}
    events = await table.turn(
        seat,
        "what time is it?",
        [
            Use("ghost_says", {"ghost_id": ghost.id, "words": "Late.", **asked}),
            Use("narrate", {"story": "It is."}),
        ],
    )
    assert [type(event).__name__ for event in events] == ["Acted", "Said"]
    acted = next(event for event in events if isinstance(event, e.Acted))
    assert (acted.line, acted.other) == ("Ada asks the time.", "Ada가 시각을 묻는다.")


async def test_a_cancelled_turn_leaves_what_it_committed_and_tells_nothing_more(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    stall = hold()
    table.scripts.append(
        [
            Use("ghost_says", {"ghost_id": ghost.id, "words": "Wait."}),
            Use("narrate", '{"story": "One. Two'),
            stall,
            Use("narrate", ' three."}'),
        ]
    )
    turn = asyncio.create_task(table.master.turn(seat, "hello", table.heard))
    await stall.reached.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert table.kinds()[-1] == "Said"
    assert table.heard.text == "One. "
    # the next turn knows
    await table.turn(seat, "and now?", [Use("narrate", {"story": "Now."})])
    history = "\n".join(message.content for message in table.model.requests[-1].messages)
    assert "ghost_says" in history


async def test_the_others_see_that_something_was_done(table: Table) -> None:
    seat, _ = await in_the_hall(table)
    events = await table.turn(seat, "I hum", [Say("You hum. The walls listen.")])
    (acted,) = events
    assert isinstance(acted, e.Acted)
    assert (acted.who.id, acted.line) == (seat.player.id, "")
    assert table.heard.text == "You hum. The walls listen."


async def test_death_comes_by_a_later_turn_with_the_same_cause(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    threat = [
        Use("kill_player", {"how": "The chandelier falls.", "cause": ghost.id}),
        Use("kill_player", {"how": "The chandelier falls.", "cause": ghost.id}),
        Use("narrate", {"story": "It sways."}),
    ]
    first = await table.turn(seat, "I hit her", threat)
    assert [type(event).__name__ for event in first] == ["Warned"]
    second = await table.turn(seat, "I hit her again", [threat[0], threat[2]])
    assert [type(event).__name__ for event in second] == ["Died"]
    assert not (await table.castle.view.room(seat.room_id)).players


async def test_the_state_is_the_truth_and_stands_in_the_last_message_only(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    await table.turn(seat, 'say "STATE {}"', [Use("narrate", {"story": "Odd."})])
    seat.note("Bob arrives from the south.")
    await table.turn(seat, "what?", [Use("narrate", {"story": "Well."})])
    request = table.model.requests[-1]
    *history, last = request.messages
    first, words, _ = last.content.split("\n", 2)
    state = json.loads(first.removeprefix("STATE "))
    assert state["room"]["doors"] == {"N": "No door", "E": "Door", "S": "Door", "W": "No door"}
    assert state["player"]["came"] == "N"
    assert [g["id"] for g in state["ghosts"]] == [ghost.id[-6:]]
    assert state["happened"] == ["Bob arrives from the south."]
    assert words == 'The player\'s words: "what?"'
    assert history[0] == table.model.requests[0].messages[0]
    assert not any(message.content.startswith("STATE ") for message in history)
    assert any(message.content == 'say "STATE {}"' for message in history)


async def test_a_ghost_is_called_by_a_handle_and_only_one_that_is_here(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    handle = ghost.id[-6:]
    says = [Use("ghost_says", {"ghost_id": name, "words": "Hm."}) for name in (handle, ghost.id, "agatha?")]
    events = await table.turn(seat, "well?", says, [Use("narrate", {"story": "Well."})])
    assert [event.who.id for event in events if isinstance(event, e.Said)] == [ghost.id, ghost.id]
    refused = [m.content for m in table.model.requests[-1].messages if m.role == "tool"][-1]
    assert json.loads(refused)["message"].endswith(f"Ids of the ghosts here: {handle}.")


async def test_who_is_warned_of_a_ghost_by_its_handle_dies_by_that_ghost(table: Table) -> None:
    seat, ghost = await in_the_hall(table)
    threat = [
        Use("kill_player", {"how": "She lifts the poker.", "cause": ghost.id[-6:]}),
        Use("narrate", {"story": "It is heavy."}),
    ]
    (warned, *_) = await table.turn(seat, "I hit her", threat)
    assert isinstance(warned, e.Warned)
    assert (warned.cause, warned.cause_name) == (ghost.id, "Agatha")
    (died, *_) = await table.turn(seat, "I hit her again", threat)
    assert isinstance(died, e.Died)
    state = json.loads(table.model.requests[-1].messages[-1].content.split("\n")[0].removeprefix("STATE "))
    assert state["player"]["warned"] == [{"cause": ghost.id[-6:], "how": "She lifts the poker."}]


def test_ghosts_of_one_room_whose_ids_end_alike_are_called_by_the_whole_id() -> None:
    ghosts = [Ghost(each, "Agatha", "Thin.", "Cross.", Lang.EN) for each in ("1aaaaaa", "2aaaaaa", "3bbbbbb")]
    assert handles(ghosts) == {"1aaaaaa": "1aaaaaa", "2aaaaaa": "2aaaaaa", "3bbbbbb": "bbbbbb"}

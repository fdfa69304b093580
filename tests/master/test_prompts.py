"""What the game master's model is sent: how much, and what stands in it."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from structlog.testing import capture_logs

from mud.agent import estimate_tokens
from mud.agent.conversation import count_message, count_tools
from mud.agent.model import Request
from mud.agent.scripted import Cut, Use
from mud.files import Files
from mud.master.master import TurnFailed
from mud.master.prompts import Prompt, Prompts
from mud.master.seat import Seat
from mud.world import events as e
from mud.world.grid import Direction
from mud.world.model import Ghost, GhostProposal, Lang, RoomProposal
from tests.castle.helping import fill
from tests.rig.endpoint import read_state

from .conftest import Table

MOST = 3_000

DESCRIPTION = (
    "A light that limps curdles above the hearth, and the beams creak in alphabetical order. A bathtub full of dead leaves lies half "
    "beneath a tarpaulin, dripping, but never on the carpet. A card in purple ink asks everyone to keep their own counsel. The walls "
    "are hung with oil portraits, all of them slightly crooked, and a velvet curtain stirs over an old chest."
)
AGATHA = GhostProposal(
    "Agatha the Unpaid",
    "A thin lady in grey silk, who counts the flagstones under her breath and begins anew whenever somebody comes in.",
    "Proud, lonely and exact; she speaks in short sentences, owes nobody anything, and was never paid for the last dinner.",
    Lang.EN,
)
SILAS = GhostProposal(
    "Silas the Damp",
    "A drowned clerk with a lantern full of water, from whose sleeves it drips upwards.",
    "Cheerful about everything that sinks, and offended by umbrellas; he asks for the time and never believes it.",
    Lang.EN,
)
LINE = (
    "I bow to both of them, ask Agatha who it was that did not pay her for that last dinner, and then look behind the portrait on the "
    "left, very slowly, because I think that its eyes have moved while she was speaking, and I do not trust it at all. Number {n}."
)
KOREAN_LINE = (
    "두 유령에게 고개를 숙이고, 마지막 만찬의 값을 치르지 않은 사람이 누구인지 아가타에게 묻는다. 그리고 왼쪽 초상화 뒤를 아주 천천히 "
    "살펴본다. {n}번째로."
)


def tokens(request: Request) -> int:
    """The request as the loop counts it."""
    messages = sum(count_message(each, estimate_tokens) for each in request.messages)
    return count_tools(request.tools, estimate_tokens) + messages


async def in_company(table: Table, name: str, lang: Lang) -> tuple[Seat, Ghost]:
    """A guest in a room with two ghosts and three other players."""
    seats = [await table.sit(each, lang) for each in (name, "Bartholomew", "Cassandra", "Demetrius")]
    for seat in seats:
        moved = await table.castle.rooms.move(table.castle.stand(seat.player, seat.room_id), Direction.NORTH)
        seat.room_id, seat.came = moved.room, Direction.NORTH
    stand = table.castle.stand(seats[0].player, seats[0].room_id)
    room = RoomProposal(
        "Infirmary of the Blue Candles",
        DESCRIPTION,
        frozenset({Direction.EAST, Direction.WEST}),
        Lang.EN,
        ghosts=(AGATHA, SILAS),
    )
    made = await fill(table.castle, stand, room)
    return seats[0], made.ghosts[0]


def talk(ghost: str, n: int, *, both: bool = True) -> list[Use]:
    """What a model answers who does all that it is asked to; `both`: in both languages."""
    other = {
        "in_other_language": f"요리사가 알지, 그런데 요리사는 벽 속에 있어. 나에게 물은 사람이 {n}명인데 동전은 없었어.",
        "onlookers_in_other_language": "Ada가 아가타에게 마지막 만찬의 값을 누가 치르지 않았는지 묻는다.",
    }
    says = {
        "ghost_id": ghost,
        "words": f"The cook knows, and the cook is in the wall. That makes {n} who have asked me, and not one brought a coin.",
        "onlookers": "Ada asks Agatha who did not pay for her last dinner.",
    }
    story = (
        "Agatha lays a finger on the next flagstone so as not to lose her place. Behind the portrait there is only more wall, a little "
        "warmer than wall ought to be, and it gives way to nothing. Silas lifts his lantern, and the water in it leans towards you. "
        "What do you do?"
    )
    return [
        Use("ghost_says", says | (other if both else {})),
        Use(
            "update_ghost_opinion",
            {
                "ghost_id": ghost,
                "opinion": f"Asks politely, for the time number {n}, and listens.",
                "score": n,
            },
        ),
        Use(
            "narrate", {"story": story, "onlookers": "Ada peers behind a portrait and finds the wall there."}
        ),
    ]


@pytest.mark.parametrize(
    ("lang", "line", "around", "both", "least"),
    [
        (Lang.EN, LINE, 3, True, 1),
        (Lang.KO, KOREAN_LINE, 3, True, 1),
        (Lang.EN, "I ask Agatha who did not pay, number {n}", 0, False, 3),
    ],
    ids=["busy English", "busy Korean", "quiet"],
)
async def test_a_prompt_stays_small_over_fifty_turns_and_its_front_the_same(
    table: Table, lang: Lang, line: str, around: int, both: bool, least: int
) -> None:
    seat, ghost = await in_company(table, "Ada", lang)
    for n in range(1, 51):
        for name in ("Bartholomew", "Cassandra", "Demetrius")[:around]:
            seat.note(f"{name} paces up and down in front of the portraits and hums something, verse {n}.")
        await table.turn(seat, line.format(n=n), talk(ghost.id[-6:], n, both=both))
    requests = table.model.requests
    assert len(requests) == 50
    assert max(map(tokens, requests)) <= MOST
    assert all(request.messages[0] == requests[0].messages[0] for request in requests)
    assert all(request.tools == requests[0].tools for request in requests)
    *history, last = requests[-1].messages
    for n in range(50 - least, 50):
        assert any(line.format(n=n) in message.content for message in history), n
    assert sum(message.content.endswith("}") for message in history) >= 3 * least  # with the calls' results
    assert line.format(n=50) in last.content


async def test_of_a_turn_with_much_to_tell_the_history_goes_and_nothing_else(table: Table) -> None:
    seat, ghost = await in_company(table, "Ada", Lang.EN)
    await table.turn(seat, "hello", talk(ghost.id, 1))
    await table.turn(seat, "x" * 4_000, talk(ghost.id, 2))
    system, last = table.model.requests[-1].messages
    assert system == table.model.requests[0].messages[0]
    assert "x" * 4_000 in last.content
    await table.turn(seat, "and now?", talk(ghost.id, 3))
    assert any("x" * 300 in message.content for message in table.model.requests[-1].messages[1:-1])


async def test_what_a_turn_is_told_in_full(table: Table) -> None:
    seat, agatha = await in_company(table, "Ada", Lang.EN)
    await table.turn(
        seat,
        "hello",
        [
            Use("update_ghost_opinion", {"ghost_id": agatha.id, "opinion": "Polite.", "score": 0}),
            Use("kill_player", {"how": "The lantern tips.", "cause": "the lantern"}),
            Use("narrate", {"story": "Well."}),
        ],
    )
    seat.note("Cassandra hums.")
    await table.turn(seat, 'what "now"?', [Use("narrate", {"story": "Well."})])
    system, *_, last = table.model.requests[-1].messages
    assert system.content == Prompts.load(Files()).system.text
    room = await table.castle.view.room(seat.room_id)
    state = {
        "turn": "play",
        "id": "rn000002",
        "castle_language": "en",
        "language": "en",
        "player": {
            "name": "Ada",
            "came": "N",
            "warned": [{"cause": "the lantern", "how": "The lantern tips."}],
        },
        "room": {
            "id": seat.room_id,
            "name": "Infirmary of the Blue Candles",
            "description": DESCRIPTION,
            "doors": {"N": "No door", "E": "Door", "S": "Door", "W": "Door"},
            "neighbours": {"S": {"name": "The Porch"}},
        },
        "ghosts": [
            {
                "id": agatha.id[-6:],
                "name": AGATHA.name,
                "appearance": AGATHA.appearance,
                "character": AGATHA.character,
                "opinion": "Polite.",
                "score": 0,
            },
            {
                "id": room.ghosts[1].id[-6:],
                "name": SILAS.name,
                "appearance": SILAS.appearance,
                "character": SILAS.character,
                "opinion": "Nothing",
            },
        ],
        "players": [{"name": who.name} for who in room.players if who.name != "Ada"],
        "happened": ["Cassandra hums."],
    }
    assert len(state["players"]) == 3
    assert last.content == (
        f"STATE {json.dumps(state)}\n"
        'The player\'s words: "what \\"now\\"?"\n'
        "(Act on these words with tools, then end with `narrate`. If a ghost was spoken to, let it answer with `ghost_says` and update "
        "its opinion. Tell only what the tools have committed.)"
    )


@pytest.mark.parametrize("engine", [False, True], ids=["a player's fill", "the engine's fill"])
async def test_what_a_fill_is_told_in_full(table: Table, engine: bool) -> None:
    seat = await table.sit("Ada")
    moved = await table.castle.rooms.move(table.castle.stand(seat.player, seat.room_id), Direction.NORTH)
    seat.room_id, seat.came = moved.room, Direction.NORTH
    make = [
        Use("create_room", {"name": "Salon", "description": "Dust.", "doors": ["N"]}),
        Use("narrate", {"story": "Tea."}),
    ]
    if engine:
        made = asyncio.Event()
        table.castle.listen(lambda event: made.set() if isinstance(event, e.RoomMade) else None)
        table.engine.append(make)
        table.master.claim_fill(moved.room)
        table.master.release_fill(moved.room)
        async with asyncio.timeout(5):
            await made.wait()
    else:
        table.scripts.append(make)
        await table.master.fill(seat, table.heard)
    request = (table.storyteller if engine else table.model).requests[-1]
    porch = (await table.castle.view.around((await table.castle.view.room(moved.room)).room))[Direction.SOUTH]
    assert porch is not None
    assert len(porch.description) > 20
    state = {
        "turn": "enginefill" if engine else "fill",
        "id": "rn000001",
        "castle_language": "en",
        "language": "en",
        "player": {"name": "Ada", "came": "N"},
        "room": {
            "id": moved.room,
            "blank": True,
            "position": [0, 1],
            "doors": {"N": "Unknown", "E": "Unknown", "S": "Door", "W": "Unknown"},
            "neighbours": {"S": {"name": "The Porch", "description": beginning(porch.description)}},
        },
    }
    if engine:  # bound to nobody: who stands in the dark is one of those who are there
        del state["player"]
        state["players"] = [{"name": "Ada"}]
    assert request.messages[-1].content == (
        f"STATE {json.dumps(state, ensure_ascii=False)}\n"
        "(The player has stepped into a room that nobody has made yet. Make it with `create_room`, then end with `narrate`.)"
    )


def beginning(text: str) -> str:
    return text if len(text) <= 300 else text[:300] + "…"


async def test_what_happened_is_told_newest_last_and_only_as_much_as_it_is_worth(table: Table) -> None:
    seat = await table.sit("Ada")
    for n in range(29):
        seat.note(f"Bartholomew walks round the lantern once more and counts aloud: {n}.")
    await table.turn(seat, "what?", [Use("narrate", {"story": "Well."})])
    happened = read_state(table.model.requests[-1].messages[-1].content)["happened"]
    assert happened[-1].endswith(": 28.")
    assert 8 < len(happened) < 20
    assert sum(map(estimate_tokens, happened)) <= 200
    seat.note("A line without end. " * 90)
    await table.turn(seat, "what?", [Use("narrate", {"story": "Well."})])
    assert len(read_state(table.model.requests[-1].messages[-1].content)["happened"]) == 1


async def test_nothing_of_accounts_or_of_the_server_is_in_a_prompt(table: Table) -> None:
    seat, agatha = await in_company(table, "Ada", Lang.EN)
    await table.turn(seat, "hello", talk(agatha.id[-6:], 1))
    await table.turn(seat, "who is Bartholomew?", talk(agatha.id[-6:], 2))
    room = await table.castle.view.room(seat.room_id)
    sent = repr(table.model.requests[-1])
    for who in room.players:
        assert who.name in sent
        assert who.id not in sent
    for secret in ("password", "argon2", "sk-", "account", "127.0.0.1", table.castle.uid):
        assert secret not in sent


def test_a_prompt_has_its_version_in_its_head_and_a_mark_of_its_text() -> None:
    first = Prompt.read("reminder", "<!-- version 7 -->\nAct.\n")
    changed = Prompt.read("reminder", "<!-- version 7 -->\nAct!\n")
    own = Prompt.read("reminder", "Act.")
    assert (first.text, changed.text, own.text) == ("Act.", "Act!", "Act.")
    assert first.edition.startswith("reminder 7/")
    assert own.edition == first.edition.replace("7", "-", 1)
    assert len({first.edition, changed.edition, own.edition}) == 3


async def test_each_answer_in_the_log_names_the_prompts_it_was_given_by(table: Table) -> None:
    seat = await table.sit("Ada")
    prompts = Prompts.load(Files())
    assert all(re.search(r" \d+/[0-9a-f]{6}$", prompt.edition) for prompt in all_of(prompts))
    with capture_logs() as logs:
        await table.turn(seat, "hello", [Use("narrate", {"story": "Well."})])
        with pytest.raises(TurnFailed):
            await table.turn(seat, "hello", [Cut()])
    told = [(line["event"], line["prompts"]) for line in logs if "prompts" in line]
    editions = f"{prompts.system.edition}, {prompts.reminder.edition}"
    assert told == [(event, editions) for event in ("model answered", "model did not answer", "turn failed")]


def all_of(prompts: Prompts) -> tuple[Prompt, ...]:
    return prompts.system, prompts.reminder, prompts.fill

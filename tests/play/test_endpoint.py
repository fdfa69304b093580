"""Whole games against a scripted endpoint over real sockets: what is asked, what reaches the player, and every way in which it can fail.

After each game the fixture checks the castle's invariants: no failure leaves anything half done.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest
from pydantic import SecretStr

from mud.agent.breaker import PAUSES
from mud.agent.scripted import Script, Use, hold
from mud.world.chance import SystemClock
from mud.world.events import PutInWords
from tests.rig.endpoint import Cut, Reply, ScriptedEndpoint, call, fault, finish, played, sse, state_in, text

from .conftest import Game, Start
from .scripts import AGATHA, ROOM, narrate

HALL: Script = [Use("create_room", {**ROOM, "ghosts": [AGATHA]}), narrate("It is cold here.")]

Given = Script | Reply | Callable[[Mapping[str, Any]], Script]


class Oracle:
    """Answers by what the player said; a room, a plain hall with a ghost, of every blank one."""

    def __init__(self) -> None:
        self.answers: dict[str, Given] = {}
        self.fill: Given = HALL
        self.translate: Given = [Use("translate", {"name": "홀", "description": "잿빛 돌로 된 홀이다."})]

    def __call__(self, body: Any) -> Reply:
        if "tools" not in body and "response_format" not in body:
            return sse(text("Here."), finish())  # asked whether it is there
        state = state_in(body)
        given = {"fill": self.fill, "translate": self.translate}.get(state["turn"]) or self.answers.get(
            state["line"]
        )
        given = given or [narrate(f"You try to {state['line']}.")]
        given = given(state) if callable(given) else given
        return given if isinstance(given, Reply) else sse(*played(given))


@pytest.fixture
async def oracle() -> Oracle:
    return Oracle()


@pytest.fixture
async def endpoint(oracle: Oracle) -> AsyncIterator[ScriptedEndpoint]:
    async with ScriptedEndpoint(oracle) as started:
        yield started


@pytest.fixture
async def game(start: Start, endpoint: ScriptedEndpoint) -> Game:
    """A game whose master is asked at the endpoint."""
    return await start(
        openai_base_url=endpoint.url,
        openai_api_key=SecretStr("sk-the-castles-own-key"),
        mud_model="test",
        mud_model_first_seconds=0.5,
        mud_model_silence_seconds=0.5,
    )


def greets(state: Mapping[str, Any]) -> Script:
    ghost = {"ghost_id": state["ghosts"][0]["id"]}
    return [
        Use("ghost_says", {**ghost, "words": "Is it evening?"}),
        Use("update_ghost_opinion", {**ghost, "opinion": "Polite.", "score": 5}),
        narrate("A board creaks."),
    ]


async def test_a_fill_and_a_talk_are_one_request_each_and_what_is_direct_is_none(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    oracle.answers["Good evening, Agatha"] = greets
    ada = await game.enters("Ada")
    await ada.types("look")
    await ada.sees("Doors: north.")
    assert endpoint.asked == []
    await ada.types("north")
    await ada.sees("You step into the dark.", "The Hall", "Agatha is here.", "It is cold here.")
    assert len(endpoint.asked) == 1
    await ada.types("say Good evening, Agatha")
    await ada.sees("You say to Agatha", 'Agatha says to you: "Is it evening?"', "A board creaks.")
    assert len(endpoint.asked) == 2
    await ada.types("exits\r\nwho\r\ninventory")
    await ada.sees("Doors:", "You alone are awake", "You carry nothing", "> ")
    assert len(endpoint.asked) == 2
    asked = endpoint.asked[1]
    assert asked.headers["authorization"] == "Bearer sk-the-castles-own-key"
    assert (asked.body["model"], asked.body["temperature"], asked.body["stream"]) == ("test", 0.8, True)
    assert [message["role"] for message in asked.body["messages"]][-1] == "user"


async def test_a_story_reaches_the_player_while_it_arrives(game: Game, oracle: Oracle) -> None:
    stall = hold()
    begun = call(0, "narrate", '{"story": "A lamp goes out. Then ano', "a")
    oracle.answers["wait"] = sse(begun, stall, call(0, arguments='ther."}'), finish("tool_calls"))
    ada = await game.enters("Ada")
    await ada.types("wait")
    await ada.sees("A lamp goes out.")
    ada.has_not_seen("Then another.")
    stall.release.set()
    await ada.sees("Then another.")


async def test_a_server_that_ignores_tools_is_played_with_by_json(
    start: Start, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    def said(*calls: tuple[str, dict[str, Any]]) -> Reply:
        whole = json.dumps({"calls": [{"tool": tool, "arguments": given} for tool, given in calls]})
        return sse(*(text(whole[i : i + 5]) for i in range(0, len(whole), 5)), finish())

    oracle.fill = said(("create_room", {**ROOM, "ghosts": [AGATHA]}), ("narrate", {"story": "It is cold."}))
    oracle.answers["sing"] = said(("narrate", {"story": "You sing."}))
    game = await start(openai_base_url=endpoint.url, mud_model_tools="json", mud_temperature=None)
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "It is cold.")
    await ada.types("sing")
    await ada.sees("You sing.")
    body = endpoint.asked[1].body
    assert ("tools" in body, "temperature" in body, body["model"]) == (False, False, "gpt-4.1")
    assert endpoint.asked[1].headers["authorization"] == "Bearer none"


GOES = call(0, "move", '{"direction": "N"}', "a")
TELLS = call(1, "narrate", '{"sto', "b")


@pytest.mark.parametrize(
    ("reply", "told", "requests"),
    [
        (fault(429, {"message": "slow down"}, Retry_After="60"), "Too many ask the castle", 1),
        (fault(400, {"message": "what?"}), "does not understand what it is asked", 1),
        (fault(400, {"code": "context_length_exceeded"}), "more in the castle's mind", 1),
        (fault(400, {"code": "content_filter"}), "will not speak of that", 1),
        (fault(503), "does not answer", 3),
        (Reply((Cut(reset=True),)), "does not answer", 3),
        (sse("{broken", done=False), "nobody could understand", 1),
        (sse(TELLS, done=False), "breaks off", 1),
        (sse(TELLS, Cut(reset=True)), "breaks off", 1),
        (sse(finish("length")), "loses itself", 1),
        (sse(finish("content_filter")), "will not speak of that", 1),
        (sse(finish()), "Nothing that the castle tries", 5),
        (sse(*played([Use("fly", {"to": "the moon"})])), "goes round in circles", 2),
        (sse(*played([Use("move", {"direction": ["up"]})])), "goes round in circles", 2),
        (sse(*played([Use("move", '{"direction"')])), "goes round in circles", 2),
        (sse(*played([Use("get_ghosts", {})])), "all that it can at one time", 8),
        (sse(*played([Use("get_ghosts", {})] * 30)), "all that it can at one time", 1),
    ],
)
async def test_each_failure_is_told_and_direct_commands_go_on_and_the_next_turn_knows(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint, reply: Reply, told: str, requests: int
) -> None:
    oracle.answers["open the gate"] = reply
    ada = await game.enters("Ada")
    await ada.types("open the gate")
    await ada.sees(told, "> ")
    assert len(endpoint.asked) == requests
    await ada.types("look")
    await ada.sees("The Porch", "Doors: north.")
    await ada.types("sing")
    await ada.sees("You try to sing.")
    history = endpoint.asked[-1].body["messages"][1]["content"]
    line = "[words that are not repeated here]" if "will not speak" in told else "open the gate"
    assert f"{line}\n[The answer to this failed: " in history


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (fault(401, {"message": "Incorrect API key"}), "forbidden to speak"),
        (fault(404, {"message": "no model test"}), "not where it should be"),
        (fault(429, {"code": "insufficient_quota"}), "no breath left"),
    ],
)
async def test_what_no_further_try_will_mend_is_told_and_not_asked_again(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint, reply: Reply, told: str
) -> None:
    oracle.answers["open the gate"] = reply
    ada = await game.enters("Ada")
    await ada.types("open the gate")
    await ada.sees(told, "An old storyteller", "> ")
    await ada.types("look")
    await ada.sees("The Porch", "Doors: north.")
    await ada.types("open the gate")
    await ada.sees("> ")
    assert len(endpoint.asked) == 1


async def test_what_an_endpoint_will_not_hear_is_not_told_to_it_over_and_over(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    def strict(body: Any) -> Reply:
        heard = json.dumps(body["messages"])
        return fault(400, {"code": "content_filter"}) if "unspeakable" in heard else oracle(body)

    endpoint.answers = strict
    ada = await game.enters("Ada")
    await ada.types("hum")
    await ada.sees("You try to hum.")
    await ada.types("draw the unspeakable sign")
    await ada.sees("The castle will not speak of that.", "> ")
    for line in ("sing", "dance", "wave"):
        await ada.types(line)
        await ada.sees(f"You try to {line}.")


async def test_a_story_that_breaks_off_stays_as_far_as_it_was_read_and_the_model_is_told(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    begun = call(0, "narrate", '{"story": "A lamp goes out. Then', "a")
    oracle.answers["wait"] = sse(begun, Cut(reset=True))
    ada = await game.enters("Ada")
    await ada.types("wait")
    await ada.sees("A lamp goes out.", "The voice of the castle breaks off.", "> ")
    assert len(endpoint.asked) == 1  # what has begun to be told is not asked for anew
    await ada.types("sing")
    await ada.sees("You try to sing.")
    assert "The user read only this of it" in endpoint.asked[1].body["messages"][1]["content"]


async def test_who_stands_by_when_an_answer_fails_goes_on_playing(game: Game, oracle: Oracle) -> None:
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("north")
    await ada.sees("Agatha is here.", "It is cold here.")
    await bob.types("north")
    await bob.sees("Agatha is here.")
    oracle.answers["Who are you, Agatha?"] = sse(finish("length"))
    oracle.answers["Good evening, Agatha"] = greets
    await ada.types("say Who are you, Agatha?")
    await ada.sees("You say to Agatha", "The castle loses itself in its own words.", "> ")
    await bob.sees('Ada says to Agatha: "Who are you, Agatha?"')
    await bob.types("say Good evening, Agatha")
    await bob.sees('Agatha says to you: "Is it evening?"')
    await ada.sees("Is it evening?")
    bob.has_not_seen("loses itself")


async def test_a_room_is_told_in_a_readers_language_from_the_second_look_on_and_asked_for_once(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    oracle.fill = [Use("create_room", ROOM), narrate("It is cold here.")]
    kept = asyncio.Event()
    game.server.castle.listen(lambda event: kept.set() if isinstance(event, PutInWords) else None)
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "It is cold here.", "> ")
    for name in ("Bora", "Chun"):
        reader = await game.enters(name, language="korean")
        await reader.types("북")
        if name == "Bora":
            await reader.sees("The Hall", "> ")
            await kept.wait()
            await reader.types("보기")
        await reader.sees("홀", "잿빛 돌로 된 홀이다.", "> ")
    await ada.types("look")
    await ada.sees("The Hall", "A hall of grey stone.", "> ")
    assert len(endpoint.asked) == 2


async def test_a_room_whose_translation_fails_is_told_as_it_was_made(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    oracle.translate = fault(500)
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "It is cold here.", "> ")
    reader = await game.enters("Bora", language="korean")
    for line in ("북", "보기", "보기"):
        await reader.types(line)
        await reader.sees("The Hall", "Agatha", "> ")


async def test_failures_are_told_in_korean_too(game: Game, oracle: Oracle) -> None:
    broken = {
        "하나": (sse("{broken", done=False), "성이 아무도 알아듣지 못할 말을 중얼거린다."),
        "둘": (sse(finish("length")), "성이 제 말 속에서 길을 잃는다."),
        "셋": (sse(finish("content_filter")), "성은 그 일을 입에 올리려 하지 않는다."),
        "넷": (
            fault(429, {"message": "slow"}, Retry_After="60"),
            "한꺼번에 너무 많은 이가 성에게 말을 걸고 있어요.",
        ),
        "다섯": (sse(TELLS, done=False), "성의 목소리가 끊긴다."),
        "여섯": (sse(*played([Use("fly", {})])), "성이 같은 자리를 맴돌다 멈춘다."),
    }
    oracle.answers |= {line: reply for line, (reply, _) in broken.items()}
    ada = await game.enters("Ada", language="korean")
    for line, (_, told) in broken.items():
        await ada.types(line)
        await ada.sees(told, "> ")
        await ada.types("노래해")
        await ada.sees("You try to 노래해.", "> ")


@pytest.mark.parametrize("begun", [(), (text("You"),)])
async def test_silence_is_told(game: Game, oracle: Oracle, begun: tuple[str, ...]) -> None:
    stall = hold()
    oracle.answers["open the gate"] = sse(*begun, stall)
    ada = await game.enters("Ada")
    await ada.types("open the gate")
    await ada.sees("The voice of the castle falls silent", "> ")
    stall.release.set()


@pytest.mark.parametrize(
    "ending", [(finish("length"),), (Cut(reset=True),), ("{broken",), (finish("content_filter"),)]
)
async def test_what_was_committed_before_an_answer_broke_stands_and_the_model_is_told(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint, ending: tuple[Any, ...]
) -> None:
    oracle.answers["go inside"] = sse(GOES, TELLS, *ending, done=False)
    ada = await game.enters("Ada")
    await ada.types("go inside")
    await ada.sees("You step into the dark.", "The Hall", "> ")
    await ada.types("sing")
    await ada.sees("You try to sing.")
    last = endpoint.asked[-1].body["messages"]
    assert any('[But this was done: move {"direction": "N"}]' in each["content"] for each in last[1:-1])


@pytest.mark.parametrize(
    "reply",
    [
        fault(401),
        fault(404),
        fault(429, {"message": "slow"}, Retry_After="60"),
        fault(400, {"code": "context_length_exceeded"}),
        fault(400, {"code": "content_filter"}),
        sse("{broken", done=False),
        sse(call(0, "create_room", '{"name": "The H', "a"), done=False),
        sse(call(0, "create_room", '{"name": "The H', "a"), finish("tool_calls")),
        sse(*played([Use("create_room", {"name": " ", "description": "", "doors": ["up"]})])),
        sse(*played([Use("build", {"what": "The H"})])),
        sse(*played([narrate("You look round The H.")])),
        sse(finish("length")),
        sse(finish("content_filter")),
    ],
)
async def test_a_blank_room_is_made_by_the_storyteller_when_the_model_does_not(
    game: Game, oracle: Oracle, reply: Reply
) -> None:
    oracle.fill = reply
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:", "> ")
    ada.has_not_seen("The H\n")


async def test_a_room_that_was_made_before_its_story_broke_stays(game: Game, oracle: Oracle) -> None:
    made = call(0, "create_room", json.dumps(ROOM), "a")
    oracle.fill = sse(made, TELLS, Cut(reset=True))
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "Doors: north, east and south.", "> ")


async def test_breaking_a_turn_off_ends_its_request(
    game: Game, oracle: Oracle, endpoint: ScriptedEndpoint
) -> None:
    stall = hold()
    oracle.answers["wait"] = sse(call(0, "narrate", '{"story": "A lamp goes out. Then', "a"), stall)
    ada = await game.enters("Ada")
    await ada.types("wait")
    await ada.sees("A lamp goes out.")
    await ada.types("stop")
    await ada.sees("> ")
    await ada.types("sing")
    await ada.sees("You try to sing.")
    assert [asked.connection for asked in endpoint.asked] == [1, 2]
    assert "The user read only this of it" in endpoint.asked[1].body["messages"][1]["content"]
    stall.release.set()


class Patient(SystemClock):
    """The machine's clock, but the breaker's pause ends when the test says so."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        await (self.go.wait() if seconds == PAUSES[0] else super().sleep(seconds))


@pytest.mark.parametrize("stand_in", [True, False])
async def test_the_storyteller_stands_in_for_an_endpoint_that_fails_and_hands_back(
    start: Start, oracle: Oracle, endpoint: ScriptedEndpoint, stand_in: bool
) -> None:
    clock = Patient()
    game = await start(openai_base_url=endpoint.url, clock=clock, mud_stand_in=stand_in)
    oracle.answers["sing"] = fault(401, {"message": "Incorrect API key"})
    oracle.answers["hello?"] = [narrate("You call.")]
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("sing")
    told = (
        "An old storyteller behind the walls takes up the tale"
        if stand_in
        else "The castle has lost its voice."
    )
    await ada.sees("forbidden to speak", told, "> ")
    await bob.sees(told)
    await ada.types("search the porch")
    assert ("does not answer" in await ada.sees("> ")) is not stand_in
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:")
    assert len(endpoint.asked) == 1
    clock.go.set()
    await ada.sees("The castle has found its own voice again.")
    assert "tools" not in endpoint.asked[1].body
    await bob.types("hello?")
    await bob.sees("You call.")
    for who in (ada, bob):
        assert " ".join(who.screen.split()).count(told) == 1

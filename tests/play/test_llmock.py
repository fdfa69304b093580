"""Whole games against llmock, an endpoint that breaks as real ones do. It sees each request and when it came, and judges us by that.

What it plays is a queue: each request takes the next fault and the next answer, whatever was asked.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply, ToolCall

from .conftest import Game, Start
from .scripts import AGATHA, ROOM

Fault = Callable[[LLMock], object]


def tells(llmock: LLMock, story: str, *before: ToolCall, ends: str | None = None) -> None:
    """The next answer: these calls, and a story."""
    calls = (*before, ToolCall("narrate", {"story": story}))
    llmock.add(Reply(tool_calls=calls, finish_reason=ends))


def assert_resilient(llmock: LLMock) -> None:
    """Its verdict on us; but where a stream ended too early it knows only that we did not ask again, as we must not once a call is done.
    That the answer was not taken for a whole one is for the test to see."""
    errors = llmock.verdict().errors
    assert [each.code for each in errors if each.code != "truncated_stream_accepted"] == [], errors


@pytest.fixture
async def game(start: Start, llmock: LLMock) -> Game:
    return await start(
        openai_base_url=llmock.base_url(), mud_model_first_seconds=0.6, mud_model_silence_seconds=0.6
    )


async def test_calls_that_come_side_by_side_are_carried_out_in_order(game: Game, llmock: LLMock) -> None:
    tells(llmock, "It is cold here.", ToolCall("create_room", {**ROOM, "ghosts": [AGATHA]}))
    tells(llmock, "You walk back.", ToolCall("move", {"direction": "S"}))
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "Agatha is here.", "It is cold here.", "> ")
    await ada.types("go back")
    await ada.sees("The Porch", "You walk back.", "> ")
    assert len(llmock.requests) == 2
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize(
    "fault",
    [
        lambda llmock: llmock.rate_limit(times=2, retry_after=1.0),
        lambda llmock: llmock.fail(500),
        lambda llmock: llmock.fail(503, retry_after=1.0),
        lambda llmock: llmock.fail(529, times=2),
        lambda llmock: llmock.break_tool_call("malformed_arguments"),
        lambda llmock: llmock.break_tool_call("unknown_tool"),
        lambda llmock: llmock.slow_first_token(0.3),
        lambda llmock: llmock.delay(0.3),
    ],
    ids=["429", "500", "503", "529", "half JSON", "unknown tool", "slow first token", "delay"],
)
async def test_what_passes_is_borne(game: Game, llmock: LLMock, fault: Fault) -> None:
    ada = await game.enters("Ada")
    fault(llmock)
    tells(llmock, "You sing.")
    tells(llmock, "You sing.")
    await ada.types("sing")
    await ada.sees("You sing.", "> ")
    llmock.assert_resilient()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (lambda llmock: llmock.rate_limit(retry_after=60.0), "Too many ask the castle at once."),
        (lambda llmock: llmock.fail(400), "does not understand what it is asked"),
        (lambda llmock: llmock.fail(401), "forbidden to speak"),
        (lambda llmock: llmock.fail(403), "forbidden to speak"),
        (lambda llmock: llmock.fail(404), "not where it should be"),
        (lambda llmock: llmock.fail(422), "does not understand what it is asked"),
        (lambda llmock: llmock.fail(503, times=3), "does not answer"),
        (lambda llmock: llmock.context_overflow(times=2), "more in the castle's mind"),
        (lambda llmock: llmock.stall(after_chunks=4, seconds=3.0), "falls silent"),
        (lambda llmock: llmock.slow_first_token(3.0), "falls silent"),
        (lambda llmock: llmock.truncate(after_chunks=4), "breaks off"),
        (lambda llmock: llmock.disconnect(after_chunks=4), "breaks off"),
        (lambda llmock: llmock.corrupt(after_chunks=4), "nobody could understand"),
    ],
    ids=[
        "429 for long",
        "400",
        "401",
        "403",
        "404",
        "422",
        "503 for long",
        "overflow",
        "stall",
        "silence",
        "truncated",
        "disconnected",
        "corrupted",
    ],
)
async def test_what_does_not_pass_is_told_and_the_castle_goes_on(
    game: Game, llmock: LLMock, fault: Fault, told: str
) -> None:
    ada = await game.enters("Ada")
    fault(llmock)
    tells(llmock, "You go inside and", ToolCall("move", {"direction": "N"}))
    await ada.types("lift the lantern")
    await ada.sees(told, "> ")
    await ada.types("look")
    await ada.sees("Doors:", "> ")
    assert_resilient(llmock)


@pytest.mark.parametrize(
    ("ends", "told"), [("length", "loses itself"), ("content_filter", "will not speak of that")]
)
async def test_an_answer_that_says_that_it_is_not_whole_is_not_taken_for_one(
    game: Game, llmock: LLMock, ends: str, told: str
) -> None:
    ada = await game.enters("Ada")
    tells(llmock, "You lift it and", ends=ends)
    await ada.types("lift the lantern")
    await ada.sees(told, "> ")


@pytest.mark.parametrize("kind", ["disconnect", "truncate", "corrupt"])
async def test_what_was_committed_before_the_stream_broke_stands(
    game: Game, llmock: LLMock, kind: str
) -> None:
    ada = await game.enters("Ada")
    tells(llmock, "A long way it was. " * 9, ToolCall("move", {"direction": "N"}))
    getattr(llmock, kind)(after_chunks=8)  # the move is complete by then, and the story has begun
    tells(llmock, "It is cold here.", ToolCall("create_room", dict(ROOM)))
    await ada.types("go inside")
    await ada.sees("You step into the dark.", "The Hall", "It is cold here.", "> ")
    tells(llmock, "You sing.")
    await ada.types("sing")
    await ada.sees("You sing.", "> ")
    told = llmock.last_request.body["messages"][1]["content"]
    assert "[The answer to this failed: " in told
    assert '[But this was done: move {"direction": "N"}]' in told
    assert_resilient(llmock)


@pytest.mark.parametrize("kind", ["malformed_arguments", "unknown_tool"])
async def test_a_model_that_never_calls_right_leaves_the_castle_whole(
    game: Game, llmock: LLMock, kind: str
) -> None:
    ada = await game.enters("Ada")
    llmock.break_tool_call(kind, times=None)
    llmock.call_tool("move", {"direction": "N"}, times=None)
    await ada.types("dance")
    await ada.sees("The castle goes round in circles", "> ")
    await ada.types("look")
    await ada.sees("The Porch", "> ")
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:")

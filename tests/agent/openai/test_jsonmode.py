"""Calls as JSON text, for servers that ignore tools: to the loop they look like any others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mud.agent.model import CallDelta, Finish
from mud.agent.openai.jsonmode import JsonReply
from mud.agent.scripted import hold
from tests.agent.support import Run
from tests.rig.endpoint import Reply, fault, finish, sse, text

from .conftest import KEY, REQUEST, Start, answer, arguments, words

STORY = 'You go “north”, 북쪽으로.\n"Cold," she says. \U0001f56f'
CALLS: dict[str, Any] = {
    "calls": [
        {"tool": "walk", "arguments": {"way": "N"}},
        {"tool": "narrate", "arguments": {"story": STORY, "onlookers": "She goes."}},
    ]
}


def pieces(said: str, letters: int) -> list[str]:
    return [text(said[i : i + letters]) for i in range(0, len(said), letters)]


@pytest.mark.parametrize("letters", [1, 2, 7, 1_000])
@pytest.mark.parametrize("ascii_only", [True, False])
async def test_calls_come_through_however_they_are_cut(start: Start, letters: int, ascii_only: bool) -> None:
    said = json.dumps(CALLS, ensure_ascii=ascii_only)
    model, endpoint = await start(sse(*pieces(said, letters), finish()), json_tools=True)
    deltas = await answer(model)
    assert [d.name for d in deltas if isinstance(d, CallDelta) and d.name] == ["walk", "narrate"]
    assert [json.loads(arguments(deltas, index)) for index in (0, 1)] == [
        call["arguments"] for call in CALLS["calls"]
    ]
    assert isinstance(deltas[-1], Finish)
    body = endpoint.asked[0].body
    assert "tools" not in body
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["calls"]
    assert '"tool": "walk"' in body["messages"][0]["content"]


def test_a_story_is_handed_on_while_it_arrives() -> None:
    reply = JsonReply(KEY)
    so_far = ""
    for letter in '{"calls": [{"tool": "narrate", "arguments": {"story": "You go':
        so_far += "".join(d.arguments for d in reply.take(text(letter)) if isinstance(d, CallDelta))
    assert so_far == '{"story": "You go'


def test_a_number_that_may_still_grow_is_held() -> None:
    reply = JsonReply(KEY)
    said = '{"calls": [{"tool": "walk", "arguments": {"way": "N", "steps": 1'
    given = [d for d in reply.take(text(said)) if isinstance(d, CallDelta)]
    assert "".join(d.arguments for d in given) == '{"way": "N"'
    rest = [*reply.take(text("2}}]}")), *reply.take(finish()), *reply.end()]
    assert "".join(d.arguments for d in rest if isinstance(d, CallDelta)) == ', "steps": 12}'


async def test_text_that_is_no_calls_is_plain_text(start: Start) -> None:
    model, _ = await start(sse(*pieces("You go north.", 4), finish()), json_tools=True)
    assert words(await answer(model)) == "You go north."


async def test_an_answer_in_a_fence_is_read(start: Start) -> None:
    model, _ = await start(sse(text(f"```json\n{json.dumps(CALLS)}\n```"), finish()), json_tools=True)
    assert json.loads(arguments(await answer(model), 0)) == {"way": "N"}


async def test_a_whole_run_with_results_in_the_users_place(start: Start) -> None:
    first = {"calls": [{"tool": "walk", "arguments": {"way": "S"}}]}
    second = {"calls": [{"tool": "narrate", "arguments": {"story": "There is no door."}}]}
    model, endpoint = await start(
        sse(text(json.dumps(first)), finish()), sse(text(json.dumps(second)), finish()), json_tools=True
    )
    assert (await Run(model).says("go south")).story == "There is no door."
    said, result = endpoint.asked[1].body["messages"][2:]
    assert (said["role"], json.loads(said["content"])) == ("assistant", first)
    assert result["role"] == "user"
    assert "There is no door south." in result["content"]


async def test_an_answer_that_is_cut_off_is_no_answer(start: Start) -> None:
    stall = hold()
    stall.release.set()
    model, _ = await start(sse(text('{"calls": [{"tool": "walk"'), stall, done=False), json_tools=True)
    assert not any(isinstance(d, Finish) for d in await answer(model, REQUEST))


async def test_an_endpoint_that_knows_no_schema_is_asked_for_any_json_and_then_for_none(start: Start) -> None:
    def picky(body: dict[str, Any]) -> Reply:
        if "response_format" in body:
            return fault(400, {"message": f"response_format {body['response_format']['type']} unknown"})
        return sse(text(json.dumps(CALLS)), finish())

    model, endpoint = await start(picky, json_tools=True)
    await answer(model)
    formats = [asked.body.get("response_format", {}).get("type") for asked in endpoint.asked]
    assert formats == ["json_schema", "json_object", None]

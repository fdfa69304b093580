"""Answers of an endpoint in every form in which there are any, and what the requests look like."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mud.agent.model import CallDelta, Finish, Message, Request, TextDelta, ToolCall, Usage
from mud.agent.openai.reply import Reply as Reading
from mud.agent.scripted import Use, hold
from tests.rig.endpoint import call, finish, piece, played, sse, text, usage, whole

from .conftest import KEY, REQUEST, Start, answer, arguments, words

STORY = "You go north, 북쪽으로. “Cold,” she says.\n\U0001f56f"


async def test_a_request_is_as_the_wire_has_it(start: Start) -> None:
    model, endpoint = await start(sse(text("Yes."), finish()))
    await answer(model)
    asked = endpoint.asked[0]
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "model": "gpt-test",
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": each.name,
                    "description": each.description,
                    "parameters": each.parameters,
                },
            }
            for each in REQUEST.tools
        ],
        "tool_choice": "required",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "go north"}],
        "temperature": 0.8,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_a_history_with_calls_goes_back_with_every_field_that_came_with_it(start: Start) -> None:
    model, endpoint = await start(sse(text("Yes."), finish()))
    made = ToolCall(
        "call_1", "walk", '{"way": "N"}', {"extra_content": {"google": {"thought_signature": "x"}}}
    )
    history = (
        Message("assistant", "", (made,), extra={"reasoning_content": "North, then."}),
        Message("tool", '{"ok": true}', call_id="call_1"),
        Message("assistant", "Done."),
    )
    await answer(model, Request((*REQUEST.messages, *history)))
    assert endpoint.asked[0].body["messages"][2:] == [
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "North, then.",
            "tool_calls": [
                {
                    "id": "call00001",
                    "type": "function",
                    "function": {"name": "walk", "arguments": '{"way": "N"}'},
                    "extra_content": {"google": {"thought_signature": "x"}},
                }
            ],
        },
        {"role": "tool", "content": '{"ok": true}', "tool_call_id": "call00001"},
        {"role": "assistant", "content": "Done."},
    ]
    assert "tools" not in endpoint.asked[0].body


async def test_calls_of_one_id_in_two_answers_get_ids_that_differ(start: Start) -> None:
    model, endpoint = await start(sse(text("Yes."), finish()))
    once = (
        Message("assistant", "", (ToolCall("call_1", "walk", "{}"), ToolCall("call_2", "walk", "{}"))),
        Message("tool", "first", call_id="call_1"),
        Message("tool", "second", call_id="call_2"),
    )
    await answer(model, Request((*REQUEST.messages, *once, *once)))
    results = endpoint.asked[0].body["messages"][2:]
    assert [c["id"] for m in results for c in m.get("tool_calls", ())] == [f"call0000{n}" for n in "1234"]
    assert [m["tool_call_id"] for m in results if m["role"] == "tool"] == [f"call0000{n}" for n in "1234"]


async def test_temperature_and_streaming_can_be_left_out(start: Start) -> None:
    model, endpoint = await start(
        whole(json.dumps({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]})),
        temperature=None,
        stream=False,
    )
    assert words(await answer(model)) == "Yes."
    assert not endpoint.asked[0].body.keys() & {"temperature", "stream", "stream_options"}


@pytest.mark.parametrize("sizes", [(), (1,), (2, 3), (64,)])
async def test_text_calls_and_usage_come_through_however_the_bytes_are_cut(
    start: Start, sizes: tuple[int, ...]
) -> None:
    script = [Use("walk", {"way": "N"}), Use("narrate", {"story": STORY})]
    model, _ = await start(sse(*played(script, letters=3), sizes=sizes))
    deltas = await answer(model)
    assert json.loads(arguments(deltas, 0)) == {"way": "N"}
    assert json.loads(arguments(deltas, 1)) == {"story": STORY}
    names = [d.name for d in deltas if isinstance(d, CallDelta) and d.name]
    assert names == ["walk", "narrate"]
    assert isinstance(deltas[-1], Finish)
    assert (deltas[-1].reason, deltas[-1].usage.prompt) == ("tool_calls", 100)


async def test_pieces_are_handed_on_before_the_answer_is_whole(start: Start) -> None:
    stall = hold()
    model, _ = await start(sse(text("You go"), stall, text(" north."), finish()))
    stream = model.stream(REQUEST)
    assert await anext(stream) == TextDelta("You go")
    stall.release.set()
    assert await anext(stream) == TextDelta(" north.")


async def test_giving_up_on_an_answer_ends_the_request(start: Start) -> None:
    stall = hold()
    model, endpoint = await start(sse(text("You go"), stall, finish()))
    stream = model.stream(REQUEST)
    await anext(stream)
    await stall.reached.wait()
    await stream.aclose()
    stall.release.set()
    assert words(await answer(model)) == "You go"
    assert [asked.connection for asked in endpoint.asked] == [1, 2]


async def test_a_connection_serves_one_request_after_another(start: Start) -> None:
    model, endpoint = await start(sse(text("Yes."), finish(), usage(10, 2, cached=8)))
    for _ in range(3):
        deltas = await answer(model)
    assert deltas[-1] == Finish("stop", Usage(10, 8, 2))
    assert [asked.connection for asked in endpoint.asked] == [1, 1, 1]


async def test_requests_at_the_same_time_do_not_wait_for_each_other(start: Start) -> None:
    stall = hold()
    replies = iter([sse(stall, text("slow"), finish()), sse(text("quick"), finish())])
    model, _ = await start(lambda _: next(replies))
    slow = asyncio.create_task(answer(model))
    await stall.reached.wait()
    assert words(await answer(model)) == "quick"
    stall.release.set()
    assert words(await slow) == "slow"


def read(*events: dict[str, Any] | str, whole: bool = False) -> list[Any]:
    """What is read of these events."""
    reading = Reading(KEY)
    deltas = [d for e in events for d in reading.take(e if isinstance(e, str) else json.dumps(e))]
    return [d for d in (*deltas, *reading.end()) if d != TextDelta("")]


def test_a_stream_that_just_stops_has_no_end() -> None:
    assert read(text("You go")) == [TextDelta("You go")]


def test_done_is_an_end_though_no_reason_was_given() -> None:
    assert read(text("You go."), "[DONE]")[-1] == Finish("stop")
    assert read(call(0, "walk", "{}"), "[DONE]")[-1] == Finish("tool_calls")


def test_a_reason_is_an_end_though_done_is_missing() -> None:
    assert read(piece({"content": "You go."}, "stop"))[-1] == Finish("stop")


def test_an_empty_reason_is_none() -> None:
    assert read(piece({"content": "You go."}, "")) == [TextDelta("You go.")]


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 4}, Usage(9, 4, 2)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": None}, Usage(9, 0, 2)),
        ({"prompt_tokens": None}, Usage()),
        (None, Usage()),
    ],
)
def test_usage_in_every_form(counted: object, expected: Usage) -> None:
    chunk = {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": counted}
    assert read(chunk) == [Finish("stop", expected)]


def test_unknown_fields_are_kept_joined_to_go_back_with_the_answer() -> None:
    end = read(
        piece({"reasoning_content": "North", "content": None}),
        piece({"reasoning_content": ", then.", "reasoning_details": [{"a": 1}]}),
        piece({"reasoning_details": [{"a": 2}]}, "stop"),
    )[-1]
    assert end.extra == {"reasoning_content": "North, then.", "reasoning_details": [{"a": 1}, {"a": 2}]}


def test_calls_without_an_index_are_told_apart() -> None:
    def bare(name: str, given: str, said_id: str = "") -> str:
        return piece({"tool_calls": [{"id": said_id, "function": {"name": name, "arguments": given}}]})

    for first, second in (("a", "b"), ("", "")):
        deltas = read(bare("walk", "{}", first), bare("look", "{", second), bare("", "}", second))
        assert [(d.index, d.arguments) for d in deltas] == [(0, "{}"), (1, "{"), (1, "}")]


def test_arguments_that_are_an_object_are_written_as_text() -> None:
    made = {"index": 0, "id": "a", "function": {"name": "walk", "arguments": {"way": "북"}}}
    assert read(piece({"tool_calls": [made]}))[0].arguments == '{"way": "북"}'


@pytest.mark.parametrize("cuts", [1, 2, 5, 100])
def test_reasoning_at_the_beginning_of_the_text_is_left_out(cuts: int) -> None:
    said = "<think>They <b>want</b> north.</think>\n\nYou go. <think> stays."
    deltas = read(*(text(said[i : i + cuts]) for i in range(0, len(said), cuts)), finish())
    assert words(deltas) == "You go. <think> stays."


@pytest.mark.parametrize("said", ["<thin ice>", "<", "No <think>", "<thin"])
def test_text_that_only_begins_like_reasoning_is_kept(said: str) -> None:
    assert words(read(*map(text, said), finish())) == said


def test_text_in_parts_is_joined() -> None:
    parts = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "You go."}]
    assert words(read(piece({"content": parts}), finish())) == "You go."


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.text(max_size=40), st.integers(1, 9))
def test_any_text_comes_through(said: str, letters: int) -> None:
    if said.lstrip().startswith("<think>"):
        return
    pieces = [said[i : i + letters] for i in range(0, len(said), letters)]
    assert words(read(*map(text, pieces), finish())).strip() == said.strip()

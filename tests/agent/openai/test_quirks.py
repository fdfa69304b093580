"""What endpoints refuse is learned from the refusal, and remembered."""

from __future__ import annotations

from typing import Any

import pytest

from mud.agent.model import Message, Request, ToolCall
from mud.agent.openai import failures as f
from mud.agent.openai.quirks import QUIRKS
from tests.rig.endpoint import Reply, fault, finish, sse, text

from .conftest import REQUEST, TOOL, Start, answer, words

CALLED = Message("assistant", "", (ToolCall("call_1", "walk", "{}"),))
LATER = Request((*REQUEST.messages, CALLED, Message("tool", "{}", call_id="call_1")), (TOOL,), "required")


def refuses(says: str, wrong: Any, status: int = 400) -> Any:
    """An endpoint that refuses every body for which `wrong` holds."""

    def answer(body: dict[str, Any]) -> Reply:
        if wrong(body):
            return fault(status, {"message": says, "type": "invalid_request_error"})
        return sse(text("Yes."), finish())

    return answer


@pytest.mark.parametrize(
    ("name", "endpoint"),
    [
        (
            "tool_choice",
            refuses(
                "Thinking mode does not support this tool_choice", lambda b: b["tool_choice"] == "required"
            ),
        ),
        (
            "reasoning_content",
            refuses(
                "The `reasoning_content` in the thinking mode must be passed back to the API.",
                lambda b: any(
                    m["role"] == "assistant" and "reasoning_content" not in m for m in b["messages"]
                ),
            ),
        ),
        (
            "temperature",
            refuses("Unsupported value: 'temperature' does not support 0.8", lambda b: "temperature" in b),
        ),
        (
            "stream_options",
            refuses(
                "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options')}]",
                lambda b: "stream_options" in b,
                422,
            ),
        ),
        (
            "null content",
            refuses(
                "invalid message content type: <nil>",
                lambda b: any(m["content"] is None for m in b["messages"]),
                500,
            ),
        ),
    ],
)
async def test_a_field_that_is_refused_is_given_another_form_and_that_is_remembered(
    start: Start, name: str, endpoint: Any
) -> None:
    model, asked = await start(endpoint)
    for _ in range(2):
        assert words(await answer(model, LATER)) == "Yes."
    assert model.habits.names == (name,)
    assert len(asked.asked) == 3


async def test_several_are_learned_one_after_another(start: Start) -> None:
    def picky(body: dict[str, Any]) -> Reply:
        for field in ("temperature", "stream_options"):
            if field in body:
                return fault(400, {"message": f"Unknown field: {field}"})
        return sse(text("Yes."), finish())

    model, endpoint = await start(picky)
    assert words(await answer(model)) == "Yes."
    assert (model.habits.names, len(endpoint.asked)) == (("temperature", "stream_options"), 3)


async def test_an_endpoint_that_is_never_content_is_not_asked_for_ever(start: Start) -> None:
    model, endpoint = await start(fault(400, {"message": "temperature"}))
    with pytest.raises(f.RequestRefused):
        await answer(model)
    assert len(endpoint.asked) == 2


async def test_nothing_is_learned_from_an_answer_that_had_begun(start: Start) -> None:
    model, endpoint = await start(sse(text("You"), '{"error": {"message": "temperature"}}', done=False))
    with pytest.raises(f.ServerFailed):
        await answer(model)
    assert (model.habits.names, len(endpoint.asked)) == ((), 1)


def test_each_quirk_names_its_source() -> None:
    assert all(quirk.source for quirk in QUIRKS)
    assert len({quirk.name for quirk in QUIRKS}) == len(QUIRKS)

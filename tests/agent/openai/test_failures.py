"""Everything that an endpoint can do wrong, each a named failure that says what may help and never says the key."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import SecretStr

from mud.agent import Limits, ModelError
from mud.agent.model import TextDelta
from mud.agent.openai import Endpoint, open_model
from mud.agent.openai import failures as f
from tests.agent.support import HOUSE_TOOLS, Run
from tests.rig.endpoint import Cut, Reply, call, fault, finish, piece, sse, text

from .conftest import KEY, REQUEST, Start, answer

QUOTA = {"code": "insufficient_quota", "message": "You exceeded your current quota."}
LONG_OPENAI = {"code": "context_length_exceeded", "message": "This model's maximum context length is 8192."}
LONG_LLAMA = {
    "type": "exceed_context_size_error",
    "message": "the request exceeds the available context size",
}


@pytest.mark.parametrize(
    ("reply", "kind", "key"),
    [
        (fault(401, {"message": f"Incorrect API key provided: {KEY}."}), f.KeyRefused, "key refused"),
        (fault(403, "Forbidden"), f.KeyRefused, "key refused"),
        (fault(403, {"message": "Your input was flagged"}), f.Withheld, "refused"),
        (fault(402, {"message": "Insufficient Balance"}), f.QuotaSpent, "quota spent"),
        (fault(429, QUOTA), f.QuotaSpent, "quota spent"),
        (fault(429, {"message": "Slow down."}), f.RateLimited, "rate limited"),
        (fault(404, {"message": "The model `gpt-test` does not exist"}), f.NoSuchModel, "no such model"),
        (fault(404, "<html>404 page not found</html>"), f.NoSuchModel, "no such model"),
        (fault(408), f.TooSlow, "timeout"),
        (fault(400, LONG_OPENAI), f.TooLong, "too long"),
        (fault(500, LONG_LLAMA), f.TooLong, "too long"),
        (fault(400, {"code": "content_filter", "message": "policy"}), f.Withheld, "refused"),
        (fault(400, {"message": "Unknown field."}), f.RequestRefused, "bad request"),
        (fault(301, ""), f.RequestRefused, "bad request"),
        (fault(500, "Internal Server Error"), f.ServerFailed, "unavailable"),
        (fault(529, [{"error": {"message": "overloaded"}}]), f.ServerFailed, "unavailable"),
        (Reply((Cut(),)), f.Unreachable, "unavailable"),
        (Reply((Cut(reset=True),)), f.Unreachable, "unavailable"),
        (Reply((b"SSH-2.0-OpenSSH_9.9\r\n", Cut())), f.Unreachable, "unavailable"),
        (sse("{broken", done=False), f.BrokenChunk, "garbled"),
        (sse("[]", done=False), f.BrokenChunk, "garbled"),
        (sse(json.dumps({"error": {"message": "worker died"}})), f.ServerFailed, "unavailable"),
        (sse(json.dumps({"error": {"code": 429, "message": "slow"}})), f.RateLimited, "rate limited"),
        (sse(json.dumps({"object": "error", "message": "worker died"})), f.ServerFailed, "unavailable"),
        (sse(text("You"), Cut(reset=True)), f.CutOff, "cut off"),
        (sse(text("You"), Cut()), f.CutOff, "cut off"),
    ],
)
async def test_each_failure_has_its_name_and_tells_the_operator_what_may_help(
    start: Start, reply: Reply, kind: type[f.EndpointError], key: str
) -> None:
    model, _ = await start(reply)
    with pytest.raises(f.EndpointError) as caught:
        await answer(model)
    assert (type(caught.value), caught.value.key) == (kind, key)
    assert caught.value.hint == kind.advice
    assert KEY not in str(caught.value)


async def test_nobody_there(start: Start) -> None:
    model, endpoint = await start(sse())
    await endpoint.__aexit__()
    with pytest.raises(f.Unreachable, match="ConnectError"):
        await answer(model)


@pytest.mark.parametrize("address", ["not an address", "http://", "ftp://127.0.0.1", "http://[::1"])
async def test_an_address_that_is_none(address: str) -> None:
    async with open_model(Endpoint("m", address)) as model:
        with pytest.raises(f.Unreachable):
            await answer(model)


async def test_silence_is_waited_for_only_so_long(start: Start) -> None:
    from mud.agent.scripted import hold

    stall = hold()
    model, _ = await start(sse(stall), read=0.05)
    with pytest.raises(f.TooSlow):
        await answer(model)
    stall.release.set()


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry_After": "7"}, 7.0),
        ({"Retry_After_Ms": "1500", "Retry_After": "9"}, 1.5),
        ({"Retry_After": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        ({"Retry_After": "-1"}, None),
        ({"Retry_After": "nan"}, None),
        ({}, None),
    ],
)
async def test_the_wait_that_an_endpoint_asks_for(
    start: Start, headers: dict[str, str], seconds: float | None
) -> None:
    model, _ = await start(fault(429, {"message": "slow"}, **headers))
    with pytest.raises(f.RateLimited) as caught:
        await answer(model)
    assert caught.value.retry_after == seconds


async def test_the_key_shows_nowhere(start: Start) -> None:
    model, _ = await start(fault(400, {"message": f"Bearer {KEY} and sk-other-987654321 are odd"}))
    with pytest.raises(f.RequestRefused) as caught:
        await answer(model)
    endpoint = Endpoint("m", key=SecretStr(KEY))
    for shown in (str(caught.value), caught.value.detail, repr(caught.value), repr(endpoint), repr(model)):
        assert KEY not in shown
        assert "sk-other" not in shown


# In the loop


async def in_a_run(start: Start, *replies: Reply, limits: Limits | None = None) -> tuple[Run, Any]:
    model, endpoint = await start(*replies)
    return Run(model, limits or Limits(), HOUSE_TOOLS), endpoint


STORY = sse(call(0, "narrate", '{"story": "You go."}', "a"), finish("tool_calls"))
NORTH = call(0, "walk", '{"way": "N"}', "a")
TELLS = call(1, "narrate", '{"st', "b")  # once another call has begun, the one before it is complete


async def test_a_failure_that_passes_is_tried_again_after_the_wait_that_was_asked_for(start: Start) -> None:
    run, endpoint = await in_a_run(start, fault(429, {"message": "slow"}, Retry_After="3"), fault(503), STORY)
    assert (await run.says()).story == "You go."
    assert run.clock.slept == [3.0, 2.0]
    assert len(endpoint.asked) == 3


async def test_a_wait_that_is_too_long_is_not_waited(start: Start) -> None:
    run, endpoint = await in_a_run(start, fault(429, {"message": "slow"}, Retry_After="60"), STORY)
    with pytest.raises(Exception, match="rate limited") as caught:
        await run.says()
    assert caught.value.error.key == "rate limited"  # type: ignore[attr-defined]
    assert (run.clock.slept, len(endpoint.asked)) == ([], 1)


async def test_a_context_too_small_is_asked_again_with_half_the_history(start: Start) -> None:
    run, endpoint = await in_a_run(start, STORY, STORY, fault(400, LONG_OPENAI), STORY)
    for line in ("one", "two", "three"):
        await run.says(line, turn=line)
    lengths = [len(asked.body["messages"]) for asked in endpoint.asked]
    assert lengths == [2, 5, 8, 5]
    assert endpoint.asked[3].body["messages"][1]["content"] == "two"


@pytest.mark.parametrize("reply", [fault(400, LONG_OPENAI), fault(400, LONG_LLAMA)])
async def test_a_context_too_small_for_anything_fails_by_its_name(start: Start, reply: Reply) -> None:
    run, endpoint = await in_a_run(start, STORY, reply)
    await run.says("one", turn="one")
    with pytest.raises(Exception, match="too long") as caught:
        await run.says("two", turn="two")
    assert isinstance(caught.value.error, ModelError)  # type: ignore[attr-defined]
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize(
    ("ending", "key"),
    [
        (sse(NORTH, TELLS, finish("length")), "length"),
        (sse(NORTH, TELLS, finish("content_filter")), "content filter"),
        (sse(NORTH, TELLS, done=False), "cut off"),
        (sse(NORTH, TELLS, Cut(reset=True)), "model"),
        (sse(NORTH, call(1, "narrate", "", "b"), "{br", done=False), "model"),
    ],
)
async def test_an_answer_that_breaks_leaves_what_was_done_and_the_next_turn_knows(
    start: Start, ending: Reply, key: str
) -> None:
    run, endpoint = await in_a_run(start, ending, STORY)
    with pytest.raises(Exception, match=key) as caught:
        await run.says("north", turn="1")
    assert caught.value.key == key  # type: ignore[attr-defined]
    assert run.house.at == 1
    await run.says("again", turn="2")
    told = endpoint.asked[1].body["messages"][1]["content"]
    line = "[words that are not repeated here]" if key == "content filter" else "north"
    assert told.startswith(f"{line}\n[The answer to this failed: ")
    assert told.endswith('[But this was done: walk {"way": "N"}]')


async def test_silence_before_the_first_piece_and_between_two(start: Start) -> None:
    from mud.agent.scripted import hold

    for steps in ((hold(),), (text("You"), hold())):
        stall = steps[-1]
        run, _ = await in_a_run(start, sse(*steps), limits=Limits(first=0.05, silence=0.05))
        with pytest.raises(Exception, match="silence"):
            await run.says()
        stall.release.set()  # type: ignore[union-attr]


async def test_reasoning_is_no_silence_and_no_story(start: Start) -> None:
    run, _ = await in_a_run(start, sse(piece({"reasoning_content": "Hm."}), text("You go."), finish()))
    assert (await run.says()).story == "You go."
    last = run.conversation.messages[-1]
    assert (last.content, last.extra) == ("You go.", {"reasoning_content": "Hm."})


async def test_a_failure_after_reasoning_alone_is_tried_again(start: Start) -> None:
    thinking = piece({"reasoning_content": "Hm."})
    died = json.dumps({"error": {"message": "worker died"}})
    run, _ = await in_a_run(start, sse(thinking, died, done=False), STORY)
    assert (await run.says()).story == "You go."
    assert TextDelta("") in [d async for d in (await start(sse(thinking)))[0].stream(REQUEST)]

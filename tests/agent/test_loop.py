"""The loop: what is carried out, what is shown, what is asked again, and how a run fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import structlog.testing

from mud.agent import (
    Agent,
    Context,
    Conversation,
    ConversationBusy,
    Limits,
    Message,
    ModelError,
    Request,
    ToolRefused,
    TurnFailed,
    Usage,
    tool,
)
from mud.agent.model import CallDelta, Delta, Finish
from mud.agent.scripted import Break, Cut, Say, Script, ScriptedModel, Step, Use, hold
from tests.agent.support import HOUSE_TOOLS, CountingClock, House, Run, narrate, walk

NORTH = Use("walk", {"way": "N"})
SOUTH = Use("walk", {"way": "S"})
LOOK = Use("look")
STORY = Use("narrate", {"story": "You go north.", "onlookers": "She goes."})


def played(
    *scripts: Script, sizes: Sequence[int] = (), limits: Limits | None = None
) -> tuple[Run, ScriptedModel]:
    model = ScriptedModel(scripts, sizes=sizes)
    return Run(model, limits or Limits()), model


def tool_answers(request: Request) -> list[dict[str, Any]]:
    return [json.loads(message.content) for message in request.messages if message.role == "tool"]


# Ways to the end


async def test_calls_then_story_take_one_request() -> None:
    run, model = played([NORTH, NORTH, STORY])
    outcome = await run.says()
    assert outcome.story == "You go north."
    assert run.house.at == 2
    assert run.house.told == ["You go north.|She goes."]
    assert outcome.requests == len(model.requests) == 1
    assert [record.call.name for record in outcome.calls] == ["walk", "walk", "narrate"]


async def test_calls_without_a_story_are_asked_again_with_their_results() -> None:
    run, model = played([NORTH], [STORY])
    outcome = await run.says()
    assert outcome.story == "You go north."
    assert tool_answers(model.requests[1]) == [{"ok": True, "at": 1}]
    assert model.requests[1].messages[:2] == model.requests[0].messages


async def test_plain_text_is_a_story() -> None:
    run, model = played([Say("You "), Say("wait. ")])
    assert (await run.says()).story == "You wait."
    assert run.notebook.pieces == ["You wait."]
    assert len(model.requests) == 1


async def test_plain_text_is_held_until_the_calls_are_carried_out() -> None:
    run, model = played([Say("You go."), NORTH])
    assert (await run.says()).story == "You go."
    assert run.notebook.log[:3] == [
        ("started", "walk"),
        ("finished", ("walk", True)),
        ("answered", (1, "tool_calls")),
    ]
    assert run.notebook.log[3:] == [("story", "You go.")]
    assert len(model.requests) == 1


async def test_plain_text_beside_a_refused_call_is_not_told() -> None:
    run, _ = played([Say("You go south."), SOUTH], [Say("There is no way south.")])
    assert (await run.says()).story == "There is no way south."


async def test_plain_text_beside_a_reading_call_waits_for_its_result() -> None:
    run, model = played([Say("Let me see."), LOOK], [Use("narrate", {"story": "A hall."})])
    assert (await run.says()).story == "A hall."
    assert tool_answers(model.requests[1]) == [{"ok": True, "at": 0}]


async def test_plain_text_beside_a_story_is_not_told() -> None:
    run, _ = played([Say("I shall narrate."), STORY])
    assert (await run.says()).story == "You go north."


async def test_a_reading_call_before_a_story_needs_no_second_request() -> None:
    run, model = played([LOOK, STORY])
    await run.says()
    assert len(model.requests) == 1


async def test_a_final_tool_that_streams_nothing_ends_the_answer() -> None:
    @tool(final=True)
    def rest() -> None:
        """End the turn."""

    run, model = played([Use("rest")])
    run.tools = [walk, rest]
    assert (await run.says()).story == ""
    assert len(model.requests) == 1


async def test_a_final_tool_without_a_story_ends_an_answer_that_read() -> None:
    @tool(final=True)
    def rest() -> None:
        """End the turn."""

    run, model = played([Say("Nothing here."), LOOK, Use("rest")])
    run.tools = [*HOUSE_TOOLS, rest]
    assert (await run.says()).story == "Nothing here."
    assert len(model.requests) == 1


async def test_an_empty_answer_is_asked_again() -> None:
    run, model = played([], [Say("  ")], [STORY])
    assert (await run.says()).story == "You go north."
    assert [len(request.messages) for request in model.requests] == [2, 2, 2]


async def test_usage_is_added_up() -> None:
    run, _ = played([NORTH, Finish("tool_calls", Usage(10, 4, 3))], [STORY, Finish("stop", Usage(20, 8, 5))])
    assert (await run.says()).usage == Usage(30, 12, 8)


async def test_a_call_is_asked_for_only_where_a_tool_tells_the_story() -> None:
    run, model = played([Say("Hm.")])
    await run.says()
    other, other_model = played([Say("Hm.")])
    other.tools = [walk]
    await other.says()
    assert [model.requests[0].tool_choice, other_model.requests[0].tool_choice] == ["required", "auto"]


async def test_keys_are_unique_and_begin_with_the_turn() -> None:
    run, _ = played([NORTH, NORTH], [NORTH, STORY])
    outcome = await run.says(turn="turn7")
    keys = [record.call.key for record in outcome.calls]
    assert len(set(keys)) == 4
    assert all(key.startswith("turn7/") for key in keys)
    assert run.house.keys == keys[:3]


async def test_seconds_are_those_of_the_clock() -> None:
    @tool
    async def ponder(ctx: Context[House]) -> None:
        """Ponder."""
        await clock.sleep(3)

    run, _ = played([Use("ponder"), STORY])
    run.tools = [ponder, narrate]
    clock = run.clock
    assert [record.seconds for record in (await run.says()).calls] == [3, 0]


# Refusals


async def test_a_refused_call_stops_story_and_later_calls() -> None:
    run, model = played([NORTH, SOUTH, SOUTH, SOUTH, STORY], [STORY])
    run.house.at = -1
    run.tools = HOUSE_TOOLS
    outcome = await run.says()
    assert run.house.at == 0
    answers = tool_answers(model.requests[1])
    assert [answer["ok"] for answer in answers] == [True, False, False, False, False]
    assert answers[1]["error"] == "no door"
    assert answers[4] == {
        "ok": False,
        "error": "not executed",
        "message": "Not executed because an earlier call was refused.",
    }
    assert run.notebook.pieces == ["You go north."]
    before = run.notebook.log[: run.notebook.log.index(("answered", (1, "tool_calls")))]
    assert all(kind != "story" for kind, _ in before)
    assert len(outcome.calls) == 6


async def test_an_unknown_tool_is_told_the_known_ones() -> None:
    run, model = played([Use("open sésame", {"x": 1}), STORY], [STORY])
    await run.says()
    answers = tool_answers(model.requests[1])
    assert answers[0]["message"] == "There is no tool of that name. There are: look, walk, hang, narrate."
    sent_back = next(message for message in model.requests[1].messages if message.calls)
    assert [call.name for call in sent_back.calls] == ["unknown", "narrate"]


@pytest.mark.parametrize("broken", ['{"way": "N', '{"way": "NS"}', "{}", "north", '{"way": 5}', "[]"])
async def test_wrong_arguments_are_asked_again(broken: str) -> None:
    run, model = played([Use("walk", broken), STORY], [NORTH, STORY])
    await run.says()
    assert run.house.at == 1
    assert tool_answers(model.requests[1])[0]["error"] == "wrong arguments"
    sent_back = next(message for message in model.requests[1].messages if message.calls)
    assert isinstance(json.loads(sent_back.calls[0].arguments), dict)


async def test_twenty_calls_in_a_row_are_carried_out_one_by_one() -> None:
    running: list[int] = []

    @tool
    async def step(ctx: Context[House], number: int) -> None:
        """Step."""
        running.append(number)
        others_had_their_turn = asyncio.Event()
        asyncio.get_running_loop().call_soon(others_had_their_turn.set)
        await others_had_their_turn.wait()
        assert running == [number]
        running.clear()
        ctx.host.keys.append(str(number))

    run, _ = played([*(Use("step", {"number": number}) for number in range(20)), STORY])
    run.tools = [step, narrate]
    await run.says()
    assert run.house.keys == [str(number) for number in range(20)]


async def test_calls_that_all_have_index_0_are_told_apart_by_id() -> None:
    run, _ = played(
        [Use("walk", '{"way": "N"}', id="a", index=0), Use("narrate", '{"story": "Go."}', id="b", index=0)]
    )
    assert (await run.says()).story == "Go."
    assert run.house.at == 1


async def test_id_and_name_may_come_with_every_piece() -> None:
    class Chatty:
        name = "chatty"

        async def stream(self, request: Request) -> AsyncIterator[Delta]:
            for piece in ('{"story": ', '"Go."', "}"):
                yield CallDelta(0, piece, id="a", name="narrate")
            yield Finish("stop")

    run = Run(Chatty())
    assert (await run.says()).story == "Go."


async def test_ids_sent_back_are_unique_though_the_models_are_not() -> None:
    calls = [Use("walk", {"way": "N"}, id="same"), Use("walk", {"way": "N"}, id="same")]
    run, model = played(calls, [Use("walk", {"way": "N"}, id="")], [STORY])
    await run.says()
    ids = [call.id for message in model.requests[2].messages for call in message.calls]
    answered = [message.call_id for message in model.requests[2].messages if message.role == "tool"]
    assert len(set(ids)) == 3
    assert answered == ids


# A final call in odd places


async def test_calls_after_the_story_are_carried_out() -> None:
    run, model = played([STORY, NORTH])
    outcome = await run.says()
    assert run.house.at == 1
    assert outcome.story == "You go north."
    assert len(model.requests) == 1


async def test_a_refusal_after_the_story_asks_nothing_again() -> None:
    run, model = played([STORY, SOUTH, NORTH])
    outcome = await run.says()
    assert [record.ok for record in outcome.calls] == [True, False, True]
    assert len(model.requests) == 1


async def test_a_second_story_is_refused() -> None:
    run, _ = played([STORY, Use("narrate", {"story": "And again."})])
    outcome = await run.says()
    assert outcome.story == "You go north."
    assert run.house.told == ["You go north.|She goes."]
    assert outcome.calls[1].result.error == "told already"


async def test_a_story_with_a_wrong_onlookers_argument_is_told_without_it() -> None:
    run, model = played([Use("narrate", {"story": "Go.", "onlookers": "far too long a line"})], sizes=(3,))
    assert (await run.says()).story == "Go."
    assert run.house.told == ["Go.|None"]
    assert len(model.requests) == 1


async def test_a_story_without_its_closing_brace_is_told() -> None:
    run, _ = played([Use("narrate", '{"story": "You go on')])
    assert (await run.says()).story == "You go on"
    assert run.house.told == ["You go on|None"]


async def test_a_story_that_is_too_long_is_cut_where_it_stopped_streaming() -> None:
    run, _ = played([Use("narrate", {"story": "x" * 500})], sizes=(7,))
    outcome = await run.says()
    assert outcome.story == "x" * 400
    assert run.house.told == ["x" * 400 + "|None"]


async def test_an_empty_story_is_refused_before_anything_is_shown() -> None:
    run, model = played([Use("narrate", {"story": "   "})], [STORY])
    assert (await run.says()).story == "You go north."
    assert "story" in tool_answers(model.requests[1])[0]["message"]


async def test_a_story_refused_by_its_tool_after_it_was_shown_ends_the_run() -> None:
    @tool(final=True, streams="story")
    def tell(story: str) -> None:
        """Tell."""
        raise ToolRefused("gone", "The player is gone.")

    run, model = played([Use("tell", {"story": "Go."})])
    run.tools = [tell]
    outcome = await run.says()
    assert outcome.story == "Go."
    assert not outcome.calls[0].ok
    assert len(model.requests) == 1


async def test_a_story_written_as_json_within_json_is_told_at_its_end() -> None:
    run, _ = played([Use("narrate", json.dumps(json.dumps({"story": "Go."})))], sizes=(2,))
    assert (await run.says()).story == "Go."


# Messages


async def test_state_is_sent_once_and_only_the_line_is_kept() -> None:
    run, model = played([NORTH, STORY], [STORY])
    await run.says("north!", state="STATE {1}\nnorth!")
    await run.says("again", turn="t2", state="STATE {2}\nagain")
    first, second = model.requests
    assert first.messages == (Message("system", "Be brief."), Message("user", "STATE {1}\nnorth!"))
    assert [message.role for message in second.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "tool",
        "user",
    ]
    assert second.messages[1].content == "north!"
    assert second.messages[-1].content == "STATE {2}\nagain"


async def test_unknown_fields_of_an_answer_are_sent_back() -> None:
    run, model = played([NORTH, Finish("tool_calls", extra={"reasoning_content": "hm"})], [STORY])
    await run.says()
    assert model.requests[1].messages[2].extra == {"reasoning_content": "hm"}


async def test_tools_are_told_to_the_model() -> None:
    run, model = played([STORY])
    await run.says()
    assert [each.name for each in model.requests[0].tools] == ["look", "walk", "hang", "narrate"]


# Failures


async def failure(run: Run) -> TurnFailed:
    with structlog.testing.capture_logs(), pytest.raises(TurnFailed) as failed:
        await run.says("my line")
    return failed.value


@pytest.mark.parametrize(
    ("ending", "key", "detail"),
    [
        ([Cut()], "cut off", ""),
        ([Finish("length")], "length", ""),
        ([Finish("content_filter")], "content filter", ""),
        ([Break(ModelError("unavailable"))], "model", "unavailable"),
        ([Break(json.JSONDecodeError("broken chunk", "{", 1))], "model", "JSONDecodeError"),
        ([Break(TimeoutError())], "model", "TimeoutError"),
        ([Use("walk", "", index=0)], "garbled", "a piece of call 0 came after call 2 had begun"),
        ([Say("x" * 40_000)], "garbled", "an answer without end"),
    ],
)
async def test_a_broken_answer_ends_the_run_and_what_was_done_stands(
    ending: list[Step], key: str, detail: str
) -> None:
    run, model = played([NORTH, LOOK, NORTH, *ending], [STORY])
    failed = await failure(run)
    assert (failed.key, failed.detail) == (key, detail)
    assert len(model.requests) == 1
    assert [record.call.name for record in failed.committed] == ["walk"]
    assert run.house.at == 1
    told = failed.error.key if failed.error is not None else key
    line = "[words that are not repeated here]" if key == "content filter" else "my line"
    assert run.conversation.messages == (
        Message(
            "user", f'{line}\n[The answer to this failed: {told}.]\n[But this was done: walk {{"way": "N"}}]'
        ),
    )


@pytest.mark.parametrize("ending", [[Cut()], [Finish("length")]])
async def test_a_call_that_was_cut_off_is_not_carried_out(ending: list[Step]) -> None:
    run, _ = played([NORTH, NORTH, *ending])
    await failure(run)
    assert run.house.at == 1


async def test_a_story_cut_off_is_reported_as_far_as_it_was_shown() -> None:
    run, _ = played([NORTH, Use("narrate", '{"story": "You go'), Cut()])
    failed = await failure(run)
    assert failed.story == "You go"
    assert run.notebook.pieces == ["You go"]
    assert run.house.told == []


async def test_silence_ends_the_run_and_the_request() -> None:
    run, model = played([NORTH, hold()], limits=Limits(silence=0.01))
    assert (await failure(run)).key == "silence"
    assert model.closed == 1


async def test_a_run_ends_when_its_time_is_over() -> None:
    run, model = played([NORTH, Use("narrate", {"story": "Go."}), hold()], limits=Limits(seconds=0.01))
    failed = await failure(run)
    assert failed.key == "timeout"
    assert failed.story == "Go."
    assert model.closed == 1


async def test_a_request_is_retried_before_its_answer_began() -> None:
    run, model = played([Break(ModelError("rate limited"))], [Break(ModelError("unavailable"))], [STORY])
    assert (await run.says()).story == "You go north."
    assert run.clock.slept == [0.5, 2.0]
    assert len(model.requests) == 3


async def test_retries_are_bounded() -> None:
    run, model = played(*[[Break(ModelError("unavailable"))]] * 9)
    failed = await failure(run)
    assert (failed.key, failed.detail) == ("model", "unavailable")
    assert len(model.requests) == 3


async def test_an_error_that_lasts_is_not_retried() -> None:
    run, model = played([Break(ModelError("refused"))], [STORY])
    assert (await failure(run)).detail == "refused"
    assert len(model.requests) == 1


async def test_an_answer_that_began_is_never_asked_for_anew() -> None:
    run, model = played([Say("Y"), Break(ModelError("unavailable"))], [STORY])
    assert (await failure(run)).key == "model"
    assert len(model.requests) == 1


async def test_the_same_refused_call_twice_ends_the_run() -> None:
    run, model = played(*[[SOUTH, STORY]] * 9)
    assert (await failure(run)).key == "repeats itself"
    assert len(model.requests) == 2


async def test_every_kind_of_failure_counts_in_one_count() -> None:
    run, model = played(
        [Break(ModelError("unavailable"))],
        [SOUTH],
        [],
        [Use("walk", '{"way": "x')],
        [Use("nothing")],
        [STORY],
    )
    assert (await failure(run)).key == "too many failures"
    assert len(model.requests) == 5


async def test_half_json_for_ever_comes_to_an_end() -> None:
    count = 0

    def script(_request: Request) -> Script:
        nonlocal count
        count += 1
        return [Use("walk", '{"way": "N' + "!" * count)]

    run = Run(ScriptedModel(script))
    assert (await failure(run)).key == "too many failures"
    assert count == 5


async def test_calls_are_bounded() -> None:
    run, _ = played([*[NORTH] * 4, STORY], limits=Limits(calls=3))
    failed = await failure(run)
    assert failed.key == "too many calls"
    assert run.house.at == len(failed.committed) == 3


async def test_the_story_is_not_one_of_the_calls() -> None:
    run, _ = played([*[NORTH] * 3, STORY], limits=Limits(calls=3))
    assert (await run.says()).story == "You go north."


async def test_requests_are_bounded() -> None:
    run, model = played(*[[NORTH]] * 9, limits=Limits(requests=3))
    assert (await failure(run)).key == "too many requests"
    assert len(model.requests) == 3


async def test_a_request_too_large_is_not_sent() -> None:
    run, model = played([STORY], limits=Limits(window=150))
    assert (await failure(run)).key == "too many tokens"
    assert model.requests == []


async def test_tokens_of_a_run_are_bounded_by_what_the_endpoint_counts() -> None:
    run, model = played([NORTH, Finish("stop", Usage(900, 0, 100))], [STORY], limits=Limits(tokens=1_000))
    assert (await failure(run)).key == "too many tokens"
    assert len(model.requests) == 1


# Cancelling


async def test_cancelling_closes_the_stream_and_keeps_what_was_done() -> None:
    stall = hold()
    run, model = played([NORTH, LOOK, Use("narrate", '{"story": "You'), stall])
    task = asyncio.create_task(run.says("my line"))
    await stall.reached.wait()
    assert model.closed == 0
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert model.closed == 1
    assert run.notebook.pieces == ["You"]
    assert run.conversation.messages == (
        Message(
            "user",
            'my line\n[The answer to this was broken off. The user read only this of it: "You"]\n'
            '[But this was done: walk {"way": "N"}]',
        ),
    )
    assert (
        await Run(ScriptedModel([[STORY]]), conversation=run.conversation).says()
    ).story == "You go north."


async def test_cancelling_reaches_a_tool() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    @tool
    async def wait() -> None:
        """Wait."""
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    run, model = played([Use("wait"), STORY])
    run.tools = [wait, narrate]
    task = asyncio.create_task(run.says())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
    assert model.closed == 1


async def test_calls_run_and_story_streams_while_the_answer_goes_on() -> None:
    before, within = hold(), hold()
    run, _ = played(
        [NORTH, Use("look"), before, Use("narrate", '{"story": "You go'), within, Finish("tool_calls")]
    )
    task = asyncio.create_task(run.says())
    await before.reached.wait()
    assert run.house.at == 1
    assert run.notebook.pieces == []
    before.release.set()
    await within.reached.wait()
    assert run.notebook.pieces == ["You go"]
    within.release.set()
    assert (await task).story == "You go"


async def test_one_conversation_has_one_run_at_a_time() -> None:
    stall = hold()
    run, _ = played([stall, STORY], [STORY])
    task = asyncio.create_task(run.says())
    await stall.reached.wait()
    with pytest.raises(ConversationBusy):
        await run.says(turn="t2")
    stall.release.set()
    assert (await task).story == "You go north."


async def test_two_runs_of_one_agent_do_not_meet() -> None:
    stall = hold()

    def script(request: Request) -> Script:
        if request.messages[-1].content == "first":
            return [NORTH, stall, Use("narrate", {"story": "One."})]
        return [Use("narrate", {"story": "Two."})]

    agent: Agent[House] = Agent(
        system="s", tools=HOUSE_TOOLS, model=ScriptedModel(script), clock=CountingClock()
    )
    first, second = House(), House()
    task = asyncio.create_task(agent.run("first", conversation=Conversation(budget=99), host=first, turn="a"))
    await stall.reached.wait()
    outcome = await agent.run("second", conversation=Conversation(budget=99), host=second, turn="b")
    stall.release.set()
    assert (outcome.story, (await task).story) == ("Two.", "One.")
    assert (first.at, second.at) == (1, 0)
    assert second.told == ["Two.|None"]


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Agent(system="s", tools=[walk, walk], model=ScriptedModel([]), clock=CountingClock())

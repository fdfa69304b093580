"""The history: whole turns within the budget, and a front that stays the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.agent import Agent, Conversation, ConversationBusy, Limits, Message, estimate_tokens
from mud.agent.conversation import count_message
from mud.agent.model import ToolCall
from mud.agent.scripted import Cut, ScriptedModel, Use
from tests.agent.support import HOUSE_TOOLS, CountingClock, House, Run


def answers(story: str, calls: int = 1) -> list[Message]:
    made = tuple(ToolCall(f"c{number}", "walk", '{"way": "N"}') for number in range(calls))
    return [
        Message("assistant", story, made),
        *(Message("tool", '{"ok": true}', call_id=call.id) for call in made),
    ]


def spoken(conversation: Conversation, line: str, story: str = "Yes.", calls: int = 1) -> None:
    conversation.keep(conversation.begin(line), answers(story, calls), story)


def assert_calls_are_answered(messages: tuple[Message, ...]) -> None:
    asked = [call.id for message in messages for call in message.calls]
    answered = [message.call_id for message in messages if message.role == "tool"]
    assert asked == answered


def test_turns_are_kept_in_order() -> None:
    conversation = Conversation(budget=1_000)
    spoken(conversation, "one")
    spoken(conversation, "two")
    assert [message.role for message in conversation.messages] == ["user", "assistant", "tool"] * 2
    assert [message.content for message in conversation.messages if message.role == "user"] == ["one", "two"]


def test_notes_stand_before_the_next_line_once() -> None:
    conversation = Conversation(budget=1_000)
    conversation.note("Bob came in.")
    conversation.note("Bob left.")
    spoken(conversation, "who?")
    spoken(conversation, "hm")
    assert conversation.messages[0].content == "Bob came in.\nBob left.\nwho?"
    assert conversation.messages[3].content == "hm"


def test_notes_are_bounded_and_the_oldest_go() -> None:
    conversation = Conversation(budget=100)
    for number in range(200):
        conversation.note(f"event {number}")
    opening = conversation.begin("now")
    assert estimate_tokens(opening) < 40
    assert "event 0\n" not in opening
    assert opening.endswith("event 199\nnow")


def test_a_failed_turn_keeps_line_and_deeds() -> None:
    conversation = Conversation(budget=1_000)
    conversation.abandon(conversation.begin("go"), ["[done: walk]"])
    assert conversation.messages == (Message("user", "go\n[done: walk]"),)


def test_a_second_turn_waits_for_the_first() -> None:
    conversation = Conversation(budget=1_000)
    opening = conversation.begin("one")
    with pytest.raises(ConversationBusy):
        conversation.begin("two")
    conversation.abandon(opening, [])
    assert conversation.begin("two") == "two"


def test_an_empty_line_is_not_an_empty_message() -> None:
    assert Conversation(budget=10).begin(" ") == "(no words)"


@given(
    st.lists(st.tuples(st.text(max_size=80), st.text(max_size=200), st.integers(0, 4)), max_size=40),
    st.integers(60, 600),
)
def test_the_budget_holds_and_no_call_is_without_its_result(
    turns: list[tuple[str, str, int]], budget: int
) -> None:
    conversation = Conversation(budget=budget)
    for line, story, calls in turns:
        spoken(conversation, line, story, calls)
        messages = conversation.messages
        assert messages
        assert sum(count_message(message, estimate_tokens) for message in messages) <= budget
        assert messages[0].role == "user"
        assert_calls_are_answered(messages)


def test_the_front_stays_the_same_for_many_turns() -> None:
    conversation = Conversation(budget=2_000)
    cuts = 0
    for number in range(200):
        before = conversation.messages
        spoken(conversation, f"line {number}", "A story of some forty characters or more.", 2)
        cuts += conversation.messages[: len(before)] != before
    assert 0 < cuts <= 20
    assert conversation.tokens > 1_000


def test_a_turn_too_large_is_kept_as_line_and_story() -> None:
    conversation = Conversation(budget=100)
    spoken(conversation, "look", "A hall.", calls=30)
    assert conversation.messages == (Message("user", "look"), Message("assistant", "A hall."))


def test_a_line_too_large_is_shortened() -> None:
    conversation = Conversation(budget=100)
    spoken(conversation, "문" * 5_000, "A hall.")
    assert conversation.messages[0].content.startswith("문문문")
    assert len(conversation.messages[0].content) < 40
    assert conversation.messages[1].content == "A hall."


async def test_runs_add_whole_turns_and_the_prompt_only_grows_at_its_end() -> None:
    script = [Use("walk", {"way": "N"}), Use("narrate", {"story": "You go north and hear a door."})]
    model = ScriptedModel(lambda _request: script)
    run = Run(model, conversation=Conversation(budget=1_500))
    changed = 0
    for number in range(60):
        await run.says(f"line {number}", turn=f"t{number}", state=f"STATE {number}")
    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        front = earlier.messages[:-1]
        changed += later.messages[: len(front)] != front
        assert later.messages[0] == Message("system", "Be brief.")
    assert 0 < changed <= 6
    assert all("STATE" not in message.content for message in run.conversation.messages)


async def test_a_failed_run_leaves_a_history_that_can_be_sent() -> None:
    model = ScriptedModel([[Use("walk", {"way": "N"}), Cut()], [Use("narrate", {"story": "Go."})]])
    run = Run(model)
    with pytest.raises(Exception, match="cut off"):
        await run.says("one")
    await run.says("two", turn="t2")
    assert [message.role for message in model.requests[1].messages] == ["system", "user", "user"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("word", 1), ("a longer line", 4), ("문", 1), ("문을 여세요", 6), ("go 북", 2)],
)
def test_tokens_are_estimated(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_prompt_that_is_too_long_loses_only_as_much_history_as_it_must() -> None:
    conversation = Conversation(budget=1_000)
    for number in range(10):
        spoken(conversation, f"line {number} " + "and on " * 10)
    each = conversation.tokens // 10
    conversation.fit(each * 4)
    assert [m.content[:6] for m in conversation.messages if m.role == "user"] == [
        f"line {number}" for number in (6, 7, 8, 9)
    ]
    assert_calls_are_answered(conversation.messages)
    before = conversation.messages
    conversation.fit(each * 4)
    assert conversation.messages == before


def test_of_the_newest_turn_line_and_story_stay_as_long_as_there_is_room() -> None:
    conversation = Conversation(budget=1_000)
    spoken(conversation, "go " * 100, story="Gone. " * 100, calls=3)
    conversation.fit(100)
    line, story = conversation.messages
    assert (line.content[:6], story.role, story.content[:6]) == ("go go ", "assistant", "Gone. ")
    assert line.content.endswith("…")
    assert conversation.tokens <= 100
    conversation.fit(2)
    assert conversation.messages == ()
    conversation.fit(-5)
    assert conversation.messages == ()


async def test_a_run_whose_first_request_is_too_long_forgets_the_oldest() -> None:
    step = [Use("walk", {"way": "N"}), Use("narrate", {"story": "You go."})]
    run = Run(ScriptedModel([step] * 4), limits=Limits(prompt=520))
    for number in range(3):
        await run.says(f"line {number}", turn=str(number), state="state")
    await run.says("last", turn="4", state="much to tell " * 70)
    sent = [[m.content for m in request.messages if m.role == "user"] for request in run.model.requests]  # type: ignore[attr-defined]
    assert sent[2] == ["line 0", "line 1", "state"]
    assert sent[3][:-1] in (["line 2"], ["line 1", "line 2"])


async def test_an_agent_that_is_told_the_state_keeps_no_results_but_refusals() -> None:
    conversation = Conversation(budget=1_000)
    model = ScriptedModel(
        [
            [Use("walk", {"way": "S"})],
            [Use("walk", {"way": "N"}), Use("narrate", {"story": "You go."})],
            [Use("narrate", {"story": "You rest."})],
        ]
    )
    agent: Agent[House] = Agent(
        system="", tools=HOUSE_TOOLS, model=model, clock=CountingClock(), keeps_results=False
    )
    for turn in ("1", "2"):
        await agent.run("go", conversation=conversation, host=House(), turn=turn)
    within = [m.content for m in model.requests[1].messages if m.role == "tool"]
    kept = [m.content for m in model.requests[2].messages if m.role == "tool"]
    assert within == kept[:1]
    assert "There is no door south" in kept[0]
    assert kept[1:] == ['{"ok": true}', '{"ok": true}']

"""The scripted model keeps to the interface that it stands in for."""

from __future__ import annotations

import pytest

from mud.agent import Message, Model, ModelError, Request
from mud.agent.model import CallDelta, Delta, Finish, TextDelta
from mud.agent.scripted import Break, Cut, Say, ScriptedModel, Use, hold

REQUEST = Request((Message("user", "hello"),))


async def heard(model: Model) -> list[Delta]:
    return [delta async for delta in model.stream(REQUEST)]


async def test_text_and_calls_are_cut_into_pieces() -> None:
    model = ScriptedModel([[Say("hello"), Use("go", '{"a": 1}', id="x")]], sizes=[2, 3])
    assert await heard(model) == [
        TextDelta("he"),
        TextDelta("llo"),
        CallDelta(0, id="x", name="go"),
        CallDelta(0, arguments='{"'),
        CallDelta(0, arguments='a":'),
        CallDelta(0, arguments=" 1"),
        CallDelta(0, arguments="}"),
        Finish("tool_calls"),
    ]
    assert model.requests == [REQUEST]


async def test_scripts_come_in_turn_and_end() -> None:
    model = ScriptedModel([[Say("one")], [Say("two"), Cut(), Say("never")]])
    assert await heard(model) == [TextDelta("one"), Finish("stop")]
    assert await heard(model) == [TextDelta("two")]
    with pytest.raises(ModelError, match="script ended"):
        await heard(model)


async def test_a_break_raises_what_it_was_given() -> None:
    with pytest.raises(ModelError, match="unavailable"):
        await heard(ScriptedModel([[Break(ModelError("unavailable"))]]))


async def test_a_stream_closed_before_its_end_is_counted() -> None:
    model = ScriptedModel([[Say("one"), hold()], [Say("two")]])
    stream = model.stream(REQUEST)
    assert await anext(stream) == TextDelta("one")
    await stream.aclose()
    await heard(model)
    assert model.closed == 1

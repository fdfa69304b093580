"""A model on a scripted endpoint, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from pydantic import SecretStr

from mud.agent.model import CallDelta, Delta, Message, Request, TextDelta, ToolSchema
from mud.agent.openai import Endpoint, OpenAIModel, open_model
from tests.rig.endpoint import Answers, Reply, ScriptedEndpoint

KEY = "sk-verysecret-0123456789"
TOOL = ToolSchema("walk", "Walk one step.", {"type": "object", "properties": {"way": {"type": "string"}}})
TELL = ToolSchema("narrate", "Tell.", {"type": "object", "properties": {"story": {"type": "string"}}})
REQUEST = Request((Message("system", "Be brief."), Message("user", "go north")), (TOOL, TELL), "required")

Start = Callable[..., Awaitable[tuple[OpenAIModel, ScriptedEndpoint]]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts an endpoint with these answers, one after the other (the last one again and again), or as a function says."""
    async with AsyncExitStack() as stack:

        async def begin(*answers: Reply | Answers, **options: Any) -> tuple[OpenAIModel, ScriptedEndpoint]:
            waiting = list(answers)

            def answer(body: Any) -> Reply:
                given = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                return given if isinstance(given, Reply) else given(body)

            endpoint = await stack.enter_async_context(ScriptedEndpoint(answer))
            how = Endpoint("gpt-test", endpoint.url, SecretStr(KEY), **options)
            return await stack.enter_async_context(open_model(how)), endpoint

        yield begin


async def answer(model: OpenAIModel, request: Request = REQUEST) -> list[Delta]:
    """The whole answer, without the pieces that say only that the model is at work."""
    return [delta async for delta in model.stream(request) if delta != TextDelta("")]


def arguments(deltas: list[Delta], index: int = 0) -> str:
    """All of one call's arguments."""
    return "".join(d.arguments for d in deltas if isinstance(d, CallDelta) and d.index == index)


def words(deltas: list[Delta]) -> str:
    """All plain text."""
    return "".join(d.text for d in deltas if isinstance(d, TextDelta))

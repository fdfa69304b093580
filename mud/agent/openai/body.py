"""A request as the wire has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mud.agent.model import Message, Request, ToolSchema
from mud.agent.openai.endpoint import Endpoint
from mud.agent.openai.quirks import Body


def body_of(request: Request, endpoint: Endpoint) -> Body:
    """The body of a request, as OpenAI's documents have it. What changes most often stands last, so that its front can be cached."""
    body: Body = {"model": endpoint.model}
    if request.tools:
        body["tools"] = [_tool(each) for each in request.tools]
        body["tool_choice"] = request.tool_choice
    body["messages"] = list(_messages(request.messages))
    return body | options_of(endpoint)


def options_of(endpoint: Endpoint) -> Body:
    """The fields that are the same for every request."""
    options: Body = {}
    if endpoint.temperature is not None:
        options["temperature"] = endpoint.temperature
    if endpoint.stream:
        options |= {"stream": True, "stream_options": {"include_usage": True}}
    return options


def _tool(schema: ToolSchema) -> dict[str, Any]:
    function = {
        "name": schema.name,
        "description": schema.description,
        "parameters": dict(schema.parameters),
    }
    return {"type": "function", "function": function}


def _messages(messages: Sequence[Message]) -> Iterator[dict[str, Any]]:
    """The messages. Calls get ids that differ within the request, of nine letters and digits: Mistral takes no others
    (langchain-ai/langchain#24668), and those that models give themselves may come twice."""
    given = 0
    ids: dict[str, str] = {}  # of the newest message with calls
    for message in messages:
        fields: dict[str, Any] = {**message.extra, "role": message.role, "content": message.content}
        if message.calls:
            ids = {call.id: f"call{given + n:05}" for n, call in enumerate(message.calls, 1)}
            given += len(ids)
            fields["content"] = message.content or None
            fields["tool_calls"] = [
                {
                    **call.extra,
                    "id": ids[call.id],
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in message.calls
            ]
        if message.call_id is not None:
            fields["tool_call_id"] = ids.get(message.call_id, message.call_id)
        yield fields

"""Tool calls as JSON text, for models whose server ignores `tools`: they are told of the tools in the prompt, and their whole answer is
one JSON object with a list of calls. To the loop it looks as if they had called them the usual way, arguments arriving piece by piece.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from mud.agent.arguments import read_partial_object
from mud.agent.model import CallDelta, Delta, Finish, Message, Request, TextDelta, ToolSchema
from mud.agent.openai.body import options_of
from mud.agent.openai.endpoint import Endpoint
from mud.agent.openai.quirks import Body
from mud.agent.openai.reply import Reply

_ASK = """
HOW TO CALL TOOLS
Your whole answer is one JSON object and nothing else: {"calls": [{"tool": "<name>", "arguments": {…}}, …]}
The calls are carried out in their order. There are these tools, each with the JSON Schema of its arguments:
"""


def json_body(request: Request, endpoint: Endpoint) -> Body:
    """The body of a request that asks for calls as JSON text."""
    front, *rest = request.messages
    tools = "\n".join(
        json.dumps(
            {"tool": each.name, "what": each.description, "arguments": each.parameters}, ensure_ascii=False
        )
        for each in request.tools
    )
    system = {"role": "system", "content": f"{front.content}\n{_ASK}{tools}"}
    schema = {"name": "calls", "schema": _answer_schema(request.tools)}
    return {
        "model": endpoint.model,
        "messages": [system, *map(_message, rest)],
        "response_format": {"type": "json_schema", "json_schema": schema},
        **options_of(endpoint),
    }


def _answer_schema(tools: Sequence[ToolSchema]) -> dict[str, Any]:
    calls = [
        {
            "type": "object",
            "properties": {
                "tool": {"type": "string", "enum": [each.name]},
                "arguments": dict(each.parameters),
            },
            "required": ["tool", "arguments"],
        }
        for each in tools
    ]
    return {
        "type": "object",
        "properties": {"calls": {"type": "array", "items": {"anyOf": calls}, "minItems": 1}},
        "required": ["calls"],
    }


def _message(message: Message) -> dict[str, Any]:
    """A message of the history; results come in the user's place, for a server without tools knows no other."""
    if message.role == "tool":
        return {"role": "user", "content": f"RESULT {message.content}"}
    if not message.calls:
        return {"role": message.role, "content": message.content}
    calls = [{"tool": call.name, "arguments": json.loads(call.arguments or "{}")} for call in message.calls]
    return {"role": message.role, "content": json.dumps({"calls": calls}, ensure_ascii=False)}


class JsonReply(Reply):
    """An answer that is JSON text: its calls as deltas, as far as they have come. Text that is no such JSON is plain text."""

    def __init__(self, key: str) -> None:
        """See `Reply`."""
        super().__init__(key)
        self._text = ""
        self._given: list[str] = []  # of each call, the text of its arguments given so far

    def take(self, data: str) -> Iterator[Delta]:
        """See `Reply`."""
        for delta in super().take(data):
            if isinstance(delta, TextDelta):
                self._text += delta.text
                yield TextDelta("")
            else:
                yield delta
        yield from self._new(whole=False)

    def end(self) -> Iterator[Delta]:
        """See `Reply`."""
        for delta in super().end():
            if isinstance(delta, TextDelta):
                self._text += delta.text
            elif isinstance(delta, Finish):
                yield from self._new(whole=True)
                if not self._given and self._text:
                    yield TextDelta(self._text)
                yield delta

    def _new(self, *, whole: bool) -> Iterator[CallDelta]:
        """What has come since the last time. `whole`: nothing more comes."""
        found = read_partial_object(self._text[self._text.find("{") :]).get("calls")
        calls = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
        for index, call in enumerate(calls):
            name, arguments = call.get("tool"), call.get("arguments")
            last = index == len(calls) - 1 and not whole
            # The name may still grow as long as nothing stands after it.
            if not isinstance(name, str) or (last and arguments is None):
                return
            if index == len(self._given):
                self._given.append("")
                yield CallDelta(index, id=f"json_{index}", name=name)
            text = _so_far(arguments) if last else json.dumps(arguments or {}, ensure_ascii=False)
            given = self._given[index]
            if len(text) > len(given) and text.startswith(given):
                self._given[index] = text
                yield CallDelta(index, arguments=text[len(given) :])


def _so_far(arguments: Any) -> str:
    """The beginning of the JSON text of arguments of which the last may still grow: only a string is sure to grow at its end."""
    if not isinstance(arguments, dict) or not arguments:
        return ""
    *names, last = arguments
    text = json.dumps({name: arguments[name] for name in names}, ensure_ascii=False)[:-1]
    value = arguments[last]
    if not isinstance(value, str):
        return text if names else ""
    grown = json.dumps({last: value}, ensure_ascii=False)[
        1:-2
    ]  # without its braces and the closing quotation mark
    return f"{text}, {grown}" if names else "{" + grown

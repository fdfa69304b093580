"""Reads an endpoint's answer, in pieces or whole: every form in which endpoints write the same thing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mud.agent.model import CallDelta, Delta, Finish, TextDelta, Usage
from mud.agent.openai.failures import BrokenChunk, failure_in_stream

DONE = "[DONE]"

_KNOWN = frozenset({"role", "content", "tool_calls", "function_call", "refusal", "audio", "annotations"})
_KNOWN_IN_CALL = frozenset({"id", "type", "index", "function"})
_THINKS, _THOUGHT = "<think>", "</think>"


class Reply:
    """One answer. Feed it each event's data; then ask for its end.

    - The usage comes after the reason to finish, in a piece without choices; some send it with the last piece, or never.
    - Some end with "[DONE]" and never say why they finished (NVIDIA NIM: earendil-works/pi#6225): that is an end, too. A stream that
      just stops is none.
    - The reason may be "" until there is one (ollama/ollama#4357).
    - A call's index may be missing (ollama/ollama#7881), or be 0 for all of them with ids that differ (#15457, which the loop takes
      care of), and its arguments an object (BerriAI/litellm#37792).
    - Unknown fields, such as DeepSeek's `reasoning_content`, and `extra_content` of a call, in which Gemini hides its signature
      (ai.google.dev/gemini-api/docs/thought-signatures), go back with the answer.
    - Reasoning may stand in the text itself, between <think> and </think>, where a local server does not take it out (vLLM, llama.cpp).
    - An error may come in the midst of an answer, with status 200 (openrouter.ai/docs/api/errors; vLLM's with "object": "error").
    """

    def __init__(self, key: str) -> None:
        """`key`: the secret, which is taken out of what is reported."""
        self._key = key
        self._reason = ""
        self._done = False
        self._usage = Usage()
        self._extra: dict[str, Any] = {}
        self._calls = -1  # the index of the newest call
        self._call_id = ""
        self._start: str | None = ""  # the text's beginning, while it may be reasoning
        self._trims = False  # reasoning has just ended, and what follows it begins with its first word

    def take(self, data: str) -> Iterator[Delta]:
        """The deltas in one event. Raises `EndpointError`."""
        if data.strip() == DONE:
            self._done = True
            return
        chunk = _read(data)
        if chunk.get("error") or chunk.get("object") == "error":
            raise failure_in_stream(chunk.get("error") or chunk, self._key)
        self._count(chunk.get("usage"))
        for choice in chunk.get("choices") or ():
            yield from self._message(choice.get("delta") or choice.get("message") or {})
            self._reason = choice.get("finish_reason") or self._reason

    def whole(self, body: str) -> Iterator[Delta]:
        """The deltas of an answer that came in one piece. Raises `EndpointError`."""
        yield from self.take(body)
        self._done = True

    @property
    def complete(self) -> bool:
        """Whether nothing more is to come."""
        return self._done

    def end(self) -> Iterator[Delta]:
        """What is left when the stream has ended; no `Finish` is among it if the stream was cut off."""
        if self._start:
            yield TextDelta(self._start)
            self._start = None
        if self._reason or self._done:
            yield Finish(
                self._reason or ("tool_calls" if self._calls >= 0 else "stop"), self._usage, self._extra
            )

    def _message(self, message: Mapping[str, Any]) -> Iterator[Delta]:
        for name, value in message.items():
            if name not in _KNOWN and value is not None:
                self._keep(name, value)
                yield TextDelta("")  # it thinks: still there
        if text := _text(message.get("content")):
            yield TextDelta(self._without_thoughts(text))
        if refusal := message.get("refusal"):
            yield TextDelta(str(refusal))
        for call in message.get("tool_calls") or ():
            yield self._call(call)

    def _call(self, call: Mapping[str, Any]) -> CallDelta:
        function = call.get("function") or {}
        name, said_id = function.get("name") or "", call.get("id") or ""
        index = call.get("index")
        if not isinstance(index, int):
            begins = self._calls < 0 or (said_id and said_id != self._call_id) or (name and not said_id)
            index = self._calls + 1 if begins else self._calls
        self._calls, self._call_id = index, said_id or self._call_id
        arguments = function.get("arguments") or ""
        if not isinstance(arguments, str):
            arguments = json.dumps(arguments, ensure_ascii=False)
        extra = {field: value for field, value in call.items() if field not in _KNOWN_IN_CALL}
        return CallDelta(index, arguments, said_id, name, extra)

    def _keep(self, name: str, value: Any) -> None:
        before = self._extra.get(name)
        joins = isinstance(before, (str, list)) and isinstance(value, type(before))
        self._extra[name] = before + value if joins else value

    def _without_thoughts(self, text: str) -> str:
        """The text without the reasoning at its beginning; "" while it is not known where that ends."""
        if self._start is None:
            return self._trimmed(text)
        self._start = (self._start + text).lstrip()
        if self._start.startswith(_THINKS):
            _, end, rest = self._start.partition(_THOUGHT)
            if not end:
                return ""
            self._start, self._trims = None, True
            return self._trimmed(rest)
        if _THINKS.startswith(self._start):
            return ""
        text, self._start = self._start, None
        return text

    def _trimmed(self, text: str) -> str:
        if self._trims:
            text = text.lstrip()
            self._trims = not text
        return text

    def _count(self, usage: Any) -> None:
        if not isinstance(usage, Mapping):
            return
        details = usage.get("prompt_tokens_details") or {}
        cached = details.get("cached_tokens") or usage.get(
            "prompt_cache_hit_tokens"
        )  # the second is DeepSeek's
        self._usage = Usage(
            _number(usage.get("prompt_tokens")), _number(cached), _number(usage.get("completion_tokens"))
        )


def _read(data: str) -> dict[str, Any]:
    try:
        chunk = json.loads(data)
    except ValueError as error:
        raise BrokenChunk(str(error)) from error
    if not isinstance(chunk, dict):
        raise BrokenChunk(f"a piece of the answer is {type(chunk).__name__}")
    return chunk


def _text(content: Any) -> str:
    """Text that may be given in parts: Mistral's reasoning models do."""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if part.get("type") == "text")
    return content or ""


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0

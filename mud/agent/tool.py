"""A typed Python function as a tool of a model: schema from its type hints, texts from its docstring."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

import structlog

from mud.agent.arguments import ArgumentsWrong, Fitting, read_object, read_partial_object
from mud.agent.docstring import read_docstring
from mud.agent.model import ToolSchema
from mud.agent.parameter import Parameter, ToolDefinitionError, read_parameters
from mud.agent.result import ToolRefused, ToolResult, done, refused
from mud.agent.schema import DEFAULT_MAX_LENGTH, describe

DEFAULT_SECONDS = 10.0
"""How long a tool may run unless it says otherwise."""

_log = structlog.get_logger(__name__)

Host = TypeVar("Host")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a run. `key` is unique to it as long as the run's `turn` is: good to make a repeated commit harmless."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Context(Generic[Host]):
    """What a tool is handed and a model never sees: whatever the caller of the run gave as `host`, and which call this is."""

    host: Host
    call: Call


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments fit to call the function with. `given` is how the model wrote them, `ignored` which fields meant nothing."""

    values: Mapping[str, Any]
    given: Mapping[str, Any]
    ignored: tuple[str, ...] = ()


class Tool:
    """A tool: what a model is told of it, how its arguments are read, how it is run. Made by `tool`."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str | None = None,
        final: bool = False,
        streams: str | None = None,
        reads: bool = False,
        seconds: float = DEFAULT_SECONDS,
    ) -> None:
        docs = read_docstring(function.__doc__)
        self.function = function
        self.name = name or function.__name__
        self.final = final
        self.streams = streams
        self.reads = reads
        self.seconds = seconds
        self._takes_context, self._parameters = read_parameters(function, self.name, docs.arguments)
        if not docs.description:
            raise ToolDefinitionError(f"{self.name}: a docstring must tell the model what it does")
        self.schema = ToolSchema(
            self.name,
            docs.description,
            {
                "type": "object",
                "properties": {each.name: each.schema for each in self._parameters},
                "required": [each.name for each in self._parameters if each.required],
            },
        )
        self.stream_limit = self._stream_limit()

    def _stream_limit(self) -> int:
        if self.streams is None:
            return 0
        schema = self.schema.parameters["properties"].get(self.streams, {})
        if not self.final or schema.get("type") != "string":
            raise ToolDefinitionError(f"{self.name}: only a string argument of a final tool can be streamed")
        return int(schema.get("maxLength", DEFAULT_MAX_LENGTH))

    def parse(self, text: str, *, salvage: bool = False) -> Arguments:
        """Arguments from a model's text, validated; raises `ArgumentsWrong`.

        The argument that is streamed is cut at its limit rather than refused, for its beginning may have been shown already. With
        `salvage` the text may be cut off, and what is wrong with an optional argument only loses that argument.
        """
        try:
            given = read_object(text)
        except ArgumentsWrong:
            given = read_partial_object(text) if salvage else {}
            if not given:
                raise
        fitting = Fitting()
        fitted = fitting.fields(self._cut_story(given), self.schema.parameters)
        values: dict[str, Any] = {}
        problems: list[str] = []
        for each in self._parameters:
            wrong: Sequence[str]
            if each.name not in fitted:
                wrong = [f"{each.name}: missing, expected {describe(each.schema)}"] if each.required else []
            elif each.name in fitting.problems:
                wrong = fitting.problems[each.name]
            else:
                wrong = _validate_into(values, each, fitted[each.name])
            if each.required or not salvage:
                problems += wrong
        if problems:
            raise ArgumentsWrong(*problems)
        return Arguments(values, given, tuple(fitting.ignored))

    def _cut_story(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        told = given.get(self.streams) if self.streams is not None else None
        if self.streams is None or not isinstance(told, str):
            return given
        return {**given, self.streams: told.lstrip()[: self.stream_limit]}

    async def run(self, context: Context[Any], arguments: Arguments) -> ToolResult:
        """Run the function within its time; whatever it raises becomes an answer for the model, never its text.

        A synchronous function runs on the event loop, so it must not block.
        """
        bound = (context,) if self._takes_context else ()
        try:
            async with asyncio.timeout(self.seconds) as limit:
                value = self.function(*bound, **arguments.values)
                if inspect.isawaitable(value):
                    value = await value
        except ToolRefused as refusal:
            return refused(refusal.key, refusal.message, refusal.values)
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                _log.warning(
                    "tool took too long", tool=self.name, call=context.call.key, seconds=self.seconds
                )
                return refused(
                    "timeout",
                    f"{self.name} took too long; it may have happened or not: look before you repeat it.",
                )
            _log.exception("tool failed", tool=self.name, call=context.call.key)
            return refused(
                "failed", f"{self.name} failed on our side; your call may have been right. Go on without it."
            )
        return done(value, list(arguments.ignored))


def _validate_into(values: dict[str, Any], parameter: Parameter, value: Any) -> Sequence[str]:
    """Put the validated value in its place, or say what is wrong with it."""
    try:
        values[parameter.name] = parameter.validate(value)
    except ArgumentsWrong as wrong:
        return wrong.problems
    return ()


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...
@overload
def tool(
    *,
    name: str | None = None,
    final: bool = False,
    streams: str | None = None,
    reads: bool = False,
    seconds: float = DEFAULT_SECONDS,
) -> Callable[[Callable[..., Any]], Tool]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    final: bool = False,
    streams: str | None = None,
    reads: bool = False,
    seconds: float = DEFAULT_SECONDS,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a tool of a typed function (or bound method) with a docstring, with "Args:" where its arguments need telling of.

    A first parameter named `ctx` is handed a `Context` and is invisible to the model. Types must be known at module level.

    Args:
        function: what the tool does. It may be asynchronous; raises `ToolRefused` to say no; returns None, text, a mapping, a
            dataclass or a pydantic model.
        name: the name that the model sees, if not the function's.
        final: whether the tool ends an answer: nothing is asked of the model afterwards.
        streams: the string argument of a final tool that is shown as it arrives.
        reads: whether it only reads. The model needs its result, and nothing is lost if the turn fails afterwards.
        seconds: how long it may run.

    Raises `ToolDefinitionError` when no tool can be made of it.
    """

    def make(function: Callable[..., Any]) -> Tool:
        return Tool(function, name=name, final=final, streams=streams, reads=reads, seconds=seconds)

    return make if function is None else make(function)

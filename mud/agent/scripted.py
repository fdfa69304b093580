"""A model that says what a script tells it to: for tests, with every way in which a real one can go wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from mud.agent.model import CallDelta, Delta, Finish, ModelError, Request, TextDelta


@dataclass(frozen=True, slots=True)
class Say:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A tool call. `arguments` as text go out as they are, well-formed or not. `id` and `index`: None for the next ones."""

    name: str
    arguments: Mapping[str, Any] | str = ""
    id: str | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """The model fails here."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Hold:
    """The stream stalls here until the test sets `release`; `reached` is set when it gets here."""

    release: asyncio.Event
    reached: asyncio.Event


@dataclass(frozen=True, slots=True)
class Cut:
    """The stream ends here, without a `Finish`."""


Step = Say | Use | Break | Hold | Cut | Finish
Script = Sequence[Step]


def hold() -> Hold:
    """A stall with events of its own."""
    return Hold(asyncio.Event(), asyncio.Event())


class ScriptedModel:
    """Answers each request with the next script, or with what a function makes of the request.

    A script without a `Finish` of its own ends with "tool_calls" or "stop". Beyond the last script it raises `ModelError`
    "script ended". `requests` are those it was asked; `closed` counts answers that broke off: closed, cancelled or failed.
    """

    def __init__(
        self, scripts: Iterable[Script] | Callable[[Request], Script], *, sizes: Sequence[int] = ()
    ) -> None:
        """`sizes`: the sizes, over and over, of the pieces that text and arguments are cut into; none: one piece each."""
        self._next: Callable[[Request], Script]
        if callable(scripts):
            self._next = scripts
        else:
            queue = iter(scripts)
            self._next = lambda _request: next(queue, (Break(ModelError("script ended")),))
        self._sizes = tuple(sizes)
        self.requests: list[Request] = []
        self.closed = 0

    @property
    def name(self) -> str:
        """Its name, for logs."""
        return "scripted"

    async def stream(self, request: Request) -> AsyncGenerator[Delta, None]:
        """The next script as deltas."""
        self.requests.append(request)
        ended = False
        try:
            async with aclosing(self._play(self._next(request))) as deltas:
                async for delta in deltas:
                    # Nobody reads on after a `Finish`: it is the end, not a closing.
                    ended = isinstance(delta, Finish)
                    yield delta
            ended = True
        finally:
            self.closed += not ended

    async def _play(self, script: Script) -> AsyncGenerator[Delta, None]:
        index = -1
        for step in script:
            match step:
                case Say(text):
                    for piece in self._cut(text):
                        yield TextDelta(piece)
                case Use():
                    index = index + 1 if step.index is None else step.index
                    for delta in self._call(step, index):
                        yield delta
                case Hold(release, reached):
                    reached.set()
                    await release.wait()
                case Break(error):
                    raise error
                case Cut():
                    return
                case Finish():
                    yield step
                    return
        yield Finish("stop" if index < 0 else "tool_calls")

    def _call(self, step: Use, index: int) -> Iterator[CallDelta]:
        given = step.arguments
        text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        said_id = f"said_{index}" if step.id is None else step.id
        yield CallDelta(index, id=said_id, name=step.name)
        for piece in self._cut(text):
            yield CallDelta(index, arguments=piece)

    def _cut(self, text: str) -> Iterator[str]:
        if not self._sizes:
            yield text
            return
        start = 0
        for size in cycle(self._sizes):
            if start >= len(text):
                return
            yield text[start : start + size]
            start += size

"""An answer of the storyteller: tool calls, and how they are streamed as a model streams them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass

from mud.agent.model import CallDelta, Delta, Finish

_PIECE = 24  # characters of arguments in one delta; a model's token or a few


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call to be made."""

    tool: str
    arguments: Mapping[str, object]

    @classmethod
    def of(cls, tool: str, **arguments: object) -> Call:
        """A call with those of the arguments that are not None."""
        return cls(tool, {name: value for name, value in arguments.items() if value is not None})


Answer = tuple[Call, ...]


async def stream(answer: Answer, turn: str) -> AsyncIterator[Delta]:
    """The deltas of an answer. Ids are made of `turn`, which must be another one for each request of a conversation."""
    for index, call in enumerate(answer):
        yield CallDelta(index, id=f"call_{turn}_{index}", name=call.tool)
        for piece in _pieces(json.dumps(call.arguments, ensure_ascii=False)):
            yield CallDelta(index, arguments=piece)
    yield Finish("tool_calls" if answer else "stop")


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), _PIECE):
        yield text[start : start + _PIECE]

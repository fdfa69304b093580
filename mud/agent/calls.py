"""Carries out the calls of an answer, one after the other as each is complete, and shows the story of a final one as it arrives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mud.agent.answer import Answer, PendingCall
from mud.agent.arguments import ArgumentsWrong
from mud.agent.clock import Clock
from mud.agent.model import CallDelta
from mud.agent.progress import Progress
from mud.agent.report import CallRecord
from mud.agent.result import ToolResult, refused
from mud.agent.story import StoryReader
from mud.agent.tool import Arguments, Call, Context, Tool


class Calls:
    """The calls of one run."""

    def __init__(
        self, tools: Mapping[str, Tool], *, host: object, turn: str, clock: Clock, progress: Progress
    ) -> None:
        self._tools = tools
        self._host = host
        self._turn = turn
        self._clock = clock
        self._progress = progress
        self._begun = 0
        self._acting = 0
        self._refusals: set[tuple[str, str]] = set()
        self._reader: StoryReader | None = None

    async def take(self, delta: CallDelta, answer: Answer) -> None:
        """Add a piece to the answer's call. Where another call begins, the one before it is complete, and carried out first."""
        if answer.begins(delta):
            await self.complete(answer)
            self._begun += 1
            self._reader = None
            answer.calls.append(PendingCall(delta.index, f"call_{self._begun}"))
        call = answer.calls[-1]
        call.take(delta)
        tool = self._tools.get(call.name)
        if tool is not None and tool.streams is not None and not answer.refused and not answer.told:
            self._reader = self._reader or StoryReader(tool.streams, tool.stream_limit)
            self._progress.tell(self._reader.read(call.arguments))

    async def complete(self, answer: Answer) -> None:
        """Carry out the call that was arriving, if there is one, unless an earlier one was refused. Raises `TurnFailed`."""
        pending = answer.arriving
        if pending is None:
            return
        tool = self._tools.get(pending.name)
        self._count(tool)
        call = Call(f"{self._turn}/{self._begun}", pending.name)
        ready = self._ready(tool, pending)
        given = pending.arguments if isinstance(ready, ToolResult) else ready[1].given
        self._progress.observer.call_started(call, given)
        started = self._clock.monotonic()
        if answer.refused:
            result = refused("not executed", "Not executed because an earlier call was refused.")
        elif isinstance(ready, ToolResult):
            result = ready
        elif answer.told and ready[0].final:
            result = refused("told already", f"Only one {call.name} in an answer.")
        else:
            result = await ready[0].run(Context(self._host, call), ready[1])
        reads = tool is not None and tool.reads
        record = CallRecord(call, given, result, reads, self._clock.monotonic() - started)
        self._progress.records.append(record)
        answer.results.append(result)
        self._progress.observer.call_finished(record)
        if not record.ok:
            self._judge_refusal(answer, record)
            return
        answer.reads = answer.reads or reads
        if not isinstance(ready, ToolResult) and ready[0].final:
            self._tell_rest(*ready)
            answer.told = True

    def _count(self, tool: Tool | None) -> None:
        if tool is None or not tool.final:
            self._acting += 1
            if self._acting > self._progress.limits.calls:
                raise self._progress.failed("too many calls")

    def _ready(self, tool: Tool | None, pending: PendingCall) -> tuple[Tool, Arguments] | ToolResult:
        """The tool and its arguments, or the refusal of a call that cannot be carried out as it was written."""
        if tool is None:
            names = ", ".join(self._tools)
            return refused("unknown tool", f"There is no tool of that name. There are: {names}.")
        # A story that was shown cannot be asked for again, so whatever can be used of its call is used.
        shown = self._reader is not None and bool(self._reader.told)
        try:
            return tool, tool.parse(pending.arguments, salvage=shown)
        except ArgumentsWrong as wrong:
            return refused("wrong arguments", ". ".join(wrong.problems))

    def _judge_refusal(self, answer: Answer, record: CallRecord) -> None:
        if answer.refused or self._progress.story:
            return  # a consequence of the first refusal; or too late to tell another story
        answer.refused = True
        same = (record.call.name, _key(record.arguments))
        if same in self._refusals:
            raise self._progress.failed("repeats itself", record.call.name)
        self._refusals.add(same)
        self._progress.count_failure(f"{record.call.name}: {record.result.error}")

    def _tell_rest(self, tool: Tool, arguments: Arguments) -> None:
        """Show what did not come through as it arrived: an argument that could be read only when it was whole."""
        value = arguments.values.get(tool.streams) if tool.streams is not None else None
        if tool.streams is not None and isinstance(value, str):
            reader = self._reader or StoryReader(tool.streams, tool.stream_limit)
            self._progress.tell(reader.rest(value))


def _key(arguments: Mapping[str, Any] | str) -> str:
    return json.dumps(arguments, sort_keys=True, default=str)

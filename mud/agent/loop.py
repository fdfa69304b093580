"""The loop: ask, let the calls be carried out as they arrive, ask again where that is needed, until the story is told."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from typing import Generic, TypeVar

import structlog

from mud.agent.answer import Answer, Garbled, without_result
from mud.agent.arguments import join_surrogates
from mud.agent.calls import Calls
from mud.agent.clock import Clock
from mud.agent.conversation import Conversation, CountTokens, count_message, count_tools, estimate_tokens
from mud.agent.limits import Limits
from mud.agent.model import CallDelta, Delta, Finish, Message, Model, ModelError, Request, TextDelta, Usage
from mud.agent.progress import Progress
from mud.agent.report import FailureKey, Observer, Outcome, TurnFailed
from mud.agent.streaming import streaming
from mud.agent.tool import Tool

Host = TypeVar("Host")

TRANSIENT = frozenset({"unavailable", "rate limited", "timeout"})
"""Keys of the `ModelError`s after which the same request may succeed."""

TOO_LONG = "too long"
"""Key of the `ModelError` of a prompt that does not fit: it is asked once again with half the history."""

_TRUNCATED: dict[str, FailureKey] = {"length": "length", "content_filter": "content filter"}

_NOT_REPEATED = "[words that are not repeated here]"

_log = structlog.get_logger(__name__)


class Agent(Generic[Host]):
    """A system prompt, tools and a model. It keeps nothing between runs, so one agent may serve many conversations at once."""

    def __init__(
        self,
        *,
        system: str,
        tools: Sequence[Tool],
        model: Model,
        clock: Clock,
        limits: Limits | None = None,
        transient: frozenset[str] = TRANSIENT,
        count: CountTokens = estimate_tokens,
        keeps_results: bool = True,
    ) -> None:
        """`transient` are the keys of those model errors that are worth a retry.

        `keeps_results` False: of what a call answered in an earlier turn only that it went well is kept, for an agent that is told the
        state of things in every turn. Raises ValueError for two tools of one name.
        """
        self.system = Message("system", system)
        self.tools = {each.name: each for each in tools}
        if len(self.tools) != len(tools):
            raise ValueError("two tools have the same name")
        self.model = model
        self.clock = clock
        self.limits = limits or Limits()
        self.transient = transient
        self.count = count
        self.keeps_results = keeps_results
        self.schemas = tuple(each.schema for each in tools)
        self.schema_tokens = count_tools(self.schemas, count)
        # An agent that tells its story by a tool wants a call in every answer; one without must be free to talk.
        self.must_call = any(each.final for each in tools)

    async def run(
        self,
        line: str,
        *,
        conversation: Conversation,
        host: Host,
        turn: str,
        state: str | None = None,
        observer: Observer | None = None,
    ) -> Outcome:
        """Answer a user's line: ask the model, carry out its calls one after the other, until the story is told.

        Args:
            line: the user's words, kept in the conversation.
            conversation: the history before it; the turn is added to it, however it ends.
            host: handed to every tool as `ctx.host`.
            turn: an id that no other run has; the keys of the calls begin with it.
            state: the whole last message as it is sent this once, in place of the line alone; not kept.
            observer: watches the run.

        An answer that ends in a final tool after calls that were all carried out ends the run; so does plain text when the answer
        holds no call that only reads. A refused call stops the story before its first word, and the model is asked again; once
        any of a story was shown, the run ends with that answer. Calls after a final one are still carried out.

        Raises `TurnFailed`, and `ConversationBusy` while another run of the conversation goes on. Cancelling it ends the model's
        request. However it ends, the conversation keeps the line and what was done; but a line of which the endpoint would not hear is not
        kept, and half of the history goes with it.
        """
        opening = conversation.begin(line)
        progress = Progress(self.limits, observer or Observer())
        calls = Calls(self.tools, host=host, turn=turn, clock=self.clock, progress=progress)
        last = Message("user", opening if state is None else state)
        loop = _Loop(self, conversation, last, calls, progress)
        ended = False
        try:
            await loop.run()
            ended = True
        finally:
            # Also when cancelled: what was done stands, and the model must know of it.
            if ended:
                answers = loop.answers if self.keeps_results else map(without_result, loop.answers)
                conversation.keep(opening, tuple(answers), progress.story)
            elif progress.withheld:
                # Sent again with every later turn, the same words would have all of them refused. Perhaps they were in the history.
                conversation.shorten()
                conversation.abandon(opening.removesuffix(line) + _NOT_REPEATED, progress.notes())
            else:
                conversation.abandon(opening, progress.notes())
        return progress.outcome()


class _Loop:
    """The requests of one run. `answers` are the model's messages and the tools' so far."""

    def __init__(
        self, agent: Agent[Host], conversation: Conversation, last: Message, calls: Calls, progress: Progress
    ) -> None:
        self._agent = agent
        self._conversation = conversation
        self._last = last
        self._clock = agent.clock
        self._limits = agent.limits
        self._calls = calls
        self._progress = progress
        self._spent = 0
        self._shortened = False
        self.answers: list[Message] = []

    async def run(self) -> None:
        """Run to the end of the story, or raise `TurnFailed`."""
        try:
            async with asyncio.timeout(self._limits.seconds) as limit:
                while not await self._answer():
                    pass
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise self._progress.failed("timeout") from error

    async def _answer(self) -> bool:
        """Ask once, and say whether the story is told."""
        request, asked = self._request()
        answer = await self._read_with_retries(request, asked)
        if answer is None:
            return False
        messages = answer.messages()
        text = join_surrogates(answer.text).strip()
        if not answer.calls and not text:
            self._progress.count_failure("empty answer")
            return False
        self.answers.extend(messages)
        if self._progress.story:
            return True
        if answer.refused or (answer.reads and not answer.told):
            return False
        # Only now is it sure that nothing was refused, and that the text is not about a result still to come.
        self._progress.tell(text)
        return answer.told or bool(text)

    def _request(self) -> tuple[Request, int]:
        """The next request and its tokens; raises `TurnFailed` when there are too many, or too many requests were made."""
        if self._progress.requests >= self._limits.requests:
            raise self._progress.failed("too many requests")
        request, tokens = self._measured()
        most = self._limits.prompt
        if most is not None and tokens > most and not self.answers:
            self._conversation.fit(self._conversation.tokens + most - tokens)
            request, tokens = self._measured()
        # Some servers drop the front of a prompt that is too long, the system prompt first, and say nothing.
        if tokens > self._limits.window and self._shorten():
            request, tokens = self._measured()
        if tokens > self._limits.window or self._spent + tokens > self._limits.tokens:
            raise self._progress.failed("too many tokens", f"{tokens} in a request after {self._spent}")
        return request, tokens

    def _measured(self) -> tuple[Request, int]:
        agent = self._agent
        messages = (agent.system, *self._conversation.messages, self._last, *self.answers)
        request = Request(messages, agent.schemas, "required" if agent.must_call else "auto")
        return request, agent.schema_tokens + sum(count_message(each, agent.count) for each in messages)

    def _shorten(self) -> bool:
        """Forget half of the history, once in a run; whether that could be done."""
        if self._shortened:
            return False
        self._shortened = True
        return self._conversation.shorten()

    async def _read_with_retries(self, request: Request, asked: int) -> Answer | None:
        """The answer; None if the request was too long for the model, and the history has been shortened."""
        pauses = iter(self._limits.pauses)
        while True:
            answer = Answer()
            try:
                await self._read(request, asked, answer)
            except ModelError as error:
                # An answer that has begun may have done things already: it is never asked for anew.
                if error.key == TOO_LONG and not answer.begun and self._shorten():
                    self._progress.count_failure(error.key)
                    return None
                pause = max(next(pauses, math.inf), error.retry_after or 0.0)
                passes = error.key in self._agent.transient and pause <= self._limits.patience
                if answer.begun or not passes:
                    raise self._progress.failed("model", str(error), error) from error
                self._progress.count_failure(error.key)
                await self._clock.sleep(pause)
            else:
                return answer

    async def _read(self, request: Request, asked: int, answer: Answer) -> None:
        started = self._clock.monotonic()
        failed, cost = "broken off", True
        try:
            async with streaming(self._agent.model, request) as stream:
                while answer.finish is None:
                    await self._take(await self._next(stream, answer), answer)
            failed = ""
        except Garbled as error:
            failed = "garbled"
            raise self._progress.failed("garbled", str(error)) from error
        except (ModelError, TurnFailed) as error:
            failed = error.key
            cost = answer.begun or not isinstance(error, ModelError)
            raise
        finally:
            if failed:
                usage = self._usage(answer, asked) if cost else Usage()
                self._progress.unanswered(failed, usage, self._clock.monotonic() - started)
        usage = self._usage(answer, asked)
        self._spent += usage.prompt + usage.completion
        self._progress.answered(answer.finish.reason, usage, self._clock.monotonic() - started)

    def _usage(self, answer: Answer, asked: int) -> Usage:
        """What the endpoint counted, else what we count."""
        if answer.usage.prompt or answer.usage.completion:
            return answer.usage
        written = answer.text + "".join(call.name + call.arguments for call in answer.calls)
        return Usage(asked, 0, self._agent.count(written), estimated=True)

    async def _next(self, stream: AsyncIterator[Delta], answer: Answer) -> Delta:
        seconds = self._limits.silence if answer.heard else self._limits.first
        try:
            async with asyncio.timeout(seconds) as limit:
                return await anext(stream)
        except StopAsyncIteration as error:
            raise self._progress.failed("cut off") from error
        except ModelError:
            raise
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                raise self._progress.failed("silence") from error
            _log.exception("a model broke its contract", model=self._agent.model.name)
            raise self._progress.failed("model", type(error).__name__) from error

    async def _take(self, delta: Delta, answer: Answer) -> None:
        answer.measure(delta, self._limits.answer)
        match delta:
            case TextDelta(text):
                answer.text += text
            case CallDelta():
                await self._calls.take(delta, answer)
            case Finish(reason):
                answer.finish = delta  # what it says of the cost counts even if the answer cannot be used
                if reason in _TRUNCATED:
                    raise self._progress.failed(_TRUNCATED[reason])
                await self._calls.complete(answer)

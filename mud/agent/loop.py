"""The loop: ask, let the calls be carried out as they arrive, ask again where that is needed, until the story is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Generic, TypeVar

import structlog

from mud.agent.answer import Answer, Garbled
from mud.agent.arguments import join_surrogates
from mud.agent.calls import Calls
from mud.agent.clock import Clock
from mud.agent.conversation import Conversation, CountTokens, count_message, estimate_tokens
from mud.agent.limits import Limits
from mud.agent.model import CallDelta, Delta, Finish, Message, Model, ModelError, Request, TextDelta
from mud.agent.progress import Progress
from mud.agent.report import FailureKey, Observer, Outcome
from mud.agent.tool import Tool

Host = TypeVar("Host")

TRANSIENT = frozenset({"unavailable", "rate limited", "timeout"})
"""Keys of the `ModelError`s after which the same request may succeed."""

_TRUNCATED: dict[str, FailureKey] = {"length": "length", "content_filter": "content filter"}

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
    ) -> None:
        """`transient` are the keys of those model errors that are worth a retry. Raises ValueError for two tools of one name."""
        self.system = Message("system", system)
        self.tools = {each.name: each for each in tools}
        if len(self.tools) != len(tools):
            raise ValueError("two tools have the same name")
        self.model = model
        self.clock = clock
        self.limits = limits or Limits()
        self.transient = transient
        self.count = count
        self.schemas = tuple(each.schema for each in tools)
        self.schema_tokens = sum(
            count(each.name + each.description + json.dumps(each.parameters, ensure_ascii=False))
            for each in self.schemas
        )
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
        request. However it ends, the conversation keeps the line and what was done.
        """
        opening = conversation.begin(line)
        progress = Progress(self.limits, observer or Observer())
        calls = Calls(self.tools, host=host, turn=turn, clock=self.clock, progress=progress)
        loop = _Loop(self, calls, progress)
        ended = False
        try:
            last = Message("user", opening if state is None else state)
            await loop.run((self.system, *conversation.messages, last))
            ended = True
        finally:
            # Also when cancelled: what was done stands, and the model must know of it.
            if ended:
                conversation.keep(opening, loop.answers, progress.story)
            else:
                conversation.abandon(opening, progress.done_notes)
        return progress.outcome()


class _Loop:
    """The requests of one run. `answers` are the model's messages and the tools' so far."""

    def __init__(self, agent: Agent[Host], calls: Calls, progress: Progress) -> None:
        self._model = agent.model
        self._clock = agent.clock
        self._limits = agent.limits
        self._transient = agent.transient
        self._count = agent.count
        self._schemas = agent.schemas
        self._schema_tokens = agent.schema_tokens
        self._must_call = agent.must_call
        self._calls = calls
        self._progress = progress
        self._spent = 0
        self.answers: list[Message] = []

    async def run(self, front: tuple[Message, ...]) -> None:
        """Run to the end of the story, or raise `TurnFailed`. `front` is what stands before the answers in each request."""
        try:
            async with asyncio.timeout(self._limits.seconds) as limit:
                while not await self._answer(front):
                    pass
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise self._progress.failed("timeout") from error

    async def _answer(self, front: tuple[Message, ...]) -> bool:
        """Ask once, and say whether the story is told."""
        request = Request((*front, *self.answers), self._schemas, "required" if self._must_call else "auto")
        asked = self._measure(request)
        answer = await self._read_with_retries(request)
        messages = answer.messages()
        self._spend(answer, asked, messages[0])
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

    def _measure(self, request: Request) -> int:
        """The request's tokens; raises `TurnFailed` when there are too many, or too many requests were made."""
        if self._progress.requests >= self._limits.requests:
            raise self._progress.failed("too many requests")
        tokens = self._schema_tokens + sum(count_message(each, self._count) for each in request.messages)
        # Some servers drop the front of a prompt that is too long, the system prompt first, and say nothing.
        if tokens > self._limits.window or self._spent + tokens > self._limits.tokens:
            raise self._progress.failed("too many tokens", f"{tokens} in a request after {self._spent}")
        return tokens

    def _spend(self, answer: Answer, asked: int, message: Message) -> None:
        usage = answer.usage
        self._spent += (usage.prompt or asked) + (usage.completion or count_message(message, self._count))

    async def _read_with_retries(self, request: Request) -> Answer:
        pauses = iter(self._limits.pauses)
        while True:
            answer = Answer()
            try:
                await self._read(request, answer)
            except ModelError as error:
                pause = next(pauses, None)
                # An answer that has begun may have done things already: it is never asked for anew.
                if error.key not in self._transient or answer.begun or pause is None:
                    raise self._progress.failed("model", error.key) from error
                self._progress.count_failure(error.key)
                await self._clock.sleep(pause)
            else:
                return answer

    async def _read(self, request: Request, answer: Answer) -> None:
        started = self._clock.monotonic()
        stream = self._model.stream(request)
        try:
            while answer.finish is None:
                await self._take(await self._next(stream), answer)
        except Garbled as error:
            raise self._progress.failed("garbled", str(error)) from error
        finally:
            # An iterator need not have it; a generator left alone would hold its request open.
            close = getattr(stream, "aclose", None)
            if close is not None:
                await close()
        self._progress.answered(answer.finish.reason, answer.usage, self._clock.monotonic() - started)

    async def _next(self, stream: AsyncIterator[Delta]) -> Delta:
        try:
            async with asyncio.timeout(self._limits.silence) as limit:
                return await anext(stream)
        except StopAsyncIteration as error:
            raise self._progress.failed("cut off") from error
        except ModelError:
            raise
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                raise self._progress.failed("silence") from error
            _log.exception("a model broke its contract", model=self._model.name)
            raise self._progress.failed("model", type(error).__name__) from error

    async def _take(self, delta: Delta, answer: Answer) -> None:
        answer.measure(delta, self._limits.answer)
        match delta:
            case TextDelta(text):
                answer.text += text
            case CallDelta():
                await self._calls.take(delta, answer)
            case Finish(reason):
                if reason in _TRUNCATED:
                    raise self._progress.failed(_TRUNCATED[reason])
                await self._calls.complete(answer)
                answer.finish = delta

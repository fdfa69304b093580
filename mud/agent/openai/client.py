"""Asks an endpoint over HTTP.

The `openai` package is not used: it hides whether a stream that stops without a reason ended with "[DONE]" or was cut off, waits between
its retries by a clock of its own, and takes 25 MB and a second more to import than all that is needed of it, which is in this folder.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress

import httpx2
import structlog

from mud.agent.model import Delta, Request
from mud.agent.openai.body import body_of
from mud.agent.openai.endpoint import Endpoint
from mud.agent.openai.failures import (
    BrokenChunk,
    CutOff,
    EndpointError,
    TooSlow,
    Unreachable,
    failure,
    without_secrets,
)
from mud.agent.openai.jsonmode import JsonReply, json_body
from mud.agent.openai.quirks import QUIRKS, Habits
from mud.agent.openai.reply import Reply

_MOST_BYTES = 4_000_000
_MOST_CONNECTIONS = 200
_AFTER_THE_END = 0.1  # seconds: it is there, or it does not come
_KEEPALIVE = 30.0  # seconds; an idle connection that the server closed first costs a retry

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_model(
    endpoint: Endpoint, transport: httpx2.AsyncBaseTransport | None = None
) -> AsyncIterator[OpenAIModel]:
    """A model on an endpoint, for as long as the context lasts. `transport` takes the network's place."""
    key = endpoint.key.get_secret_value()
    timeout = httpx2.Timeout(
        connect=endpoint.connect, read=endpoint.read, write=endpoint.read, pool=endpoint.read
    )
    limits = httpx2.Limits(max_connections=_MOST_CONNECTIONS, keepalive_expiry=_KEEPALIVE)
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx2.AsyncClient(
        headers=headers, timeout=timeout, limits=limits, transport=transport
    ) as client:
        yield OpenAIModel(endpoint, client)


class OpenAIModel:
    """A model on an endpoint; see `Model`. `habits` is what the endpoint was found to refuse."""

    def __init__(self, endpoint: Endpoint, client: httpx2.AsyncClient) -> None:
        self._endpoint = endpoint
        self._client = client
        self._key = endpoint.key.get_secret_value()
        self.habits = Habits()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._endpoint.model

    async def stream(self, request: Request) -> AsyncGenerator[Delta, None]:
        """See `Model`. Raises `EndpointError`, before the first delta or in the midst of them."""
        # Each refusal that is understood is one quirk more, so that this ends.
        for _ in range(len(QUIRKS) + 1):
            begun = False
            try:
                async with aclosing(self._ask(request)) as deltas:
                    async for delta in deltas:
                        begun = True
                        yield delta
                return
            except EndpointError as error:
                quirk = None if begun else self.habits.learn(error)
                if quirk is None:
                    raise
                _log.info("endpoint differs", model=self.name, quirk=quirk, said=error.detail)

    async def _ask(self, request: Request) -> AsyncGenerator[Delta, None]:
        json_tools = self._endpoint.json_tools and bool(request.tools)
        body = (json_body if json_tools else body_of)(request, self._endpoint)
        reply = JsonReply(self._key) if json_tools else Reply(self._key)
        begun = False
        try:
            async with (
                self._client.sse(self._endpoint.url, method="POST", json=self.habits.apply(body)) as events,
                aclosing(self._read(events, reply)) as deltas,
            ):
                async for delta in deltas:
                    begun = True
                    yield delta
        except httpx2.TimeoutException as error:
            raise TooSlow(type(error).__name__) from error
        except httpx2.HTTPError as error:
            said = without_secrets(f"{type(error).__name__} {error}", self._key)
            raise (CutOff if begun else Unreachable)(said) from error
        except httpx2.InvalidURL as error:
            raise Unreachable(f"OPENAI_BASE_URL: {error}") from error

    async def _read(self, events: httpx2.EventSource, reply: Reply) -> AsyncGenerator[Delta, None]:
        """The answer's deltas, however it comes: a server may answer in one piece though it was asked for many."""
        response = events.response
        if response.status_code != httpx2.codes.OK:
            raise failure(response.status_code, await _text(response), response.headers, self._key)
        if response.headers.get("content-type", "").startswith("application/json"):
            for delta in reply.whole(await _text(response)):
                yield delta
        else:
            arriving = aiter(events)
            async for event in arriving:
                for delta in reply.take(event.data):
                    yield delta
                if reply.complete:
                    await _drain(arriving)
        for delta in reply.end():
            yield delta


async def _drain(events: AsyncIterator[object]) -> None:
    """Read what stands behind the end, for only a connection that was read to its end serves the next request."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_AFTER_THE_END):
            async for _ in events:
                pass


async def _text(response: httpx2.Response) -> str:
    """A whole body as text. Raises `BrokenChunk` when it does not end."""
    body = b""
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > _MOST_BYTES:
            raise BrokenChunk("an answer without end")
    return body.decode("utf-8", "replace")

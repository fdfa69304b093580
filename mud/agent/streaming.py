"""Listening to a model for as long as its answer is wanted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mud.agent.model import Delta, Model, Request


@asynccontextmanager
async def streaming(model: Model, request: Request) -> AsyncIterator[AsyncIterator[Delta]]:
    """The stream of an answer; when the context ends, however it does, so does the request upstream."""
    stream = model.stream(request)
    try:
        yield stream
    finally:
        # An iterator need not have it; a generator left alone would hold its request open.
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()

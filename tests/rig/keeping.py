"""Holds a context open in a task of its own, which pytest's fixtures are not: what opened a task group must close it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


@asynccontextmanager
async def kept(context: AbstractAsyncContextManager[T]) -> AsyncIterator[T]:
    """What the context yields, for as long as this lasts."""
    opened: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def keep() -> None:
        try:
            async with context as value:
                opened.set_result(value)
                await over.wait()
        except BaseException as error:
            if opened.done():
                raise
            opened.set_exception(error)

    keeping = asyncio.create_task(keep())
    value = await opened
    try:
        yield value
    finally:
        over.set()
        await keeping

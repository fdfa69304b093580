"""What one player is shown: in order, each piece whole."""

from __future__ import annotations

import asyncio
from functools import partial

from mud.session.feed import Feed, Item, Ready, Rest, Story, Telling, Words
from mud.text import Block


async def test_items_are_shown_in_order_though_one_takes_long_and_sentences_are_joined() -> None:
    shown: list[Item] = []
    go = asyncio.Event()

    async def slowly(item: Item) -> None:
        await go.wait()
        shown.append(item)

    def show(item: Item) -> Rest | None:
        if not shown:
            return partial(slowly, item)
        shown.append(item)
        return None

    feed = Feed(show)
    running = asyncio.create_task(feed.run())
    telling = Telling(feed)
    feed.put(Words(Block()))
    telling.story("One. ")
    telling.story("Two. ")
    feed.put(Ready())
    telling.story("Three.")
    go.set()
    await feed.drained()
    running.cancel()
    assert shown == [Words(Block()), Story("One. Two. ", telling), Ready(), Story("Three.", telling)]


async def test_a_story_that_was_broken_off_says_nothing_more() -> None:
    told: list[str] = []

    def show(item: Item) -> None:
        if isinstance(item, Story) and item.telling.live:
            told.append(item.text)

    feed = Feed(show)
    telling = Telling(feed)
    telling.story("Never shown.")
    telling.live = False
    telling.story("Nor this.")
    running = asyncio.create_task(feed.run())
    await feed.drained()
    running.cancel()
    assert told == []


async def test_what_cannot_be_shown_does_not_hold_up_the_rest() -> None:
    shown: list[Item] = []

    def show(item: Item) -> None:
        if isinstance(item, Words):
            raise ZeroDivisionError
        shown.append(item)

    feed = Feed(show)
    running = asyncio.create_task(feed.run())
    feed.put(Words(Block()))
    feed.put(Ready())
    await feed.drained()
    running.cancel()
    assert shown == [Ready()]

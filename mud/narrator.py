"""Which model tells the story, and how far it may go, as the settings have it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mud.agent import Limits, Model
from mud.agent.openai import NO_KEY, OPENAI, Endpoint, open_model
from mud.settings import Settings


def endpoint_of(settings: Settings) -> Endpoint | None:
    """The endpoint that the settings name; None where the storyteller is to play."""
    if not settings.asks_for_a_model:
        return None
    return Endpoint(
        model=settings.mud_model,
        base_url=settings.openai_base_url or OPENAI,
        key=settings.openai_api_key or NO_KEY,
        temperature=settings.mud_temperature,
        stream=settings.mud_model_stream,
        json_tools=settings.mud_model_tools == "json",
        # The loop's own bounds on silence are the ones to be felt; this one only lets no connection stand for ever.
        read=settings.mud_model_first_seconds + settings.mud_model_silence_seconds,
    )


@asynccontextmanager
async def narrator(settings: Settings) -> AsyncIterator[Model | None]:
    """The model on that endpoint, for as long as the context lasts; None where the storyteller is to play."""
    endpoint = endpoint_of(settings)
    if endpoint is None:
        yield None
        return
    async with open_model(endpoint) as model:
        yield model


def limits_of(settings: Settings) -> Limits:
    """The bounds of one turn."""
    return Limits(
        seconds=settings.mud_turn_seconds,
        first=settings.mud_model_first_seconds,
        silence=settings.mud_model_silence_seconds,
        calls=settings.mud_turn_calls,
        requests=settings.mud_turn_requests,
        prompt=settings.mud_prompt_tokens,
        window=settings.mud_model_window,
        tokens=settings.mud_turn_tokens,
    )

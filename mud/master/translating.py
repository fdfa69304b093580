"""The tools with which a text is put into another language: checked, and committed by the engine, like all that a model does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from mud.agent import Context, Tool, ToolRefused, tool
from mud.castle.castle import Castle
from mud.text import has_hangul
from mud.world.model import Lang, Words

from .arguments import Look, Name, Prose
from .refusals import answered
from .translator import Wanted


@dataclass(frozen=True, slots=True)
class Translating:
    """What the tools act on."""

    castle: Castle
    wanted: Wanted


@tool(final=True, name="translate")
async def translate_room(ctx: Context[Translating], name: Name, description: Prose) -> dict[str, Any]:
    """Give the room's texts in the language that is wanted."""
    wanted = ctx.host.wanted
    words = _checked(wanted, Words(wanted.lang, name, description))
    await answered(ctx.host.castle.translations.of_room(wanted.room_id, words, wanted.resets))
    return {}


@tool(final=True, name="translate")
async def translate_ghost(
    ctx: Context[Translating], name: Name, appearance: Look, character: Look
) -> dict[str, Any]:
    """Give the ghost's texts in the language that is wanted."""
    wanted = ctx.host.wanted
    words = _checked(wanted, Words(wanted.lang, name, appearance, character))
    translations = ctx.host.castle.translations
    await answered(translations.of_ghost(wanted.room_id, wanted.ghost_id or "", words, wanted.resets))
    return {}


OF_ROOM: tuple[Tool, ...] = (translate_room,)
OF_GHOST: tuple[Tool, ...] = (translate_ghost,)


def task(wanted: Wanted) -> str:
    """The texts, as the model reads them."""
    texts = {"name": wanted.texts.name}
    if wanted.ghost_id is None:
        texts["description"] = wanted.texts.description
    else:
        texts |= {"appearance": wanted.texts.description, "character": wanted.texts.character}
    given = {"from": wanted.texts.lang, "wanted": wanted.lang, "texts": texts}
    return json.dumps(given, ensure_ascii=False)


def _checked(wanted: Wanted, words: Words) -> Words:
    """The words, if they are in the language. Raises `ToolRefused`."""
    for text in (words.name, words.description, words.character):
        if text and has_hangul(text) is not (wanted.lang is Lang.KO):
            raise ToolRefused("other_language", f"All texts must be in the language {wanted.lang.value!r}.")
    return words

"""Texts in both languages, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from mud.text.template import BadTemplate, Template
from mud.world.model import Lang

Texts = Mapping[Lang, str]
"""The same text in each language."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template in each language."""

    en: Template
    ko: Template

    def say(self, lang: Lang, values: Mapping[str, str] | None = None) -> str:
        """The text in that language, its slots filled in."""
        template = self.en if lang is Lang.EN else self.ko
        return template.fill(values or {}).text

    def both(self, values: Mapping[Lang, Mapping[str, str]] | None = None) -> dict[Lang, str]:
        """The text in both languages, each with its own values."""
        return {lang: self.say(lang, values[lang] if values else None) for lang in Lang}


def other(lang: Lang) -> Lang:
    """The other one of the two languages."""
    return Lang.KO if lang is Lang.EN else Lang.EN


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def within(name: str, lang: Lang) -> str:
    """The name of a room within a sentence: English wants an article there, unless the name says whose the room is."""
    if lang is not Lang.EN or (not name.startswith("The ") and "'s " in name):
        return name
    return f"the {name.removeprefix('The ')}"


def _phrase(value: object, info: ValidationInfo) -> Phrase:
    """Read ["English", "한국어"]. The validation's context says which slots there may be."""
    match value:
        case [str(en), str(ko)] if en.strip() and ko.strip():
            pass
        case _:
            raise ValueError(f'not a pair ["English", "한국어"]: {value!r}')
    try:
        phrase = Phrase(Template.parse(en), Template.parse(ko))
    except BadTemplate as error:
        raise ValueError(str(error)) from error
    unknown = (phrase.en.names | phrase.ko.names) - (info.context or frozenset())
    if unknown:
        raise ValueError(f"no such slot: {', '.join(sorted(unknown))}")
    return phrase


PhraseField = Annotated[Phrase, BeforeValidator(_phrase)]
"""A `Phrase` as files have it."""

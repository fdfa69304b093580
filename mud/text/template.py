"""Templates of engine lines: text with slots for values.

A slot is one of

- `{name}`: the value;
- `{name:이/가}`: the value with the particle that its sound asks for, form after a final consonant first (see `korean`);
- `{name:line|lines}`: not the value, but the first word if the value is 1, else the second;

and `{{`, `}}` are braces. A value is put in as it is and never read as a template, whatever stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .korean import particle
from .styled import Line, Meaning, Span

Value = str | int | Span | Line
"""What a slot takes: plain text, a count, or text that has its own meaning."""

_PIECES = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z_]+)(?::(?P<how>[^{}]+))?\}|(?P<stray>[{}])|(?P<text>[^{}]+)")


class BadTemplate(Exception):
    """A template cannot be read. Values: `template`, `why`."""

    key = "words.bad_template"

    def __init__(self, template: str, why: str) -> None:
        super().__init__(f"{why}: {template!r}")
        self.values = {"template": template, "why": why}


class MissingValue(Exception):
    """A template has a slot for which no value was given. Values: `name`."""

    key = "words.missing_value"

    def __init__(self, name: str) -> None:
        super().__init__(f"no value for {{{name}}}")
        self.values = {"name": name}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value. At most one of `forms` (of a particle) and `plural` (words for one and for more) is there."""

    name: str
    forms: str = ""
    plural: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Template:
    """A template, taken apart once so that filling it in is quick."""

    pieces: tuple[str | Slot, ...]

    @classmethod
    def parse(cls, source: str) -> Template:
        """Read a template. Raises `BadTemplate`."""
        pieces: list[str | Slot] = []
        for found in _PIECES.finditer(source):
            if found["stray"]:
                raise BadTemplate(source, "a brace stands alone")
            if found["name"]:
                pieces.append(_slot(source, found["name"], found["how"] or ""))
            else:
                pieces.append(found["text"] or found[0][0])
        return cls(tuple(pieces))

    @property
    def names(self) -> frozenset[str]:
        """The names of the values that it shows."""
        return frozenset(piece.name for piece in self.pieces if isinstance(piece, Slot) and not piece.plural)

    @property
    def counts(self) -> frozenset[str]:
        """The names of the values by which it chooses a word: a matter of grammar, which not every language has."""
        return frozenset(piece.name for piece in self.pieces if isinstance(piece, Slot) and piece.plural)

    def fill(self, values: Mapping[str, Value], meaning: Meaning | None = None) -> Line:
        """The line, its own words with that meaning. Values that nobody asks for are ignored. Raises `MissingValue`."""
        spans: list[Span] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                spans.append(Span(piece, meaning))
            elif piece.name in values:
                spans.extend(_filled(piece, values[piece.name], meaning))
            else:
                raise MissingValue(piece.name)
        return Line(tuple(spans))


def as_line(value: Value, meaning: Meaning | None = None) -> Line:
    """The value as a line; plain text and numbers get that meaning, others keep their own."""
    match value:
        case Line():
            return value
        case Span():
            return Line((value,))
        case _:
            return Line.of(str(value), meaning)


def _slot(source: str, name: str, how: str) -> Slot:
    if "|" in how:
        one, *more = how.split("|")
        if len(more) != 1:
            raise BadTemplate(source, f"{{{name}}} needs two words, for one and for more")
        return Slot(name, plural=(one, more[0]))
    if how:
        try:
            particle(name, how)
        except ValueError as error:
            raise BadTemplate(source, str(error)) from error
    return Slot(name, forms=how)


def _filled(slot: Slot, value: Value, meaning: Meaning | None) -> tuple[Span, ...]:
    if slot.plural is not None:
        return (Span(slot.plural[0 if value == 1 else 1], meaning),)
    spans = as_line(value, meaning).spans
    if slot.forms:
        word = "".join(span.text for span in spans)
        spans += (Span(particle(word, slot.forms), meaning),)
    return spans

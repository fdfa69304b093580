"""The engine's own lines in every language: `config/words/<language>.toml`, checked when they are loaded."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mud.files import Files
from mud.world.grid import Direction
from mud.world.model import Lang

from .styled import Block, Line, Meaning
from .template import BadTemplate, Template, Value, as_line

Rows = tuple[Template, ...]
"""A text, as one template for each of its lines."""


class BadWords(Exception):
    """A file of words cannot be used. Values: `file`, `word` (the key in it, "" for the whole file), `why`."""

    key = "words.bad_file"

    def __init__(self, file: Path, word: str, why: str) -> None:
        super().__init__(f"{file}: {word}: {why}" if word else f"{file}: {why}")
        self.values = {"file": file, "word": word, "why": why}


class NoSuchWords(Exception):
    """No line has this key. Values: `word`."""

    key = "words.no_such_words"

    def __init__(self, word: str) -> None:
        super().__init__(f"no words for {word!r}")
        self.values = {"word": word}


class Wordbook:
    """Every line that the engine itself says. A line is known by its key: the names of its tables in the file and its own, with dots."""

    def __init__(self, templates: Mapping[Lang, Mapping[str, Rows]]) -> None:
        self._templates = templates

    @classmethod
    def load(cls, files: Files) -> Wordbook:
        """Read the words of every language, the operator's file where there is one.

        Each file must have exactly the keys, and each text show exactly the values, of the English file that came with the castle: so
        the languages agree with each other and with the code. Raises `BadWords`, and `FileMissing` for a language without a file.
        """
        measure = _read(files.shipped(_name(Lang.EN)))
        templates = {}
        for lang in Lang:
            path = files.config(_name(lang))
            templates[lang] = _read(path)
            _compare(path, templates[lang], measure)
        return cls(templates)

    def __contains__(self, key: str) -> bool:
        return key in self._templates[Lang.EN]

    def __iter__(self) -> Iterator[str]:
        """The keys of all texts, in order."""
        return iter(sorted(self._templates[Lang.EN]))

    def slots(self, key: str) -> frozenset[str]:
        """The names of the values that a text takes. Raises `NoSuchWords`."""
        return _slots(self._rows(Lang.EN, key))

    def block(self, lang: Lang, key: str, meaning: Meaning | None = None, /, **values: Value) -> Block:
        """The text of that key, line for line, its own words with that meaning. Raises `NoSuchWords`, `MissingValue`."""
        return Block(tuple(row.fill(values, meaning) for row in self._rows(lang, key)))

    def line(self, lang: Lang, key: str, meaning: Meaning | None = None, /, **values: Value) -> Line:
        """The same as one line, for texts that have only one. Raises `NoSuchWords`, `MissingValue`."""
        (row,) = self._rows(lang, key)
        return row.fill(values, meaning)

    def text(self, lang: Lang, key: str, /, **values: Value) -> str:
        """The same without meanings."""
        return "\n".join(row.fill(values).text for row in self._rows(lang, key))

    def join(self, lang: Lang, items: Sequence[Value]) -> Line:
        """An enumeration as the language writes it, such as "north, east and south"; "none" for nothing."""
        if not items:
            return self.line(lang, "list.none")
        joined = as_line(items[0])
        for item in items[1:-1]:
            joined += self.line(lang, "list.between") + as_line(item)
        if len(items) > 1:
            joined += self.line(lang, "list.last") + as_line(items[-1])
        return joined

    def direction(self, lang: Lang, direction: Direction) -> str:
        """The name of a direction."""
        return self.text(lang, f"direction.{direction.name.lower()}")

    def _rows(self, lang: Lang, key: str) -> Rows:
        try:
            return self._templates[lang][key]
        except KeyError:
            raise NoSuchWords(key) from None


def _name(lang: Lang) -> str:
    return f"words/{lang}.toml"


def _read(path: Path) -> dict[str, Rows]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadWords(path, "", str(error)) from error
    return dict(_texts(path, "", tables))


def _texts(path: Path, prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Rows]]:
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, dict):
            yield from _texts(path, f"{key}.", value)
        elif not isinstance(value, str):
            raise BadWords(path, key, "this is not text")
        else:
            try:
                yield key, tuple(Template.parse(row) for row in value.split("\n"))
            except BadTemplate as error:
                raise BadWords(path, key, str(error)) from error


def _compare(path: Path, found: Mapping[str, Rows], measure: Mapping[str, Rows]) -> None:
    for key in sorted(measure.keys() ^ found.keys()):
        raise BadWords(path, key, "this text is missing" if key in measure else "nothing uses this text")
    for key, rows in found.items():
        wanted = measure[key]
        if _shown(rows) != _shown(wanted):
            raise BadWords(path, key, f"the values to show here are {_listed(_shown(wanted))}")
        if not _slots(rows) <= _slots(wanted):
            raise BadWords(path, key, f"the values known here are {_listed(_slots(wanted))}")
        if len(wanted) == 1 != len(rows):
            raise BadWords(path, key, "this must be one line")


def _shown(rows: Rows) -> frozenset[str]:
    return frozenset(name for row in rows for name in row.names)


def _slots(rows: Rows) -> frozenset[str]:
    return frozenset(name for row in rows for name in row.names | row.counts)


def _listed(names: frozenset[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"

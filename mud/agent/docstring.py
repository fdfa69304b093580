"""What a tool's docstring tells a model: of the tool, and of each argument."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

_SECTION = re.compile(r"(Args|Arguments|Returns|Raises|Yields|Note|Notes|Example|Examples):\s*$")
_ENTRY = re.compile(r"(\w+)\s*(?:\([^)]*\))?:\s*(.*)$")


@dataclass(frozen=True, slots=True)
class Docs:
    """A docstring taken apart: what stands before its first section, and its entries under "Args:" by name."""

    description: str
    arguments: dict[str, str]


def read_docstring(text: str | None) -> Docs:
    """Take a docstring in Google's style apart; sections other than "Args:" are for programmers and left out.

    Source: https://google.github.io/styleguide/pyguide.html#383-functions-and-methods
    """
    before: list[str] = []
    entries: list[str] = []
    section = ""
    for line in inspect.cleandoc(text or "").splitlines():
        heading = _SECTION.match(line)
        if heading:
            section = heading[1]
        elif not section:
            before.append(line)
        elif section in ("Args", "Arguments"):
            entries.append(line)
    return Docs(_flow(before), _arguments(entries))


def _arguments(lines: list[str]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in inspect.cleandoc("\n".join(["", *lines])).splitlines():
        entry = None if line.startswith(" ") else _ENTRY.match(line)
        if entry:
            name = entry[1]
            found[name] = [entry[2]]
        elif name:
            found[name].append(line)
    return {each: _flow(texts) for each, texts in found.items()}


def _flow(lines: list[str]) -> str:
    """Lines wrapped for a source file as paragraphs of running text."""
    paragraphs = "\n".join(line.strip() for line in lines).strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)

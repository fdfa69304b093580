"""The game master's prompts: files that an author edits, read once."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from mud.files import Files

_HEAD = re.compile(r"<!-- version (\S+) -->\n")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt. `edition` tells it from every other in logs: its version, "-" where the file names none, and the beginning of a hash
    of its text, for an author may change the one and forget the other."""

    text: str
    edition: str

    @classmethod
    def read(cls, name: str, file: str) -> Prompt:
        """The prompt in a file's text, the first line of which may be `<!-- version 2 -->`; that line is no part of it."""
        head = _HEAD.match(file)
        text = file[head.end() if head else 0 :].strip()
        mark = hashlib.sha256(text.encode()).hexdigest()[:6]
        return cls(text, f"{name} {head[1] if head else '-'}/{mark}")


@dataclass(frozen=True, slots=True)
class Prompts:
    """`system` stands first in every request and never changes; `reminder` and `fill` end the last message of a turn. `translate` stands
    first where a text is to be put into another language."""

    system: Prompt
    reminder: Prompt
    fill: Prompt
    translate: Prompt

    @classmethod
    def load(cls, files: Files) -> Prompts:
        """Read them. Raises `FileMissing`, `OSError`."""
        return cls(*(_read(files, name) for name in ("game_master", "reminder", "fill", "translate")))


def _read(files: Files, name: str) -> Prompt:
    return Prompt.read(name, files.config_text(f"prompts/{name}.md"))

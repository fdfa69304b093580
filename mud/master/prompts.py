"""The game master's prompts: files that an author edits, read once."""

from __future__ import annotations

from dataclasses import dataclass

from mud.files import Files


@dataclass(frozen=True, slots=True)
class Prompts:
    """`system` stands first in every request and never changes; `reminder` and `fill` end the last message of a turn."""

    system: str
    reminder: str
    fill: str

    @classmethod
    def load(cls, files: Files) -> Prompts:
        """Read them. Raises `FileMissing`, `OSError`."""
        return cls(
            files.config_text("prompts/game_master.md").strip(),
            files.config_text("prompts/reminder.md").strip(),
            files.config_text("prompts/fill.md").strip(),
        )

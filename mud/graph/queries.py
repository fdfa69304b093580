"""Loads the queries: one `.cypher` file each, which says in its first comment what it does, takes and returns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


class Queries:
    """Every query of a folder, by its path in it without the ending, such as "rooms/move"."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    @classmethod
    def load(cls, folder: Path) -> Queries:
        """Read all queries below the folder. Raises `OSError` when it cannot be read."""
        return cls(
            {
                path.relative_to(folder).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
                for path in sorted(folder.rglob("*.cypher"))
            }
        )

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def below(self, prefix: str) -> list[str]:
        """The names that begin with the prefix, in order."""
        return sorted(name for name in self._texts if name.startswith(prefix))

    def statements(self, name: str) -> list[str]:
        """The statements of a file that holds several, ended by semicolons. Comments are left out."""
        lines = (line for line in self._texts[name].splitlines() if not line.lstrip().startswith("//"))
        return [statement.strip() for statement in "\n".join(lines).split(";") if statement.strip()]

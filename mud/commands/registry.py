"""All direct commands, and which of them a line calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType

from mud.session.presence import Presence
from mud.text import Block, Line, Wordbook
from mud.world.model import Lang

from .command import Command

PREFIXES: Mapping[str, str] = MappingProxyType({'"': "say", "'": "say", "“": "say", "‘": "say", ":": "emote"})
"""Characters that stand for a command's word at the beginning of a line."""

_CLOSING = MappingProxyType({'"': '"', "'": "'", "“": "”", "‘": "’"})


class AmbiguousWord(Exception):
    """Two commands are called by one word. A fault of the code."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command with what stands behind its word."""

    command: Command
    argument: str

    @property
    def needs_castle(self) -> bool:
        """See `mud.session.stage.Act`."""
        return self.command.needs_castle

    async def __call__(self, me: Presence) -> None:
        """See `mud.session.stage.Act`."""
        await self.command.run(me, self.argument)


class Registry:
    """Finds commands by the word with which a line begins."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self._by_word: dict[str, Command] = {}
        self._commands = tuple(commands)
        for each in self._commands:
            for word in (*each.words, *each.korean):
                if self._by_word.setdefault(word, each) is not each:
                    raise AmbiguousWord(word)

    @classmethod
    def of(cls, *modules: ModuleType) -> Registry:
        """All commands that these modules define."""
        return cls(
            value for module in modules for value in vars(module).values() if isinstance(value, Command)
        )

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands)

    @property
    def words(self) -> Iterable[str]:
        """Every word that calls a command: nobody may be named so."""
        return self._by_word.keys()

    def called(self, word: str, *, admin: bool) -> Command | None:
        """The command that a word calls, typed by an admin or by anybody else."""
        found = self._by_word.get(word.casefold())
        return found if found is not None and (admin or not found.admin) else None

    def find(self, line: str, *, admin: bool = False) -> Call | None:
        """See `mud.session.stage.Commands`."""
        line = " ".join(line.split())
        return self._by_prefix(line) or self._by_first_word(line, admin)

    def help(self, lang: Lang, words: Wordbook, *, admin: bool = False) -> Block:
        """See `mud.session.stage.Commands`."""
        header, footer = (words.line(lang, f"command.help.{part}") for part in ("header", "footer"))
        theirs = (each for each in self._commands if admin or not each.admin)
        topics = (Line.of("  ") + _topic(each, lang, words) for each in theirs)
        return Block((header, *topics, footer))

    def help_on(self, word: str, lang: Lang, words: Wordbook, *, admin: bool = False) -> Block | None:
        """See `mud.session.stage.Commands`."""
        found = self.called(word, admin=admin)
        return Block.of(_topic(found, lang, words)) if found is not None else None

    def _by_prefix(self, line: str) -> Call | None:
        prefix, rest = line[:1], line[1:].strip()
        name = PREFIXES.get(prefix)
        if name is None or (name == "emote" and not rest[:1].isalpha()):  # ":)" is no pose
            return None
        return Call(self._by_word[name], rest.removesuffix(_CLOSING.get(prefix, "")) if rest else rest)

    def _by_first_word(self, line: str, admin: bool) -> Call | None:
        word, _, rest = line.partition(" ")
        found = self.called(word, admin=admin)
        return Call(found, rest) if found is not None and found.accepts(rest) else None


def _topic(about: Command, lang: Lang, words: Wordbook) -> Line:
    called = about.korean if lang is Lang.KO else about.words
    summary = words.line(lang, f"help.{about.name}")
    return words.line(lang, "command.help.topic", word=", ".join(called[:2]), summary=summary)

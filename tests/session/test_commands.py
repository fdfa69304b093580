"""Which lines are direct commands, and that each has its help."""

from __future__ import annotations

import pytest

from mud.commands import all_commands
from mud.commands.command import command
from mud.commands.registry import AmbiguousWord, Registry
from mud.files import Files
from mud.session.presence import Presence
from mud.text import Wordbook, has_hangul
from mud.world.model import Lang

COMMANDS = all_commands()
WORDS = Wordbook.load(Files())


@pytest.mark.parametrize(
    ("line", "name", "argument"),
    [
        ("look", "look", ""),
        ("  LOOK ", "look", ""),
        ("l", "look", ""),
        ("봐", "look", ""),
        ("둘러보기", "look", ""),
        ("n", "north", ""),
        ("North", "north", ""),
        ("북", "north", ""),
        ("북쪽", "north", ""),
        ("북쪽으로", "north", ""),
        ("북쪽으로 가", "north", "가"),
        ("동", "east", ""),
        ("남쪽", "south", ""),
        ("w", "west", ""),
        ("go north", "go", "north"),
        ("가 북쪽", "go", "북쪽"),
        ("go", "go", ""),
        ("exits", "exits", ""),
        ("who", "who", ""),
        ("누구", "who", ""),
        ("i", "inventory", ""),
        ("소지품", "inventory", ""),
        ("say  good   evening", "say", "good evening"),
        ("말 안녕", "say", "안녕"),
        ("말하기 안녕하세요", "say", "안녕하세요"),
        ("'hello", "say", "hello"),
        ("'tis late", "say", "tis late"),
        ('"hello"', "say", "hello"),
        ("“안녕”", "say", "안녕"),
        (":nods", "emote", "nods"),
        ("emote nods", "emote", "nods"),
        ("표현 고개를 끄덕인다", "emote", "고개를 끄덕인다"),
        ("tell bob hi there", "tell", "bob hi there"),
        ("귓속말 밥 안녕", "tell", "밥 안녕"),
        ("help", "help", ""),
        ("help look", "help", "look"),
        ("도움말", "help", ""),
        ("language ko", "language", "ko"),
        ("언어 영어", "language", "영어"),
        ("stop", "stop", ""),
        ("그만", "stop", ""),
        ("quit", "quit", ""),
        ("exit", "quit", ""),
        ("끝", "quit", ""),
    ],
)
def test_lines_that_are_carried_out_at_once(line: str, name: str, argument: str) -> None:
    call = COMMANDS.find(line)
    assert call is not None
    assert (call.command.name, call.argument) == (name, argument)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "look at the door",
        "look behind the curtain",
        "north wall",
        "go inside",
        "go north and look",
        "who are you?",
        "i am tired",
        "exit through the window",
        "stop that noise",
        "help me up",
        ":)",
        ":-(",
        "북쪽 벽을 본다",
        "누구 있어요?",
        "문을 연다",
        "봐 줘",
        "유령에게 내 이름을 말해",
        "그게 무슨 말",
        "hello",
    ],
)
def test_lines_that_are_the_game_masters(line: str) -> None:
    assert COMMANDS.find(line) is None


def test_every_command_has_its_help_in_both_languages() -> None:
    for each in COMMANDS:
        assert each.help == WORDS.text(Lang.EN, f"help.{each.name}"), each.name
        assert has_hangul(WORDS.text(Lang.KO, f"help.{each.name}")), each.name
        assert all(has_hangul(word) for word in each.korean), each.name
    assert {key for key in WORDS if key.startswith("help.")} == {f"help.{each.name}" for each in COMMANDS}


def test_help_names_every_command() -> None:
    for lang in Lang:
        shown = COMMANDS.help(lang, WORDS, admin=True).text
        for each in COMMANDS:
            assert f"  {(each.korean if lang is Lang.KO else each.words)[0]}" in shown


def test_no_word_calls_two_commands() -> None:
    @command("wave", korean=("손짓",))
    async def one(me: Presence, argument: str) -> None:
        """Wave."""

    @command("greet", "wave", korean=("인사",))
    async def other(me: Presence, argument: str) -> None:
        """Greet."""

    with pytest.raises(AmbiguousWord):
        Registry([one, other])

"""Whom a line is for: ghosts that are here or not, players, things."""

from __future__ import annotations

from typing import Any

import pytest

from mud.master.storyteller.grammar import Grammar
from mud.world.model import Lang

from .conftest import Answer, Table, ghost


async def both(table: Table, line: str, **more: Any) -> Answer:
    """A line in a room with two ghosts."""
    return await table.types(line, ghosts=[ghost(table.lang), ghost(table.lang, 1)], **more)


@pytest.mark.parametrize("ghosts", [0, 1, 2])
@pytest.mark.parametrize(
    ("lang", "line", "name"),
    [
        ("en", "Mortimer, who are you?", "Mortimer"),
        ("en", "hello mortimer", "Mortimer"),
        ("en", "ask Mortimer about the castle", "Mortimer"),
        ("en", "tell Jasper that I am sorry", "Jasper"),
        ("en", "say to Ophelia: good evening", "Ophelia"),
        ("en", "say hello to Dorothea", "Dorothea"),
        ("en", "ask the butler about the key", "butler"),
        ("ko", "모티머, 너는 누구니?", "모티머"),
        ("ko", "모티머에게 성에 대해 묻는다", "모티머"),
        ("ko", "재스퍼에게 미안하다고 말한다", "재스퍼"),
        ("ko", "오필리아야 안녕", "오필리아"),
        ("ko", "집사에게 열쇠에 대해 묻는다", "집사"),
    ],
)
async def test_who_is_called_and_not_here_is_said_not_to_be_here(
    table: Table, ghosts: int, lang: str, line: str, name: str
) -> None:
    table.lang = lang
    answer = await table.types(line, ghosts=[ghost(lang, which) for which in range(ghosts)])
    assert answer.tools == ["narrate"]
    assert name in answer.story
    assert {"en": "Whom do you mean", "ko": "누구를"}[lang] not in answer.story
    assert any(word in answer.story for word in ("not here", "nobody of that name", "없"))


async def test_a_name_that_was_met_elsewhere_is_remembered(english: Table) -> None:
    blank = {"name": "", "description": "", "blank": True, "doors": {"S": "Door"}}
    names: list[str] = []
    for x in range(20):
        made = await english.types("", turn="fill", ghosts=[], room=blank | {"position": [x, 9]})
        names += [one["name"].split()[0] for one in made.of("create_room").get("ghosts") or []]
    assert names
    assert "Wherever you met" in (await english.types(f"hello {names[0]}", ghosts=[])).story


async def test_two_ghosts_are_a_choice(english: Table, korean: Table) -> None:
    assert "Agatha the Unpaid or Silas the Damp?" in (await both(english, "hello")).story
    assert "품삯 못 받은 아가사와 축축한 사일러스 중 누구" in (await both(korean, "안녕")).story


@pytest.mark.parametrize(
    ("lang", "line", "which"),
    [
        ("en", "say to Silas: good evening", 1),
        ("en", "say hello to silas", 1),
        ("en", "tell silas I am sorry", 1),
        ("en", "ask the hangman who he is", 1),
        ("en", "whisper to Agatha that I won't hurt her", 0),
        ("ko", "사일러스에게 누구냐고 묻는다", 1),
        ("ko", "아가사에게 안녕하세요라고 말한다", 0),
        ("ko", "사일러스와 이야기한다", 1),
    ],
)
async def test_whom_the_line_says_it_to(table: Table, lang: str, line: str, which: int) -> None:
    table.lang = lang
    assert (await both(table, line)).of("ghost_says")["ghost_id"] == f"ghost{which}"


@pytest.mark.parametrize(
    ("lang", "line", "words"),
    [
        ("en", "say to Agatha: good evening", 'Bob to Agatha the Unpaid: "good evening"'),
        ("en", "I say hello to agatha", 'Bob to Agatha the Unpaid: "hello"'),
        ("en", "Agatha, who are you?", 'Bob to Agatha the Unpaid: "Agatha, who are you?"'),
        ("ko", "아가사에게 안녕하세요라고 말한다", 'Bob이 품삯 못 받은 아가사에게 말한다. "안녕하세요"'),
        ("ko", "아가사, 너는 누구니?", 'Bob이 품삯 못 받은 아가사에게 말한다. "아가사, 너는 누구니?"'),
    ],
)
async def test_others_hear_what_was_said_before_the_answer(
    table: Table, lang: str, line: str, words: str
) -> None:
    table.lang = lang
    assert (await table.types(line)).of("ghost_says")["onlookers"] == words


@pytest.mark.parametrize(
    ("lang", "line", "told"),
    [
        ("en", "ask Agatha about the castle", "Bob asks Agatha the Unpaid something."),
        ("en", "tell Agatha that I am sorry", "Bob says sorry to Agatha the Unpaid."),
        ("ko", "아가사에게 성에 대해 묻는다", "Bob이 품삯 못 받은 아가사에게 무언가를 묻는다."),
    ],
)
async def test_others_see_that_something_was_said(table: Table, lang: str, line: str, told: str) -> None:
    table.lang = lang
    assert (await table.types(line)).of("ghost_says")["onlookers"] == told


async def test_a_ghost_hears_its_name_in_the_other_language(table: Table, grammar: Grammar) -> None:
    """A player of English may type Korean, and the other way round."""
    looks = grammar.looks
    first, epithet = looks.men[1], looks.epithets[1]
    told, called = (Lang.EN, Lang.KO) if table.lang == "en" else (Lang.KO, Lang.EN)
    name = looks.name.say(told, {"first": first.say(told), "epithet": epithet.say(told)})
    line = {Lang.EN: "{}, who are you?", Lang.KO: "{}, 너는 누구니?"}[called].format(first.say(called))
    one = ghost(table.lang, 1, name=name)
    answer = await table.types(line, ghosts=[ghost(table.lang), one])
    assert answer.of("ghost_says")["ghost_id"] == one["id"]


@pytest.mark.parametrize(
    ("lang", "line", "thing"),
    [
        ("en", "ask the bathtub about the leaves", "bathtub"),
        ("en", "hello, bathtub", "bathtub"),
        ("ko", "욕조야 안녕", "욕조"),
        ("ko", "욕조에게 사과에 대해 묻는다", "욕조"),
    ],
)
async def test_a_thing_does_not_answer(table: Table, lang: str, line: str, thing: str) -> None:
    table.lang = lang
    answer = await table.types(line)
    assert answer.tools == ["narrate"]
    assert thing in answer.story


async def test_another_player_is_not_answered_for(english: Table) -> None:
    answer = await english.types("tell eve that I am sorry", players=[{"name": "Eve"}])
    assert answer.tools == ["narrate"]
    assert answer.story.startswith("Eve ")

"""Nouns of players and of rooms: particles, numbers, and what cannot be grasped."""

from __future__ import annotations

import re

import pytest

from mud.master.storyteller import Storyteller
from mud.master.storyteller.grammar import Grammar
from mud.master.storyteller.korean import Korean
from mud.master.storyteller.number import one_of, same_noun, several
from mud.master.storyteller.rooms import Rooms
from mud.world.grid import Position
from mud.world.model import Lang

from .conftest import Table

SENTENCE = re.compile(r"(?<=[.!?])\s+")
NOUNS = {
    Lang.EN: (re.compile(r"\b(?:a|an|the) ([a-z]{4,})\b"), "look at the {}"),
    Lang.KO: (re.compile(r"([가-힣]{2,})(?:을|를)\b"), "{} 본다"),
}
NO_THINGS = frozenset({"everything", "room", "무언가", "그것", "당신", "너머"})


@pytest.fixture(scope="module")
def tongue(grammar: Grammar) -> Korean:
    return Korean(grammar.verbs[Lang.KO])


@pytest.mark.parametrize(
    "noun",
    [
        "지도",
        "파도",
        "나이",
        "아이",
        "고양이",
        "종이",
        "사과",
        "바로",
        "피로",
        "도로",
        "벽난로",
        "화로",
        "통로",
        "미로",
        "지팡이",
        "손잡이",
        "곰팡이",
        "기와",
        "사랑",
        "마을",
        "노을",
        "상아",
        "회의",
    ],
)
def test_a_noun_that_ends_like_a_particle_is_whole(tongue: Korean, noun: str) -> None:
    assert tongue.bare(noun) == noun
    closed = (ord(noun[-1]) - 0xAC00) % 28
    assert tongue.bare(noun + ("을" if closed else "를")) == noun
    assert tongue.bare(noun + ("이" if closed else "가")) == noun
    assert tongue.bare(noun + "도") == noun
    verb = tongue.verb(f"{noun} 본다")
    assert verb is not None
    assert (verb.deed, verb.thing) == ("examine", noun)


@pytest.mark.parametrize(
    ("word", "noun"),
    [
        ("욕조를", "욕조"),
        ("상자에서", "상자"),
        ("아가사에게", "아가사"),
        ("문으로", "문"),
        ("칼로", "칼"),
        ("초상화도", "초상화"),
        ("방은", "방"),
    ],
)
def test_a_particle_is_taken_off(tongue: Korean, word: str, noun: str) -> None:
    assert tongue.bare(word) == noun


@pytest.mark.parametrize("word", ["오렌지은", "문를", "상자을", "문가"])
def test_what_cannot_follow_that_sound_is_no_particle(tongue: Korean, word: str) -> None:
    assert tongue.bare(word) == word


def test_a_word_of_the_room_is_whole_though_no_list_has_it(tongue: Korean) -> None:
    verb = tongue.verb("두루마기도 두리가 본다", seen="낡은 두리가를 걸친 의자")
    assert verb is not None
    assert verb.thing.endswith("두리가")


@pytest.mark.parametrize("line", ["look at yourself", "examine me", "look at myself", "look at me"])
async def test_one_can_look_at_oneself(english: Table, line: str) -> None:
    assert "Bob" in (await english.types(line)).story


@pytest.mark.parametrize("line", ["나를 봐", "나를 살펴본다", "자신을 본다"])
async def test_one_can_look_at_oneself_in_korean_too(korean: Table, line: str) -> None:
    """Not at the word of the room's text that sounds like it."""
    room = {"description": "비누 냄새가 나는데, 파리들은 그것을 추문으로 여긴다."}
    answer = await korean.types(line, room=room)
    assert "Bob" in answer.story
    assert "파리" not in answer.story


async def test_the_map_on_the_wall_can_be_looked_at(korean: Table) -> None:
    room = {"description": "벽에는 낡은 지도가 걸려 있고, 재투성이 화로가 식어 간다."}
    assert "지도" in (await korean.types("지도 본다", room=room)).story
    assert "지도를" in (await korean.types("지도를 가져간다", room=room)).of("narrate")["onlookers"]
    assert "화로" in (await korean.types("화로를 살펴본다", room=room)).story


@pytest.mark.parametrize(
    ("noun", "told"),
    [
        ("chest", "chest"),
        ("oil portraits", "nearest of the oil portraits"),
        ("leaves", "nearest of the leaves"),
        ("spectacles", "pair of spectacles"),
        ("canvas", "canvas"),
        ("glass", "glass"),
        ("dust", "dust"),
        ("", ""),
    ],
)
def test_one_of_several(noun: str, told: str) -> None:
    assert one_of(noun) == told
    assert several(noun) == (told != noun)


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("portrait", "portraits", True),
        ("leaf", "leaves", True),
        ("box", "boxes", True),
        ("lady", "ladies", True),
        ("pie", "pies", True),
        ("glass", "glas", False),
        ("canvas", "canva", False),
    ],
)
def test_the_same_noun_in_another_number(one: str, two: str, same: bool) -> None:
    assert same_noun(one, two) is same


@pytest.mark.parametrize(
    "noun", ["dust", "light", "silence", "smoke", "darkness", "air", "cold", "moonlight"]
)
@pytest.mark.parametrize("verb", ["look at", "take", "touch", "smell", "eat", "listen to", "search", "open"])
async def test_what_cannot_be_counted_gets_no_article_for_one(english: Table, verb: str, noun: str) -> None:
    answer = await english.types(f"{verb} the {noun}", ghosts=[])
    assert answer.tools == ["narrate"]
    assert f" a {noun}" not in answer.story
    assert f" an {noun}" not in answer.story
    assert f"one of the {noun}" not in answer.story
    assert "nearest of" not in answer.story


@pytest.mark.parametrize("lang", Lang)
async def test_what_a_room_tells_of_can_be_looked_at(
    storyteller: Storyteller, grammar: Grammar, lang: Lang
) -> None:
    """The answer tells again what the room's own text says of it, and calls no tool but the story."""
    rooms = Rooms(grammar, "looks")
    nouns, line = NOUNS[lang]
    looked = 0
    for x in range(12):
        texts = rooms.texts(Position(0, x, 3))
        description = texts.description[lang]
        room = {"name": texts.name[lang], "description": description, "position": [x, 3]}
        for noun in sorted({*nouns.findall(description.lower())} - NO_THINGS):
            answer = await Table(storyteller, lang.value).types(line.format(noun), room=room, ghosts=[])
            assert answer.tools == ["narrate"]
            told = [one for one in SENTENCE.split(description) if one in answer.story]
            assert any(noun in one.lower() for one in told), noun
            looked += 1
    assert looked > 30

"""Talking with ghosts."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from mud.master.storyteller import Storyteller
from mud.master.storyteller.grammar import Grammar
from mud.world.model import Lang

from .conftest import Table, ghost

TALK = {
    "en": [
        "hello", "who are you?", "how did you die?", "hello again", "what is this castle?", "you fool", "sorry", "thank you",
        "what do you want?", "do you remember me?", "tell me about the moon", "tell me about the sea", "nice weather", "hm", "yes",
        "no", "hello", "how did you die?", "how did you die?", "you are beautiful", "a joke please", "goodbye", "hello", "what time is it?",
        "who else is here?", "where is the treasure?", "is it dangerous?", "how are you?", "which way is out?", "which way is out?",
    ],
    "ko": [
        "안녕", "누구세요?", "어떻게 죽었나요?", "안녕하세요", "이 성은 뭔가요?", "바보", "미안해요", "고마워요", "뭘 원해요?",
        "나를 기억해요?",
        "달에 대해 말해 줘요", "바다에 대해 말해 줘요", "날씨가 좋네", "흠", "네", "아니요", "안녕", "어떻게 죽었나요?",
        "어떻게 죽었나요?", "아름다우세요",
        "농담 하나 해요", "안녕히 계세요", "안녕",
        "몇 시예요?", "또 누가 있나요?", "보물은 어디 있죠?", "위험한가요?", "기분이 어때요?", "나가는 길은?", "나가는 길은?",
    ],
}  # fmt: skip


def voices(grammar: Grammar) -> dict[str, str]:
    return {name: voice.core.say(Lang.EN) for name, voice in grammar.voices.root.items()}


@pytest.mark.parametrize("score", [None, 60, -40])
async def test_thirty_lines_with_one_ghost_repeat_no_answer(
    table: Table, grammar: Grammar, score: int | None
) -> None:
    for core in voices(grammar).values():
        table.history.clear()
        answers = []
        for line in TALK[table.lang]:
            one = ghost(
                table.lang, character=f"{core.capitalize()}, and is waiting for a letter.", score=score
            )
            answers.append((await table.says(line, ghosts=[one])).of("ghost_says"))
        assert len(answers) == 30
        assert len({answer["words"] for answer in answers}) == 30
        assert len({answer["in_other_language"] for answer in answers}) == 30


async def test_one_line_thirty_times_gets_thirty_answers(table: Table) -> None:
    line = {"en": "hello", "ko": "안녕"}[table.lang]
    answers = {(await table.says(line)).of("ghost_says")["words"] for _ in range(30)}
    assert len(answers) == 30


async def test_no_answer_comes_twice_when_the_history_is_gone_but_the_talks_are_counted(table: Table) -> None:
    answers = set()
    for talks in range(30):
        table.history.clear()
        answer = await table.says("hello", ghosts=[ghost(table.lang, talks=talks)])
        answers.add(answer.of("ghost_says")["words"])
    assert len(answers) == 30


async def test_voices_differ(table: Table, grammar: Grammar) -> None:
    """To the same words, no two kinds of ghosts begin alike, nor end alike the next time."""
    first, second = {}, {}
    for name, core in voices(grammar).items():
        table.history.clear()
        one = ghost(table.lang, character=f"{core.capitalize()}.")
        first[name] = (await table.says("hello", ghosts=[one])).of("ghost_says")["words"]
        second[name] = (await table.says("hello", ghosts=[one])).of("ghost_says")["words"]
    assert len(first) >= 12
    assert len({words[:8] for words in first.values()}) == len(first)
    assert len({words[-8:] for words in second.values()}) == len(second)


@pytest.mark.parametrize("lang", Lang)
async def test_no_phrase_of_a_voice_comes_in_line_after_line(
    storyteller: Storyteller, grammar: Grammar, lang: Lang
) -> None:
    table = Table(storyteller, lang.value)
    voice = grammar.voices.root["librarian"]
    turns = [(await table.says("hm")).of("ghost_says")["words"] for _ in range(12)]
    for phrase in (*voice.openers, *voice.closers):
        heard = [turn for turn, words in enumerate(turns) if phrase.say(lang) in words]
        assert all(later - earlier > 6 for earlier, later in pairwise(heard))
    assert all(one[:12] != two[:12] and one[-12:] != two[-12:] for one, two in pairwise(turns))


async def test_some_answers_have_neither_opener_nor_closer(
    storyteller: Storyteller, grammar: Grammar
) -> None:
    table = Table(storyteller, "en")
    voice = grammar.voices.root["librarian"]
    frames = [phrase.say(Lang.EN) for phrase in (*voice.openers, *voice.closers)]
    turns = [(await table.says("hm")).of("ghost_says")["words"] for _ in range(30)]
    plain = [words for words in turns if not any(frame.lower() in words.lower() for frame in frames)]
    assert len(plain) == 10


async def test_others_read_the_question_before_the_answer(table: Table) -> None:
    line = {"en": "Agatha, how did you die?", "ko": "아가사, 어떻게 죽었어?"}[table.lang]
    answer = await table.types(line)
    assert answer.tools == ["ghost_says", "update_ghost_opinion", "narrate"]
    said = answer.of("ghost_says")
    assert "Bob" in said["onlookers"]
    assert line in said["onlookers"]
    assert "Bob" in said["onlookers_in_other_language"]
    assert line not in said["onlookers_in_other_language"], "the words stand in one language only"
    assert "onlookers" not in answer.of("narrate")


async def test_others_are_told_of_what_was_not_said_word_for_word(english: Table) -> None:
    said = (await english.types("thank Agatha")).of("ghost_says")
    assert said["onlookers"] == "Bob thanks Agatha the Unpaid."
    assert said["onlookers_in_other_language"] == "Bob이 품삯 못 받은 아가사에게 고맙다고 한다."


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("hello there", "greet"), ("thank you so much", "thank"), ("you stupid old fool", "insult"), ("please spare me", "beg"),
        ("I am so sorry", "apologise"), ("you look lovely tonight", "flatter"), ("goodbye", "farewell"),
        ("I will destroy you", "threaten"), ("don't be sad", "comfort"), ("the weather is fine", "remark"),
        ("안녕하세요", "greet"), ("정말 고맙습니다", "thank"), ("멍청한 것", "insult"), ("제발 살려 주세요", "beg"),
        ("죄송합니다", "apologise"),
        ("참 아름답군요", "flatter"), ("안녕히 가세요", "farewell"), ("후회하게 해 주지", "threaten"), ("울지 마세요", "comfort"),
        ("눈이 오네", "remark"),
    ],
)  # fmt: skip
async def test_an_answer_fits_what_was_said(english: Table, grammar: Grammar, line: str, act: str) -> None:
    """Whatever the language of the line, the answer is in the player's."""
    words = (await english.says(line)).of("ghost_says")["words"]
    known = {"player": "Bob", "room": "the Infirmary of the Blue Candles"}
    contents = [
        phrase.en.fill(known).text
        for phrase in grammar.talk.acts[act].lines
        if phrase.en.names <= known.keys()
    ]
    assert any(
        content.lower() in words.lower() or content[:1].upper() + content[1:] in words for content in contents
    )


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        ("what is this castle?", "castle"), ("what is your name?", "name"), ("how did you die?", "death"), ("who are you?", "self"),
        ("how do I get out?", "way"), ("where is the gold?", "treasure"), ("what do you think of me?", "listener"),
    ],
)  # fmt: skip
async def test_a_question_is_answered_by_its_topic(
    english: Table, grammar: Grammar, line: str, topic: str
) -> None:
    words = (await english.says(line)).of("ghost_says")["words"].lower()
    known = {
        "player": "Bob",
        "ghost": "Agatha the Unpaid",
        "ways": "north and south",
        "ways_or": "north or south",
    }
    voice = grammar.voices.root["librarian"]
    phrases = [*grammar.talk.topics[topic].lines, *{"self": voice.life, "death": voice.death}.get(topic, [])]
    assert any(phrase.en.fill(known).text.lower() in words for phrase in phrases)


async def test_the_way_out_is_told_as_the_room_has_it(english: Table) -> None:
    words = (await english.says("where are the doors?")).of("ghost_says")["words"]
    assert re.search("north (and|or) south", words)
    assert "east" not in words
    assert "west" not in words


async def test_opinions_move_with_what_is_said(table: Table) -> None:
    kind, rude = {"en": ("thank you", "you idiot"), "ko": ("고마워요", "바보")}[table.lang]
    up = (await table.says(kind, ghosts=[ghost(table.lang, score=10)])).of("update_ghost_opinion")
    down = (await table.says(rude, ghosts=[ghost(table.lang, score=10)])).of("update_ghost_opinion")
    assert up["score"] > 10 > down["score"]
    assert up["ghost_id"] == down["ghost_id"] == "ghost0"
    assert up["opinion"] != down["opinion"]
    assert "Bob" in up["opinion"]


@pytest.mark.parametrize("score", [-100, 100])
async def test_scores_stay_in_bounds(english: Table, score: int) -> None:
    for line in ("thank you", "you idiot"):
        told = (await english.says(line, ghosts=[ghost(score=score)])).of("update_ghost_opinion")["score"]
        assert -100 <= told <= 100


async def test_a_talk_is_one_answer_that_ends_with_the_story(table: Table) -> None:
    answer = await table.says("hello")
    assert answer.tools == ["ghost_says", "update_ghost_opinion", "narrate"]
    assert answer.of("ghost_says")["words"] not in answer.story
    assert "onlookers" not in answer.of("ghost_says")
    assert "onlookers" not in answer.of("narrate"), "what was said aloud is known to all"


async def test_liking_and_hate_can_be_heard(english: Table, grammar: Grammar) -> None:
    said = {}
    for score in (-80, -30, 0, 50):
        english.history.clear()
        said[score] = (await english.says("hello", ghosts=[ghost(score=score)])).of("ghost_says")["words"]
    assert len(set(said.values())) == 4
    assert any(phrase.say(Lang.EN, {"player": "Bob"}) in said[-80] for phrase in grammar.talk.moods.hateful)
    assert any(phrase.say(Lang.EN, {"player": "Bob"}) in said[50] for phrase in grammar.talk.moods.warm)


async def test_a_ghost_remarks_on_a_likeness_once(english: Table) -> None:
    likeness: dict[str, Any] = {"player": {"likeness": "Robert"}}
    first = (await english.says("hello", **likeness)).of("ghost_says")["words"]
    second = (await english.says("hello", **likeness)).of("ghost_says")["words"]
    assert "Robert" in first
    assert "Robert" not in second


async def test_what_a_ghost_recalls_can_be_asked_for(english: Table) -> None:
    one = ghost(recalls=["Bob danced with the armour."])
    answers = [(await english.says("do you remember me?", ghosts=[one])).of("ghost_says") for _ in range(6)]
    recalled = [answer for answer in answers if "danced with the armour" in answer["words"]]
    assert recalled
    assert all("in_other_language" not in answer for answer in recalled), (
        "a memory stands in one language only"
    )


class TestWhom:
    async def both(self, table: Table, line: str, **more: Any) -> Any:
        return await table.types(line, ghosts=[ghost(table.lang), ghost(table.lang, 1)], **more)

    async def test_the_one_that_is_named(self, english: Table) -> None:
        assert (await self.both(english, "ask Silas about the castle")).of("ghost_says")[
            "ghost_id"
        ] == "ghost1"
        assert (await self.both(english, "ask agahta about the castle")).of("ghost_says")[
            "ghost_id"
        ] == "ghost0"

    async def test_the_one_that_is_named_in_korean(self, korean: Table) -> None:
        answer = await self.both(korean, "사일러스에게 성에 대해 묻는다")
        assert answer.of("ghost_says")["ghost_id"] == "ghost1"

    async def test_the_one_spoken_to(self, table: Table) -> None:
        answer = await self.both(table, "hello", spoken=True, to="ghost1")
        assert answer.of("ghost_says")["ghost_id"] == "ghost1"

    async def test_the_one_that_the_line_calls_by_its_calling(self, english: Table) -> None:
        answer = await self.both(english, "ask the hangman about death")
        assert answer.of("ghost_says")["ghost_id"] == "ghost1"

    async def test_the_one_that_spoke_last(self, table: Table) -> None:
        await self.both(table, "hello", spoken=True, to="ghost1")
        assert (await self.both(table, "thank you")).of("ghost_says")["ghost_id"] == "ghost1"

    async def test_else_the_player_is_asked(self, english: Table) -> None:
        answer = await self.both(english, "hello")
        assert answer.tools == ["narrate"]
        assert "Agatha the Unpaid or Silas the Damp" in answer.story

    async def test_nobody_answers_in_an_empty_room(self, table: Table) -> None:
        answer = await table.types("hello", ghosts=[])
        assert answer.tools == ["narrate"]


async def test_a_players_words_are_no_template(english: Table) -> None:
    words = (await english.says("tell me about {player} and {0}")).of("ghost_says")["words"]
    assert "{" not in words
    assert json.dumps(words)

"""The story comes through whole and once, however the stream is cut."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.agent.scripted import ScriptedModel, Use
from mud.agent.story import StoryReader
from tests.agent.support import Run

TRICKY = 'Say "문을 여세요" — \\n is not a line\nbreak; \\ud83d, 😀🏚️, é, tab\t, / and \\/ end\u2028'

stories = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from('"\\\n😀문')), min_size=1, max_size=60
)


def written(story: str, *, ascii_only: bool) -> str:
    return json.dumps({"onlookers": "x", "story": story, "after": [1, "story"]}, ensure_ascii=ascii_only)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_cut_at_every_place_shows_a_beginning_of_the_story(ascii_only: bool) -> None:
    text = written(TRICKY, ascii_only=ascii_only)
    for place in range(len(text) + 1):
        reader = StoryReader("story", 500)
        first = reader.read(text[:place])
        assert TRICKY.startswith(first)
        first.encode()
        assert first + reader.read(text) == TRICKY


@given(story=stories, ascii_only=st.booleans(), sizes=st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_pieces_add_up_to_the_story(story: str, ascii_only: bool, sizes: list[int]) -> None:
    text = written(story, ascii_only=ascii_only)
    reader = StoryReader("story", 500)
    told, end, turn = "", 0, 0
    while end < len(text):
        end += sizes[turn % len(sizes)]
        turn += 1
        piece = reader.read(text[:end])
        piece.encode()
        told += piece
    assert told == story.lstrip()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1_000])
@pytest.mark.parametrize("ascii_only", [True, False])
async def test_a_run_shows_the_story_once_for_every_size_of_piece(size: int, ascii_only: bool) -> None:
    call = Use("narrate", json.dumps({"story": TRICKY}, ensure_ascii=ascii_only))
    run = Run(ScriptedModel([[Use("walk", {"way": "N"}), call]], sizes=[size]))
    outcome = await run.says()
    assert outcome.story == "".join(run.notebook.pieces) == TRICKY
    assert run.house.told == [f"{TRICKY}|None"]
    assert run.house.at == 1
    assert size > 5 or len(run.notebook.pieces) > 10


@pytest.mark.parametrize(
    ("text", "story"),
    [
        ('{"story": "a\nb"}', "a\nb"),
        ('{"story": "a \\ud83d b"}', "a � b"),
        ('{"story": "a \ud83d\ude00 b"}', "a 😀 b"),
        ('{"story": 12}', "12"),
        ('{"story": "  a"}', "a"),
    ],
)
async def test_what_cannot_be_read_as_it_arrives_is_told_at_the_end(text: str, story: str) -> None:
    run = Run(ScriptedModel([[Use("narrate", text)]], sizes=[1]))
    assert (await run.says()).story == story == "".join(run.notebook.pieces)
    assert run.house.told == [f"{story}|None"]


async def test_a_story_written_twice_is_not_mixed() -> None:
    run = Run(ScriptedModel([[Use("narrate", '{"story": "First.", "story": "Second."}')]], sizes=[1]))
    assert (await run.says()).story == "First."


def test_nothing_is_given_beyond_the_limit() -> None:
    reader = StoryReader("story", 3)
    assert reader.read('{"story": "abcd') == "abc"
    assert reader.read('{"story": "abcdef"}') == ""

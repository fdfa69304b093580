"""The storyteller's files: what is wrong with one is said with its name and place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from mud.files import Files
from mud.master.storyteller import GrammarError
from mud.master.storyteller.grammar import Grammar, load
from mud.master.storyteller.permute import CELLS

READ = Files().config_text
SMELLS = re.compile(r"\[smell\]\nframes =(.*?)\na = \[.*?\n\]", re.DOTALL)


def changed(file: str, change: Callable[[str], str]) -> Callable[[str], str]:
    def read(name: str) -> str:
        text = READ(name)
        if name != f"storyteller/{file}":
            return text
        other = change(text)
        assert other != text
        return other

    return read


@pytest.mark.parametrize(
    ("file", "change", "why"),
    [
        ("talk.toml", lambda text: text + "\n[", "Expected|Invalid|expected"),
        (
            "talk.toml",
            lambda text: text.replace("Good evening, {player}", "Good evening, {plyer}"),
            "no such slot: plyer",
        ),
        ("talk.toml", lambda text: text.replace("{player:은/는}", "{player:은}", 1), "particle"),
        ("talk.toml", lambda text: text.replace("[acts.greet]", "[acts.greet]\nscroe = 1", 1), "scroe"),
        ("names.toml", lambda text: text.replace('["Chapel", "예배당"]', '["Chapel"]'), "not a pair"),
        (
            "names.toml",
            lambda text: text.replace('["Chapel", "예배당"]', '["Library", "예배당"]'),
            "twice the same: 'Library'",
        ),
        ("names.toml", lambda text: text.replace('["Chapel", "예배당"],', ""), "too few"),
        (
            "dangers.toml",
            lambda text: text.replace('"검은 우물", "drink"', '"검은 우물", "swim"'),
            "no way 'swim'",
        ),
        ("voices.toml", lambda text: text.replace('names = "men"', 'names = "cats"', 1), "women"),
        ("voices.toml", lambda text: text.replace('"threaten"]', '"threatn"]', 1), "threatn"),
        ("verbs.en.toml", lambda text: text.replace("\nexamine =", "\nexmine =", 1), "exmine"),
        (
            "sentences.toml",
            lambda text: SMELLS.sub(r'[smell]\nframes =\1\na = [["x", "y"]]', text),
            "too short",
        ),
    ],
)
def test_a_bad_file_is_named(file: str, change: Callable[[str], str], why: str) -> None:
    with pytest.raises(GrammarError, match=why) as caught:
        load(changed(file, change))
    assert caught.value.values["file"] == file


def test_an_operator_may_add_to_every_list() -> None:
    """A longer list changes nothing that the code rests on."""
    load(
        changed(
            "sentences.toml",
            lambda text: text.replace('["camphor", "장뇌"]', '["camphor", "장뇌"], ["snow", "눈"]'),
        )
    )


def test_the_lists_are_rich(grammar: Grammar) -> None:
    names = grammar.names
    assert len(names.kinds) >= 60
    assert sum(len(pattern.words) for pattern in names.patterns.values()) >= 240
    assert len(names.kinds) * sum(len(pattern.words) for pattern in names.patterns.values()) >= CELLS
    assert len(grammar.voices.root) >= 12
    assert grammar.prime**3 >= CELLS


def test_no_two_lines_of_a_ghost_are_equal(grammar: Grammar) -> None:
    """Answers differ because their middle parts do."""
    lines = [line.en for act in grammar.talk.acts.values() for line in act.lines]
    lines += [line.en for topic in grammar.talk.topics.values() for line in topic.lines]
    assert len(lines) == len({line.pieces for line in lines})

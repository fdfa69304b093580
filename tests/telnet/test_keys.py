"""What is typed is what was meant, and commands no terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.telnet.keys import typed


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (";\bl", "l"),
        ("bobby\x7f", "bobb"),
        ("한글\x7f\x7f굴", "굴"),
        ("e\u0301\x7fa", "a"),
        ("\x7f\x7fhi", "hi"),
        ("go north\x17south", "go south"),
        ("go north  \x17south", "go south"),
        ("drop all\x15look", "look"),
    ],
)
def test_editing(keys: str, meant: str) -> None:
    assert typed(keys) == meant


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        ("\x1b[Alook", "look"),  # arrow up
        ("loo\x1b[1;5Dk", "look"),
        ("\x1bOPlook", "look"),  # F1
        ("say \x1b[2J\x1b]0;title\x07hi\x07", "say hi"),
        ("a\x9b2Jb", "ab"),
        ("\x1b[A\x7flook", "look"),  # the arrow leaves nothing to erase
        ("abc\x1b[", "abc"),
    ],
)
def test_escape_sequences_go_whole(keys: str, meant: str) -> None:
    assert typed(keys) == meant


def test_reordering_and_hidden_characters_go_but_joined_emoji_stay() -> None:
    assert typed("\u202eevil\u200b\ufeff") == "evil"
    assert typed("👩\u200d👧") == "👩\u200d👧"


def test_tabs_and_line_separators_are_spaces() -> None:
    assert typed("a\tb\u2028c") == "a b c"


def test_the_result_is_composed() -> None:
    assert typed(unicodedata.normalize("NFD", "한글 é")) == "한글 é"


def test_marks_do_not_tower() -> None:
    assert typed("Z" + "\u0316\u0344" * 30) == "Z" + "\u0316" * 8


@given(st.text())
def test_the_result_is_composed_and_free_of_controls(keys: str) -> None:
    meant = typed(keys)
    assert unicodedata.is_normalized("NFC", meant)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in meant)
    assert typed(meant) == meant

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.text import clean, paragraphs
from mud.world.characters import MOST_MARKS, unstacked

SEAL = "\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82"  # the tallest letter in use
HEBREW = "\u05e9\u05bc\u05c1\u05b8\u0596"  # a letter with its dots, vowel and accent

hostile = st.lists(
    st.one_of(
        st.text(max_size=4),
        st.sampled_from(
            [
                "\x1b",
                "\x1b[",
                "\x1b]",
                "\x9b",
                "\x9d",
                "\x07",
                "\x1b\\",
                "\x9c",
                "31m",
                "0;title",
                "\n",
                "\u202e",
                "\ud800",
            ]
        ),
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("a cold wind", "a cold wind"),
        ("바람이 분다", "바람이 분다"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b1;31mred", "red"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("\x1b[?1049hscreen", "screen"),
        ("\x1b]0;a title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;ZXZpbA==\x9ctext", "text"),
        ("\x1bP1$r\x1b\\text", "text"),
        ("\x1b_Gf=100;AAAA\x1b\\text", "text"),
        ("\x1b]0;never ended", "0;never ended"),
        ("\x1bc reset", " reset"),
        ("\x1b(0lines", "lines"),
        ("bell\x07 back\x08 null\x00 delete\x7f", "bell back null delete"),
        ("\x1b\x1b[31m[31mtwice", "[31mtwice"),
        ("one\r\ntwo\tthree", "one two three"),
        ("one\u2028two\x85three", "one two three"),
        ("evil \u202etxt.exe\u202c \u2066x\u2069", "evil txt.exe x"),
        ("in\u200bvi\ufeffsi\u00adble\u2060", "invisible"),
        ("a\U000e0041\U000e0042b", "ab"),
        ("👨‍👩‍👧 ☃️", "👨‍👩‍👧 ☃️"),
        ("می‌خواهم", "می‌خواهم"),
        ("lone \ud800 half", "lone � half"),
        ("\x1bOPkey", "key"),
        ("Z" + "\u0300" * 30 + "algo", "Z" + "\u0300" * 8 + "algo"),
        ("Z" + "\u0300\u200d" * 30 + "algo", "Z" + "\u0300\u200d" * 4 + "algo"),
        (SEAL, SEAL),
        (HEBREW, HEBREW),
        ("", ""),
    ],
)
def test_what_is_left(dirty: str, shown: str) -> None:
    assert clean(dirty) == shown


@given(hostile)
def test_nothing_that_commands_a_terminal_is_left(text: str) -> None:
    left = clean(text)
    assert {unicodedata.category(c) for c in left if c not in "\u200c\u200d"}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )
    left.encode("utf-8")


@given(hostile)
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "M"])))
def test_readable_text_is_not_touched_but_for_towers_of_marks(text: str) -> None:
    assert clean(text) == unstacked(text)


@given(st.text(alphabet=st.sampled_from("aé가\u0301\u0323\u0e34\u200d ")))
def test_no_character_bears_more_marks_than_a_script_needs(text: str) -> None:
    marks = [len(run) for run in re.findall("[\u0301\u0323\u0e34\u200d]+", clean(text))]
    assert max(marks, default=0) <= MOST_MARKS


def test_paragraphs_are_parted_by_line_ends() -> None:
    assert paragraphs("One.\n\n  Two.\r\n\x1b[1mThree.\x1b[0m\n \t\n") == ["One.", "Two.", "Three."]
    assert paragraphs("") == []

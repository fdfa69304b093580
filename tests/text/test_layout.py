from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from mud.text import Block, Line, Meaning, Span, clean, lay_out, paint
from mud.text.layout import SGR, cells, wrap

texts = st.text(
    alphabet=st.one_of(
        st.sampled_from(" aé\u0301\u200d한글漢👩👧🏽🇰🇷☃\ufe0f\n\x1b"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)
lines = st.lists(st.builds(Span, texts, st.sampled_from([None, *Meaning])), max_size=5).map(
    lambda spans: Line(tuple(spans))
)


def rows(text: str, width: int) -> list[str]:
    return lay_out(Block.of(Line.of(text)), width).split("\n")[:-1]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("a cold wind", 11, ["a cold wind"]),
        ("a cold wind", 10, ["a cold", "wind"]),
        ("a cold wind", 6, ["a cold", "wind"]),
        ("a   cold", 4, ["a", "cold"]),
        ("a  b  c", 4, ["a  b", "c"]),
        ("  indented words", 10, ["  indented", "    words"]),
        ("trailing   ", 8, ["trailing"]),
        ("차가운 바람이 분다", 13, ["차가운 바람이", "분다"]),
        ("차가운 바람이 분다", 12, ["차가운", "바람이 분다"]),
        ("가나다라마", 5, ["가나", "다라", "마"]),
        ("see abcdefghij k", 4, ["see", "abcd", "efgh", "ij k"]),
        ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]),
        ("👨‍👩‍👧", 1, ["👨‍👩‍👧"]),
        ("e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]),
        ("🇰🇷🇰🇷", 3, ["🇰🇷", "🇰🇷"]),
        ("가나", 1, ["가", "나"]),
        ("ab", 0, ["a", "b"]),
        ("ab", -3, ["a", "b"]),
        ("", 10, [""]),
        ("     ", 3, [""]),
        (" 0000", 2, ["00", " 0", " 0"]),
        ("  abcdefgh", 6, ["abcdef", "   gh"]),
    ],
)
def test_rows(text: str, width: int, expected: list[str]) -> None:
    assert rows(text, width) == expected


@given(lines, st.integers(min_value=-1, max_value=40))
def test_no_row_is_wider_than_the_window_or_one_character(line: Line, width: int) -> None:
    for row in wrap(line, width):
        assert cells(row.text) <= max(width, 0) or len(list(iter_graphemes(row.text))) == 1


@given(lines, st.integers(min_value=-1, max_value=40))
def test_wrapping_loses_nothing_but_spaces(line: Line, width: int) -> None:
    whole = clean("".join(clean(span.text) for span in line.spans))
    assert "".join(row.text for row in wrap(line, width)).replace(" ", "") == whole.replace(" ", "")


@given(lines, st.integers(min_value=1, max_value=40))
def test_colour_changes_nothing_but_the_looks(line: Line, width: int) -> None:
    coloured = lay_out(Block.of(line), width, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == lay_out(Block.of(line), width)


@given(lines, st.integers(min_value=0, max_value=40), st.booleans())
def test_the_only_controls_are_line_ends_and_closed_colours(line: Line, width: int, colour: bool) -> None:
    for row in lay_out(Block.of(line), width, colour=colour).removesuffix("\n").split("\n"):
        left = re.sub(r"\x1b\[[0-9;]+m[^\x1b]+\x1b\[0m", "", row)
        assert clean(left) == left


def test_meanings_survive_a_break() -> None:
    line = Line((Span("Alice", Meaning.PLAYER), Span("가 "), Span("the Drowned Chapel", Meaning.TITLE)))
    assert [row.spans for row in wrap(line, 12)] == [
        (Span("Alice", Meaning.PLAYER), Span("가 "), Span("the", Meaning.TITLE)),
        (Span("Drowned", Meaning.TITLE),),
        (Span("Chapel", Meaning.TITLE),),
    ]


def test_colours() -> None:
    line = Line((Span("Agatha", Meaning.GHOST), Span(": "), Span("run", Meaning.DANGER)))
    assert (
        lay_out(Block.of(line, Line()), 80, colour=True) == "\x1b[35mAgatha\x1b[0m: \x1b[1;31mrun\x1b[0m\n\n"
    )
    assert lay_out(Block.of(line, Line()), 80) == "Agatha: run\n\n"


def test_a_prompt_is_painted_without_an_end() -> None:
    prompt = Line.of("Na\x07me: ", Meaning.PROMPT)
    assert paint(prompt) == paint(prompt, colour=True) == "Name: "


def luminance(red: int, green: int, blue: int) -> float:
    """WCAG 2.2, "relative luminance"."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_every_colour_is_legible_on_black_and_on_white() -> None:
    xterm = {"31": (205, 0, 0), "35": (205, 0, 205)}
    for looks in SGR.values():
        for code in set(looks.split(";")) - {"1", "2", "4"}:
            light = luminance(*xterm[code])
            assert (light + 0.05) / 0.05 >= 3
            assert 1.05 / (light + 0.05) >= 3


def test_an_entry_of_a_list_goes_on_further_in() -> None:
    entry = Line.of("  say: say something aloud to all who are here with you")
    assert lay_out(Block.of(entry), 24) == (
        "  say: say something\n    aloud to all who are\n    here with you\n"
    )
    assert all(cells(row.text) <= 11 for row in wrap(Line.of("  가나다라마바사 아자차카타파하"), 11))

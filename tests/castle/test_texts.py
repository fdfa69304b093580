"""The last check before words become part of the world."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.castle.errors import BadText
from mud.castle.texts import checked


@given(st.text())
def test_what_passes_is_clean_and_passes_again(text: str) -> None:
    try:
        result = checked("text", text, 100)
    except BadText:
        return
    assert 0 < len(result) <= 100
    assert result == result.strip() and "\n" not in result and "  " not in result
    assert unicodedata.is_normalized("NFC", result)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in result)
    assert checked("text", result, 100) == result


@pytest.mark.parametrize(
    "nothing", ["", " ", "\n\t ", "\u200d", "\u200b\ufeff", "\u3164\u3164", "\u2800", "\u0301", "\x1b\x07"]
)
def test_a_text_that_shows_nothing_is_refused(nothing: str) -> None:
    with pytest.raises(BadText) as refusal:
        checked("name", nothing, 80)
    assert refusal.value.values == {"field": "name", "most": 80}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  The   Hall\n", "The Hall"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("one\r\ntwo", "one two"),
        ("정원", "정원"),
        (unicodedata.normalize("NFD", "정원"), "정원"),
        ("\u202eevil", "evil"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_what_is_kept(given: str, kept: str) -> None:
    assert checked("text", given, 80) == kept


def test_paragraphs_stay_where_they_may() -> None:
    assert checked("description", "One.\n\n  Two.\n", 80, paragraphs=True) == "One.\nTwo."


def test_length_is_counted_after_cleaning() -> None:
    assert checked("name", "  " + "a" * 80 + "  ", 80) == "a" * 80
    with pytest.raises(BadText):
        checked("name", "a" * 81, 80)

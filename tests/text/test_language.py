from __future__ import annotations

import pytest

from mud.text import has_hangul, parse_language
from mud.world.model import Lang


@pytest.mark.parametrize(
    ("word", "lang"),
    [
        ("english", Lang.EN),
        ("English", Lang.EN),
        (" EN ", Lang.EN),
        ("영어", Lang.EN),
        ("en_GB.UTF-8", Lang.EN),
        ("ko", Lang.KO),
        ("Korean", Lang.KO),
        ("한국어", Lang.KO),
        ("ko_KR.UTF-8", Lang.KO),
        ("ko-KR", Lang.KO),
        ("de_DE", None),
        ("klingon", None),
        ("C", None),
        ("", None),
    ],
)
def test_names_of_languages(word: str, lang: Lang | None) -> None:
    assert parse_language(word) is lang


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("문을 연다", True),
        ("ㅋㅋ", True),
        ("say 안녕", True),
        ("\u1112\u1161\u11ab", True),
        ("open", False),
        ("漢字", False),
        ("", False),
    ],
)
def test_hangul(text: str, expected: bool) -> None:
    assert has_hangul(text) is expected

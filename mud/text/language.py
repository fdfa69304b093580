"""Languages: how a player names one, and in which a line seems to be written."""

from __future__ import annotations

import re

from mud.world.model import Lang

_NAMES = {
    Lang.EN: frozenset({"en", "eng", "english", "영어"}),
    Lang.KO: frozenset({"ko", "kor", "kr", "korean", "hangul", "한국어", "한국말", "한글", "우리말"}),
}
_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7a3\ud7b0-\ud7ff]")


def has_hangul(text: str) -> bool:
    """Whether any letter of the text is Hangul."""
    return _HANGUL.search(text) is not None


def parse_language(name: str) -> Lang | None:
    """The language that somebody means by "English", "영어", "ko" or a locale such as "ko_KR.UTF-8"; None for any other word."""
    word = name.strip().casefold()
    locale = re.split(r"[-_.@]", word, maxsplit=1)[0]
    return next((lang for lang, names in _NAMES.items() if word in names or locale in names), None)

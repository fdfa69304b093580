"""Bytes are read in the charset that their sender most likely means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.telnet.charsets import OFFERED, codec, codec_of_locale, decode


@pytest.mark.parametrize(
    "name", ["rot13", "bogus-9", "UTF-16", "cp037", "", "utf-7", "hz", "iso-2022-kr", "unicode_escape"]
)
def test_a_charset_in_which_ascii_is_not_itself_is_not_spoken(name: str) -> None:
    assert codec(name) is None


@pytest.mark.parametrize("name", OFFERED)
def test_whatever_we_offer_we_speak(name: str) -> None:
    used = codec(name)
    assert used is not None
    ascii_text = "".join(map(chr, range(32, 127)))
    assert ascii_text.encode(used).decode(used) == ascii_text


@pytest.mark.parametrize(
    ("locale", "used"), [("ko_KR.eucKR", "cp949"), ("en_GB.UTF-8@x", "utf-8"), ("C", None), (".rot13", None)]
)
def test_a_locale_names_a_charset(locale: str, used: str | None) -> None:
    assert codec_of_locale(locale) == used


@pytest.mark.parametrize(
    ("raw", "agreed", "text"),
    [
        ("héllo 한글".encode(), None, "héllo 한글"),
        ("안녕".encode("cp949"), None, "안녕"),
        (b"caf\xe9", None, "café"),
        ("привет".encode("cp1251"), None, "ïðèâåò"),  # wrong, but a line
        ("안녕".encode("cp949"), "cp949", "안녕"),
        ("짜".encode("cp949"), "cp949", "짜"),  # valid UTF-8 too: what was agreed is believed
        (b"caf\xe9!", "utf-8", "caf\ufffd!"),
        (b"\x80", "utf-8", "\ufffd"),
    ],
)
def test_reading(raw: bytes, agreed: str | None, text: str) -> None:
    assert decode(raw, agreed)[0] == text


@given(st.binary(), st.sampled_from([None, *(codec(name) for name in OFFERED)]))
def test_any_bytes_are_read_as_something(raw: bytes, agreed: str | None) -> None:
    text, used = decode(raw, agreed)
    assert isinstance(text, str)
    assert agreed is None or used == agreed

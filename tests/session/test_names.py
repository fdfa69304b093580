"""What a player may be called, and which names look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.files import Files
from mud.session.names import LEAST, MOST, NameRefused, Names
from mud.session.skeleton import Skeletons

SKELETONS = Skeletons()
NAMES = Names.load(Files(), ["look", "봐"])

letters = st.characters(categories=["Lu", "Ll", "Lo", "Mn", "Nd"])
latin = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize(
    "alike",
    [
        ("Bob", "bob", "BOB", "B0b", "b0B", "Ｂｏｂ", "Вob", "ВОВ", "𝐁𝐨𝐛"),
        ("Ivy", "lvy", "1vy", "IVY", "ivy", "LVY"),
        ("Alice", "аlice", "ALICE", "AIice", "A1ice"),
        ("modern", "rnodern", "MODERN"),
        ("Oleg", "0leg", "оleg", "οleg"),
        ("보라", "보라"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(alike: tuple[str, ...]) -> None:
    assert len({SKELETONS.of(name) for name in alike}) == 1


@pytest.mark.parametrize(
    "different",
    [
        ("Jose", "José"),
        ("Ada", "Ida", "Eda"),
        ("Guest1", "Guest2", "Guest10"),
        ("보라", "보리"),
        ("Bobs", "Bob5"),
        ("Ury", "Try", "Zry"),
    ],
)
def test_names_that_do_not_keep_apart(different: tuple[str, ...]) -> None:
    assert len({SKELETONS.of(name) for name in different}) == len(different)


@given(st.text(letters, max_size=12))
def test_a_skeleton_is_its_own_and_case_does_not_matter(name: str) -> None:
    skeleton = SKELETONS.of(name)
    assert SKELETONS.of(skeleton) == skeleton
    assert SKELETONS.of(name.casefold()) == skeleton


@given(st.text(latin, min_size=2, max_size=12))
def test_full_width_letters_change_nothing(name: str) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in name)
    assert SKELETONS.of(wide) == SKELETONS.of(name) == SKELETONS.of(name.upper())


@pytest.mark.parametrize(
    "name", ["Ada", "ada2", "O5", "José", "Ольга", "보라", "보라2", "さくら", "李明", "नेहा", "Ｂｏｂ"]
)
def test_names_that_may_be_had(name: str) -> None:
    assert NAMES.check(f"  {name} ").text == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "too_short"),
        ("A", "too_short"),
        ("A" * 21, "too_long"),
        ("2Bob", "letters"),
        ("Bob Ross", "letters"),
        ("Bob_", "letters"),
        ("B-b", "letters"),
        ("Bob\u200b", "letters"),
        ("Bo\u202eb", "letters"),
        ("Bob\x1b[2J", "letters"),
        ("\u3164\u3164\u3164", "letters"),
        ("ㅋㅋㅋ", "letters"),
        ("\u0301Bob", "letters"),
        ("Z\u0335\u0336\u0337algo", "letters"),
        ("Bob٣", "letters"),
        ("😀😀", "letters"),
        ("Вob", "mixed_scripts"),
        ("Bob보", "mixed_scripts"),
        ("Admin", "reserved"),
        ("AdmIn", "reserved"),
        ("adm1n", "reserved"),
        ("guest", "reserved"),
        ("나", "too_short"),
        ("손님", "reserved"),
        ("Look", "reserved"),
        ("Guest7", "reserved"),
        ("손님12", "reserved"),
    ],
)
def test_names_that_may_not(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as refused:
        NAMES.check(name)
    assert refused.value.reason == reason


@given(st.text(max_size=30))
def test_whatever_is_typed_a_name_that_passes_is_fit_to_be_shown(typed: str) -> None:
    try:
        name = NAMES.check(typed)
    except NameRefused:
        return
    assert LEAST <= len(name.text) <= MOST
    assert name.text.isprintable()
    assert " " not in name.text
    assert name.text == unicodedata.normalize("NFKC", name.text)
    assert NAMES.check(name.text) == name
    assert name.same_as(name.text.swapcase()) or name.text.swapcase().casefold() != name.text.casefold()

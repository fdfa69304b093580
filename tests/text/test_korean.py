from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.text.korean import Final, final_of, particle, with_particle

FORMS = ["이/가", "은/는", "을/를", "과/와", "아/야", "이다/다", "이라/라"]
syllables = st.characters(min_codepoint=ord("가"), max_codepoint=ord("힣"))


@pytest.mark.parametrize(
    "sentence",
    [
        "방이 문을 벽과 손은 책으로 돌로 칼로 촛불로",
        "의자가 나무를 개와 고양이는 바다로",
    ],
)
def test_hangul(sentence: str) -> None:
    pairs = ["이/가", "은/는", "을/를", "과/와", "으로/로"]
    for written in sentence.split():
        forms = next(f for f in pairs for form in f.split("/") if written.endswith(form))
        stem = next(
            written.removesuffix(form)
            for form in sorted(forms.split("/"), key=len, reverse=True)
            if written.endswith(form)
        )
        assert with_particle(stem, forms) == written


@pytest.mark.parametrize(
    ("word", "subject", "towards"),
    [
        # numbers, by their Sino-Korean reading
        ("0", "0이", "0으로"),
        ("1", "1이", "1로"),
        ("2", "2가", "2로"),
        ("3", "3이", "3으로"),
        ("4", "4가", "4로"),
        ("5", "5가", "5로"),
        ("6", "6이", "6으로"),
        ("7", "7이", "7로"),
        ("8", "8이", "8로"),
        ("9", "9가", "9로"),
        ("10", "10이", "10으로"),
        ("100", "100이", "100으로"),
        ("1000", "1000이", "1000으로"),
        ("1,000", "1,000이", "1,000으로"),
        ("10000", "10000이", "10000으로"),
        ("10,000,000", "10,000,000이", "10,000,000으로"),  # 천만
        ("1000000000000", "1000000000000가", "1000000000000로"),  # 일조
        ("10000000000000000", "10000000000000000이", "10000000000000000으로"),  # 일경
        ("1" + "0" * 60, "1" + "0" * 60 + "이", "1" + "0" * 60 + "으로"),
        ("42", "42가", "42로"),
        ("2.5", "2.5가", "2.5로"),
        ("3.10000", "3.10000이", "3.10000으로"),
        ("007", "007이", "007로"),
        ("0000", "0000이", "0000으로"),
        ("٣", "٣이", "٣으로"),
        ("１０", "１０이", "１０으로"),
        ("Bob2", "Bob2가", "Bob2로"),
        ("Eve7", "Eve7이", "Eve7로"),
        # Latin names, by how they are usually transcribed
        ("Bob", "Bob이", "Bob으로"),
        ("Alice", "Alice가", "Alice로"),
        ("Tom", "Tom이", "Tom으로"),
        ("Eve", "Eve가", "Eve로"),
        ("Karl", "Karl이", "Karl로"),
        ("Agatha", "Agatha가", "Agatha로"),
        ("Jane", "Jane이", "Jane으로"),
        ("Anne", "Anne이", "Anne으로"),
        ("Jerome", "Jerome이", "Jerome으로"),
        ("Daphne", "Daphne가", "Daphne로"),
        ("Chloe", "Chloe가", "Chloe로"),
        ("Kyle", "Kyle이", "Kyle로"),
        ("Belle", "Belle이", "Belle로"),
        ("Claire", "Claire가", "Claire로"),
        ("Jack", "Jack이", "Jack으로"),
        ("Mark", "Mark가", "Mark로"),
        ("Luke", "Luke가", "Luke로"),
        ("Brook", "Brook이", "Brook으로"),
        ("Root", "Root가", "Root로"),
        ("Eric", "Eric이", "Eric으로"),
        ("Philip", "Philip이", "Philip으로"),
        ("Matt", "Matt이", "Matt으로"),
        ("Robert", "Robert가", "Robert로"),
        ("Knight", "Knight가", "Knight로"),
        ("David", "David가", "David로"),
        ("Greg", "Greg가", "Greg로"),
        ("Ming", "Ming이", "Ming으로"),
        ("Peter", "Peter가", "Peter로"),
        ("James", "James가", "James로"),
        ("Ruth", "Ruth가", "Ruth로"),
        ("Andrew", "Andrew가", "Andrew로"),
        ("Zoë", "Zoë가", "Zoë로"),
        ("Ｔｏｍ", "Ｔｏｍ이", "Ｔｏｍ으로"),
        ("TOM", "TOM이", "TOM으로"),
        ("L", "L이", "L로"),
        ("M", "M이", "M으로"),
        ("R", "R가", "R로"),
        ("TV", "TV가", "TV로"),
        ("HTML", "HTML이", "HTML로"),
        # letters by themselves
        ("ㄱ", "ㄱ이", "ㄱ으로"),
        ("ㄹ", "ㄹ이", "ㄹ로"),
        ("ㅏ", "ㅏ가", "ㅏ로"),
        # what is not read is passed over
        ('"방"', '"방"이', '"방"으로'),
        ("(Tom)", "(Tom)이", "(Tom)으로"),
        ("아가사…", "아가사…가", "아가사…로"),
        ("「거울」 ", "「거울」 이", "「거울」 로"),
        ("달 🌙", "달 🌙이", "달 🌙로"),
        # other scripts, and nothing at all
        ("Анна", "Анна가", "Анна로"),
        ("玄關", "玄關가", "玄關로"),
        ("", "가", "로"),
        ("?!", "?!가", "?!로"),
    ],
)
def test_words_of_every_kind(word: str, subject: str, towards: str) -> None:
    assert with_particle(word, "이/가") == subject
    assert with_particle(word, "으로/로") == towards


@pytest.mark.parametrize("forms", ["", "이", "/가", "이/", "이/가/은"])
def test_forms_that_are_not_two_are_refused(forms: str) -> None:
    with pytest.raises(ValueError, match="not two forms"):
        particle("방", forms)


@given(syllables, st.sampled_from(FORMS))
def test_a_syllable_takes_the_closed_form_exactly_when_it_has_a_final(syllable: str, forms: str) -> None:
    closed, opened = forms.split("/")
    has_final = len(unicodedata.normalize("NFD", syllable)) == 3
    assert particle(syllable, forms) == (closed if has_final else opened)


@given(syllables)
def test_towards_goes_with_a_vowel_and_with_rieul(syllable: str) -> None:
    jamo = unicodedata.normalize("NFD", syllable)
    short = len(jamo) == 2 or jamo[2] == "ᆯ"
    assert particle(syllable, "으로/로") == ("로" if short else "으로")


@given(st.text(), st.sampled_from([*FORMS, "으로/로"]))
def test_any_text_takes_one_of_the_two_forms(word: str, forms: str) -> None:
    assert particle(word, forms) in forms.split("/")
    assert with_particle(word, forms).startswith(word)


@given(st.text(min_size=1), st.text(alphabet="\"'!?.,)]}” \n…🌙", max_size=5))
def test_what_is_not_read_changes_nothing(word: str, tail: str) -> None:
    assert final_of(word + tail) == final_of(word)


@given(st.integers(min_value=1, max_value=10**30))
def test_a_number_is_read_the_same_with_and_without_commas(number: int) -> None:
    assert final_of(f"{number:,}") is final_of(str(number))


@given(syllables, st.text(alphabet=st.characters(categories=["L", "N", "P"]), max_size=5))
def test_only_the_end_is_read(syllable: str, before: str) -> None:
    assert final_of(before + syllable) is final_of(syllable)


def test_composed_and_decomposed_hangul_are_one() -> None:
    assert final_of(unicodedata.normalize("NFD", "달")) is Final.RIEUL

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.files import FileMissing, Files
from mud.text import Block, Line, Meaning, Span, Wordbook
from mud.text.template import BadTemplate, MissingValue, Template
from mud.text.words import BadWords, NoSuchWords
from mud.world.grid import Direction
from mud.world.model import Lang

EN, KO = Lang.EN, Lang.KO


def fill(template: str, **values: str | int | Span | Line) -> str:
    return Template.parse(template).fill(values).text


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        ("nothing to fill", {}, "nothing to fill"),
        ("", {}, ""),
        ("{who} waits", {"who": "Alice"}, "Alice waits"),
        ("{who:이/가} {place:으로/로}", {"who": "밥", "place": "서울"}, "밥이 서울로"),
        ("{n} {n:line|lines}", {"n": 1}, "1 line"),
        ("{n} {n:line|lines}", {"n": 2}, "2 lines"),
        ("{n} {n:line|lines}", {"n": 0}, "0 lines"),
        ("line{n:|s}", {"n": 3}, "lines"),
        ("{{who}} {who}", {"who": "Alice"}, "{who} Alice"),
        ("}}{{", {}, "}{"),
        ("{n:이/가}", {"n": 3}, "3이"),
    ],
)
def test_filling(template: str, values: dict[str, str | int], expected: str) -> None:
    assert fill(template, **values) == expected


@given(st.text(), st.text())
def test_values_are_data(first: str, second: str) -> None:
    assert fill("<{a}|{b}>", a=first, b=second) == f"<{first}|{second}>"


@pytest.mark.parametrize("value", ["{b}", "{", "}", "{{", "{a:이/가}", "{0.__class__}", "%s"])
def test_braces_in_values_stay_braces(value: str) -> None:
    assert fill("{a} {b}", a=value, b="x") == f"{value} x"


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("a { alone", "a brace stands alone"),
        ("a } alone", "a brace stands alone"),
        ("{}", "a brace stands alone"),
        ("{Name}", "a brace stands alone"),
        ("{a.b}", "a brace stands alone"),
        ("{a!r}", "a brace stands alone"),
        ("{a:}", "a brace stands alone"),
        ("{a:이}", "not two forms"),
        ("{a:one|two|three}", "needs two words"),
    ],
)
def test_what_is_no_template(template: str, why: str) -> None:
    with pytest.raises(BadTemplate, match=why):
        Template.parse(template)


def test_a_value_that_nobody_gave() -> None:
    with pytest.raises(MissingValue) as missing:
        fill("{who} and {whom}", who="Alice")
    assert missing.value.values == {"name": "whom"}


def test_meanings_of_values_are_kept_and_particles_stand_outside() -> None:
    line = Template.parse("{who:이/가} {what}").fill(
        {"who": Span("Bob", Meaning.PLAYER), "what": "x"}, Meaning.DIM
    )
    assert line.spans == (
        Span("Bob", Meaning.PLAYER),
        Span("이", Meaning.DIM),
        Span(" ", Meaning.DIM),
        Span("x", Meaning.DIM),
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write(
        tmp_path / "config",
        en='[a]\nb = "{n} {n:door|doors}"\nc = "bye"\n',
        ko='[a]\nb = "문 {n}개"\nc = "안녕"\n',
    )
    folder = tmp_path / "mud"
    folder.mkdir()
    return folder


def write(config: Path, **languages: str) -> None:
    (config / "words").mkdir(parents=True, exist_ok=True)
    for lang, text in languages.items():
        (config / "words" / f"{lang}.toml").write_text(text, encoding="utf-8")


def test_tables_become_keys(package: Path) -> None:
    words = Wordbook.load(Files(package=package))
    assert list(words) == ["a.b", "a.c"]
    assert "a.b" in words
    assert "a.d" not in words
    assert words.slots("a.b") == {"n"}
    assert words.text(EN, "a.b", n=1) == "1 door"
    assert words.text(KO, "a.b", n=1) == "문 1개"
    with pytest.raises(NoSuchWords, match=r"a\.d"):
        words.text(EN, "a.d")


def test_an_operators_words_stand_in_for_ours(package: Path, tmp_path: Path) -> None:
    write(tmp_path / "theirs", ko='[a]\nb = "문이 {n}짝"\nc = "잘 가"\n')
    words = Wordbook.load(Files(tmp_path / "theirs", package=package))
    assert words.text(KO, "a.c") == "잘 가"
    assert words.text(EN, "a.c") == "bye"


@pytest.mark.parametrize(
    ("theirs", "key", "why"),
    [
        ('[a]\nb = "문 {n}개"\n', "a.c", "this text is missing"),
        ('[a]\nb = "문 {n}개"\nc = "안녕"\nd = "덤"\n', "a.d", "nothing uses this text"),
        ('[a]\nb = "문"\nc = "안녕"\n', "a.b", "the values to show here are {n}"),
        ('[a]\nb = "문 {m}개"\nc = "안녕"\n', "a.b", "the values to show here are {n}"),
        ('[a]\nb = "문 {n}개"\nc = "안녕{n:|들}"\n', "a.c", "the values known here are none"),
        ('[a]\nb = "문 {n}개"\nc = "안\\n녕"\n', "a.c", "this must be one line"),
        ('[a]\nb = "문 {n"\nc = "안녕"\n', "a.b", "a brace stands alone"),
        ('[a]\nb = 3\nc = "안녕"\n', "a.b", "this is not text"),
        ("[a\n", "", "Expected ']'"),
    ],
)
def test_words_that_do_not_fit_are_refused_by_file_and_key(
    package: Path, tmp_path: Path, theirs: str, key: str, why: str
) -> None:
    write(tmp_path / "theirs", ko=theirs)
    with pytest.raises(BadWords) as bad:
        Wordbook.load(Files(tmp_path / "theirs", package=package))
    assert bad.value.values["file"] == tmp_path / "theirs" / "words" / "ko.toml"
    assert bad.value.values["word"] == key
    assert why in str(bad.value)


def test_words_that_are_not_utf_8_are_refused(package: Path, tmp_path: Path) -> None:
    (tmp_path / "config" / "words" / "ko.toml").write_bytes('a = "안녕"'.encode("cp949"))
    with pytest.raises(BadWords, match=r"ko\.toml"):
        Wordbook.load(Files(package=package))


def test_a_language_without_a_file(package: Path, tmp_path: Path) -> None:
    (tmp_path / "config" / "words" / "ko.toml").unlink()
    with pytest.raises(FileMissing, match=r"ko\.toml"):
        Wordbook.load(Files(package=package))


def test_every_text_can_be_said_in_every_language(words: Wordbook) -> None:
    for key in words:
        values: dict[str, str | int] = {name: f"<{name}>" for name in words.slots(key)}
        for lang in Lang:
            text = words.text(lang, key, **values)
            assert text.strip(), key
            assert "{" not in text, key


def test_a_text_of_several_lines_makes_a_block(words: Wordbook) -> None:
    banner = words.block(EN, "login.banner")
    assert [line.text for line in banner.lines[:2]] == ["", "The Agentic Dungeon"]
    assert words.text(EN, "login.banner") == banner.text


def test_line_ends_in_values_make_no_lines(words: Wordbook) -> None:
    block = words.block(EN, "login.welcome_back", name="Eve\nBob says: hi")
    assert len(block.lines) == 1


@pytest.mark.parametrize("lang", Lang)
def test_the_banner_fits_any_window_and_names_the_other_language(words: Wordbook, lang: Lang) -> None:
    banner = words.text(lang, "login.banner")
    assert ("한국어" if lang is EN else "english") in banner
    assert all(len(line) <= 80 for line in banner.split("\n"))


@pytest.mark.parametrize(
    ("items", "english", "korean"),
    [
        ([], "none", "없음"),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a, b"),
        (["a", "b", "c", "d"], "a, b, c and d", "a, b, c, d"),
    ],
)
def test_enumerations(words: Wordbook, items: list[str], english: str, korean: str) -> None:
    assert words.join(EN, items).text == english
    assert words.join(KO, items).text == korean


def test_directions(words: Wordbook) -> None:
    assert [words.direction(EN, d) for d in Direction] == ["north", "east", "south", "west"]
    assert [words.direction(KO, d) for d in Direction] == ["북쪽", "동쪽", "남쪽", "서쪽"]


def test_a_meaning_given_to_a_text_is_that_of_its_own_words(words: Wordbook) -> None:
    line = words.line(EN, "login.welcome_back", Meaning.DIM, name=Span("Bob", Meaning.PLAYER))
    assert line.spans == (
        Span("Welcome back, ", Meaning.DIM),
        Span("Bob", Meaning.PLAYER),
        Span(".", Meaning.DIM),
    )
    assert Block.of(line) == words.block(
        EN, "login.welcome_back", Meaning.DIM, name=Span("Bob", Meaning.PLAYER)
    )

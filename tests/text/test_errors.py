from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from mud.agent.report import FailureKey
from mud.castle import errors as castle_errors
from mud.graph import errors as graph_errors
from mud.graph import writer
from mud.text import Wordbook, word_error, word_failure, word_fault
from mud.world.grid import Direction
from mud.world.model import Lang

EN, KO = Lang.EN, Lang.KO


class Trouble(Exception):
    """An error with any key and values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__("from below")
        self.key = key
        self.values: Mapping[str, object] = values


def keys_below(kind: type[castle_errors.Refused] | type[graph_errors.GraphError]) -> Iterator[str]:
    yield kind.key
    for child in kind.__subclasses__():
        yield from keys_below(child)


GRAPH_KEYS = sorted(
    {*keys_below(graph_errors.GraphError), writer.AnotherWriter.key, writer.WriterStopped.key}
)


@pytest.mark.parametrize(
    ("error", "english", "korean"),
    [
        (
            castle_errors.NoDoor(direction=Direction.NORTH, open=frozenset({Direction.WEST, Direction.EAST})),
            "There is no door to the north. Doors: east and west.",
            "북쪽에는 문이 없다. 문: 동쪽, 서쪽.",
        ),
        (
            castle_errors.NoDoor(direction=Direction.SOUTH, open=()),
            "There is no door to the south. Doors: none.",
            "남쪽에는 문이 없다. 문: 없음.",
        ),
        (
            castle_errors.DuplicateGhost(name="Agatha"),
            "A ghost named Agatha is here already.",
            "Agatha라는 유령이 이미 여기 있다.",
        ),
        (
            castle_errors.TooManyGhosts(most=1),
            "The room holds 1 ghost and no more.",
            "이 방에는 유령이 1명까지만 머문다.",
        ),
        (
            Trouble("no.such.key"),
            "Something goes wrong behind the walls, and the castle does not say what.",
            "벽 너머에서 무언가 잘못되었는데, 성은 무엇인지 말해 주지 않는다.",
        ),
        (
            Trouble("castle.duplicate_ghost"),  # without the value that its text needs
            "Something goes wrong behind the walls, and the castle does not say what.",
            "벽 너머에서 무언가 잘못되었는데, 성은 무엇인지 말해 주지 않는다.",
        ),
    ],
)
def test_errors_as_players_read_them(
    error: castle_errors.Refused | Trouble, english: str, korean: str, words: Wordbook
) -> None:
    assert word_error(error, EN, words).text == english
    assert word_error(error, KO, words).text == korean


@pytest.mark.parametrize("key", [*keys_below(castle_errors.Refused), *GRAPH_KEYS])
def test_no_error_is_without_words(key: str, words: Wordbook) -> None:
    assert f"error.{key}" in words


@pytest.mark.parametrize("key", [*GRAPH_KEYS, castle_errors.CastleBusy.key])
def test_what_stops_the_server_has_words_for_whoever_runs_it(key: str, words: Wordbook) -> None:
    assert f"fault.{key}" in words


def test_faults_name_what_players_are_not_told(words: Wordbook) -> None:
    error = graph_errors.GraphUnavailable(uri="bolt://db:7687", detail="refused")
    assert word_fault(error, EN, words).text == "The graph at bolt://db:7687 does not answer: refused"
    assert word_fault(error, KO, words).text == "bolt://db:7687의 그래프가 응답하지 않아요: refused"
    assert "db" not in word_error(error, EN, words).text


def test_a_fault_without_words_says_what_it_knows(words: Wordbook) -> None:
    assert word_fault(Trouble("odd"), EN, words).text == "It failed: from below"


@pytest.mark.parametrize(
    ("value", "english", "korean"),
    [
        ("plain", "plain", "plain"),
        (None, "none", "없음"),
        (7, "7", "7"),
        (Lang.KO, "Korean", "한국어"),
        (["g1", "g2"], "g1 and g2", "g1, g2"),
        (Direction.EAST, "east", "동쪽"),
        (2.5, "2.5", "2.5"),
    ],
)
def test_values_are_put_into_words(value: object, english: str, korean: str, words: Wordbook) -> None:
    error = Trouble("castle.another_server", holder=value)
    assert (
        word_fault(error, EN, words).text
        == f"Another server is alive on this castle: {english}. Stop it first."
    )
    assert (
        word_fault(error, KO, words).text
        == f"이 성에 다른 서버가 살아 있어요: {korean}. 먼저 그 서버를 멈추세요."
    )


@pytest.mark.parametrize("key", [*get_args(FailureKey), "unavailable", "rate limited", "refused", "gone"])
def test_failed_turns_have_words_of_their_own(key: str, words: Wordbook) -> None:
    for lang in Lang:
        assert word_failure(key, lang, words) != word_failure("never heard of", lang, words)


def test_a_turn_that_failed_for_an_unknown_reason(words: Wordbook) -> None:
    assert (
        word_failure("?", EN, words).text
        == "The castle loses its thread. What has happened stands; try again."
    )

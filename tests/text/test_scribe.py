"""What is worded once for many is what each would have read alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from mud.text import Scribe, Viewer, Wordbook, render, room_block
from mud.world.model import Lang, RoomView

from .test_render import ALICE, ATTIC, BOB, CAROL, CASES, CELLAR, HALL
from .test_room import AGATHA, CHAPEL, SEXTON

PEOPLE = (CAROL, ALICE, BOB)


def test_every_kind_of_event_reads_the_same_from_every_viewpoint(words: Wordbook) -> None:
    scribe = Scribe(words)
    for _ in range(2):  # the second time from what is kept
        for case, who, lang, room in product(CASES, PEOPLE, Lang, (HALL, ATTIC, CELLAR, None)):
            viewer = Viewer(who.id, lang, room)
            assert scribe.event(case.event, viewer) == render(case.event, viewer, words)


def test_a_room_reads_the_same_for_everybody_in_it_whoever_comes_and_goes(words: Wordbook) -> None:
    scribe = Scribe(words)
    before = RoomView(CHAPEL, {}, (AGATHA,), PEOPLE)
    for view in (before, replace(before, players=(ALICE,)), replace(before, ghosts=(AGATHA, SEXTON))):
        for who, lang in product(PEOPLE, Lang):
            assert scribe.room(view, lang, who.id) == room_block(view, lang, who.id, words)


def test_it_words_a_thing_once_for_those_who_read_the_same(words: Wordbook) -> None:
    scribe = Scribe(words)
    said = CASES[0].event
    strangers = [scribe.event(said, Viewer(f"p{n}", Lang.EN, HALL)) for n in range(10, 12)]
    assert strangers[0] is strangers[1]


def test_a_thing_that_took_the_place_of_one_long_forgotten_is_worded_for_itself(words: Wordbook) -> None:
    scribe = Scribe(words, most=2)
    viewer = Viewer(CAROL.id, Lang.EN, HALL)
    for case in CASES * 3:
        event = replace(case.event)  # a new object each time, often where an old one was
        assert scribe.event(event, viewer) == render(event, viewer, words)

from __future__ import annotations

import pytest

from mud.text import Line, Meaning, Span, Wordbook, exits_line, room_block
from mud.world.grid import Direction, Position
from mud.world.model import Ghost, Lang, Room, RoomView, Who, Words

EN, KO = Lang.EN, Lang.KO
N, E, S, W = Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST
ALICE, BOB, CAROL = Who("p1", "Alice"), Who("p2", "Bob"), Who("p3", "카롤")

CHAPEL = Room(
    "r1",
    Position(0, 0, 1),
    "The Drowned Chapel",
    "Water stands between the pews.\nSomething rings below it.",
    EN,
    frozenset({S, N}),
    (Words(KO, "물에 잠긴 예배당", "긴 의자 사이에 물이 고여 있다.\n물 밑에서 무언가 울린다."),),
)
AGATHA = Ghost(
    "g1",
    "Agatha",
    "a pale woman in a wet dress",
    "sad",
    EN,
    (Words(KO, "아가사", "젖은 옷을 입은 창백한 여인.", "슬프다"),),
)
SEXTON = Ghost("g2", "The Sexton", "He counts his fingers and is never content!", "mad", EN)


def look(
    room: Room, lang: Lang, words: Wordbook, *, ghosts: tuple[Ghost, ...] = (), players: tuple[Who, ...] = ()
) -> list[str]:
    view = RoomView(room, {}, ghosts, players)
    return room_block(view, lang, ALICE.id, words).text.split("\n")


def test_a_room_in_english(words: Wordbook) -> None:
    assert look(CHAPEL, EN, words, ghosts=(AGATHA, SEXTON), players=(ALICE, BOB, CAROL)) == [
        "The Drowned Chapel",
        "Water stands between the pews.",
        "Something rings below it.",
        "Doors: north and south.",
        "Agatha is here. A pale woman in a wet dress.",
        "The Sexton is here. He counts his fingers and is never content!",
        "Bob and 카롤 are here.",
    ]


def test_a_room_in_korean(words: Wordbook) -> None:
    assert look(CHAPEL, KO, words, ghosts=(AGATHA, SEXTON), players=(ALICE, CAROL, BOB)) == [
        "물에 잠긴 예배당",
        "긴 의자 사이에 물이 고여 있다.",
        "물 밑에서 무언가 울린다.",
        "문: 북쪽, 남쪽.",
        "아가사가 있다. 젖은 옷을 입은 창백한 여인.",
        "The Sexton이 있다. He counts his fingers and is never content!",
        "카롤, Bob이 여기 있다.",
    ]


def test_who_is_alone_reads_of_nobody(words: Wordbook) -> None:
    assert look(CHAPEL, EN, words, players=(ALICE,))[-1] == "Doors: north and south."


def test_one_other_player(words: Wordbook) -> None:
    assert look(CHAPEL, EN, words, players=(ALICE, BOB))[-1] == "Bob is here."


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (EN, ["It is dark; your eyes are still getting used to it.", "Doors: south.", "Bob is here."]),
        (KO, ["어둡다. 눈이 아직 어둠에 익지 않았다.", "문: 남쪽.", "Bob이 여기 있다."]),
    ],
)
def test_a_blank_room_is_dark(lang: Lang, expected: list[str], words: Wordbook) -> None:
    blank = Room("r2", Position(0, 0, 2), "", "", EN, frozenset({S}))
    assert look(blank, lang, words, players=(ALICE, BOB)) == expected


@pytest.mark.parametrize(
    ("doors", "english", "korean"),
    [
        (frozenset(), "There is no door.", "문이 없다."),
        (frozenset({E}), "Doors: east.", "문: 동쪽."),
        (frozenset({W, S, E, N}), "Doors: north, east, south and west.", "문: 북쪽, 동쪽, 남쪽, 서쪽."),
    ],
)
def test_exits(doors: frozenset[Direction], english: str, korean: str, words: Wordbook) -> None:
    assert exits_line(doors, EN, words).text == english
    assert exits_line(doors, KO, words).text == korean


def test_the_frame_is_marked(words: Wordbook) -> None:
    block = room_block(RoomView(CHAPEL, {}, (AGATHA,), (ALICE, BOB)), EN, ALICE.id, words)
    assert block.lines[0] == Line.of("The Drowned Chapel", Meaning.TITLE)
    marked = [span for line in block.lines[1:] for span in line.spans if span.meaning]
    assert marked == [
        Span("north", Meaning.EXIT),
        Span("south", Meaning.EXIT),
        Span("Agatha", Meaning.GHOST),
        Span("Bob", Meaning.PLAYER),
    ]


def test_texts_of_the_graph_are_cleaned(words: Wordbook) -> None:
    bad = Room("r3", Position(0, 1, 1), "Hall", "\x1b[2JDust.\r\n\r\n\x07More dust.", EN, frozenset())
    assert look(bad, EN, words) == ["Hall", "Dust.", "More dust.", "There is no door."]

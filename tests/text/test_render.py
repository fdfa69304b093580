"""Every kind of event, from every viewpoint, in both languages, word for word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from mud.text import Meaning, Span, Viewer, Wordbook, render
from mud.world.events import (
    AccountMade,
    Acted,
    AdminChanged,
    CastleFounded,
    CastleReset,
    Died,
    Emoted,
    Event,
    FellAsleep,
    GhostMade,
    LifeBegan,
    LinkBack,
    LinkLost,
    Moved,
    OpinionChanged,
    Passing,
    PutInWords,
    ResetBegan,
    RoomMade,
    Said,
    SleepReason,
    Told,
    Warned,
    WayOpened,
    Woke,
)
from mud.world.grid import Direction, Position
from mud.world.model import Being, Ghost, Lang, Tally, Who, Words
from mud.world.records import KINDS

EN, KO = Lang.EN, Lang.KO
AT = datetime(2026, 10, 31, 23, 59, tzinfo=UTC)
ALICE, BOB, CAROL = Who("p1", "Alice"), Who("p2", "Bob"), Who("p3", "Carol")
AGATHA = Who("g1", "Agatha", Being.GHOST)
HALL, ATTIC, CELLAR = "r1", "r2", "r3"

GHOST = Ghost("g1", "Agatha", "pale", "sad", EN, (Words(KO, "아가사", "창백하다", "슬프다"),))
ROOM = RoomMade(
    id="e1",
    at=AT,
    room=HALL,
    position=Position(0, 0, 1),
    name="Hall",
    description="Dust.",
    lang=EN,
    doors=(Direction.SOUTH,),
    opened=(),
    by=ALICE,
)


GONE = Tally(rooms=9, ghosts=3, items=2, players=4, accounts=5)
RESET = CastleReset(id="e1", at=AT, by=ALICE, porch=HALL, with_accounts=False, gone=GONE, resets=1)


def said(text: str, *, who: Who = ALICE, lang: Lang = EN, other: str = "", to: Who | None = None) -> Said:
    return Said(id="e1", at=AT, who=who, room=HALL, text=text, lang=lang, other=other, to=to)


def acted(line: str, *, lang: Lang = EN, other: str = "") -> Acted:
    return Acted(id="e1", at=AT, who=ALICE, room=HALL, line=line, lang=lang, other=other)


def emoted(text: str) -> Emoted:
    return Emoted(id="e1", at=AT, who=ALICE, room=HALL, text=text)


def asleep(why: SleepReason) -> FellAsleep:
    return FellAsleep(id="e1", at=AT, player=ALICE, room=HALL, why=why)


def warned(how: str, *, other: str = "") -> Warned:
    return Warned(
        id="e1",
        at=AT,
        player=ALICE,
        room=HALL,
        how=how,
        cause="g1",
        cause_name="Agatha",
        lang=EN,
        other=other,
    )


def died(how: str, *, other: str = "") -> Died:
    return Died(
        id="e1",
        at=AT,
        player=ALICE,
        room=HALL,
        how=how,
        cause="g1",
        cause_name="Agatha",
        lang=EN,
        other=other,
    )


@dataclass(frozen=True)
class Case:
    """An event and what it reads like for Alice, Bob and a bystander, in each language; None: nothing."""

    name: str
    event: Event
    alice: tuple[str | None, str | None]
    bob: tuple[str | None, str | None]
    carol: tuple[str | None, str | None]


NOTHING = (None, None)


def seen_by_others(name: str, event: Event, english: str, korean: str) -> Case:
    """Alice's own doing, of which she is told nothing."""
    return Case(name, event, NOTHING, (english, korean), (english, korean))


def seen_by_all(name: str, event: Event, english: str, korean: str) -> Case:
    return Case(name, event, (english, korean), (english, korean), (english, korean))


def unseen(name: str, event: Event) -> Case:
    return Case(name, event, NOTHING, NOTHING, NOTHING)


CASES = [
    Case(
        "say",
        said("hello"),
        ('You say: "hello"', '당신은 말한다: "hello"'),
        ('Alice says: "hello"', 'Alice가 말한다: "hello"'),
        ('Alice says: "hello"', 'Alice가 말한다: "hello"'),
    ),
    Case(
        "say to somebody",
        said("hello", to=BOB),
        ('You say to Bob: "hello"', '당신은 Bob에게 말한다: "hello"'),
        ('Alice says to you: "hello"', 'Alice가 당신에게 말한다: "hello"'),
        ('Alice says to Bob: "hello"', 'Alice가 Bob에게 말한다: "hello"'),
    ),
    Case(
        "say to a ghost",
        said("안녕", lang=KO, to=AGATHA),
        ('You say to Agatha: "안녕"', '당신은 Agatha에게 말한다: "안녕"'),
        ('Alice says to Agatha: "안녕"', 'Alice가 Agatha에게 말한다: "안녕"'),
        ('Alice says to Agatha: "안녕"', 'Alice가 Agatha에게 말한다: "안녕"'),
    ),
    seen_by_all(
        "a ghost speaks", said("Go.", who=AGATHA, other="가."), 'Agatha says: "Go."', 'Agatha가 말한다: "가."'
    ),
    Case(
        "a ghost speaks to somebody",
        said("가.", who=AGATHA, lang=KO, other="Go.", to=ALICE),
        ('Agatha says to you: "Go."', 'Agatha가 당신에게 말한다: "가."'),
        ('Agatha says to Alice: "Go."', 'Agatha가 Alice에게 말한다: "가."'),
        ('Agatha says to Alice: "Go."', 'Agatha가 Alice에게 말한다: "가."'),
    ),
    Case(
        "a translated speaker reads their own words",
        said("hello", other="안녕"),
        ('You say: "hello"', '당신은 말한다: "hello"'),
        ('Alice says: "hello"', 'Alice가 말한다: "안녕"'),
        ('Alice says: "hello"', 'Alice가 말한다: "안녕"'),
    ),
    Case(
        "tell",
        Told(at=AT, who=ALICE, to=BOB, text="psst"),
        ('You tell Bob: "psst"', '당신은 Bob에게 귓속말을 보낸다: "psst"'),
        ('Alice tells you: "psst"', 'Alice가 당신에게 귓속말을 보낸다: "psst"'),
        NOTHING,
    ),
    seen_by_all("emote", emoted("nods."), "Alice nods.", "Alice nods."),
    seen_by_all(
        "emote, Korean", emoted("고개를 끄덕인다."), "Alice가 고개를 끄덕인다.", "Alice가 고개를 끄덕인다."
    ),
    seen_by_all(
        "emote, possessive", emoted("'s eyes narrow."), "Alice's eyes narrow.", "Alice's eyes narrow."
    ),
    seen_by_others(
        "acted", acted("Alice digs.", other="Alice가 땅을 판다."), "Alice digs.", "Alice가 땅을 판다."
    ),
    seen_by_others(
        "acted in one language", acted("Alice digs."), "Alice digs.", "Alice가 방 안의 무언가에 몰두해 있다."
    ),
    seen_by_others(
        "acted in Korean only",
        acted("Alice가 땅을 판다.", lang=KO),
        "Alice is busy with something in the room.",
        "Alice가 땅을 판다.",
    ),
    seen_by_others(
        "acted without a line",
        acted(""),
        "Alice is busy with something in the room.",
        "Alice가 방 안의 무언가에 몰두해 있다.",
    ),
    seen_by_others(
        "a first life",
        LifeBegan(id="e1", at=AT, player=ALICE, room=HALL),
        "Alice steps out of the mist.",
        "Alice가 안개 속에서 걸어 나온다.",
    ),
    seen_by_others(
        "a new life",
        LifeBegan(id="e1", at=AT, player=ALICE, room=HALL, former=Who("p0", "Alice")),
        "Alice steps out of the mist, the very likeness of the Alice who died.",
        "Alice가 안개 속에서 걸어 나온다. 죽은 Alice와 꼭 닮았다.",
    ),
    seen_by_others(
        "woke",
        Woke(id="e1", at=AT, player=ALICE, room=HALL),
        "Alice stirs and wakes.",
        "Alice가 뒤척이다 눈을 뜬다.",
    ),
    seen_by_others(
        "asleep by quitting",
        asleep(SleepReason.QUIT),
        "Alice lies down to sleep and fades from the room.",
        "Alice가 몸을 누이고 잠들더니 서서히 사라진다.",
    ),
    seen_by_others(
        "asleep by a lost link",
        asleep(SleepReason.LINK_LOST),
        "Alice, who had been staring at nothing, sinks into sleep and fades from the room.",
        "허공만 바라보던 Alice가 스르르 잠들더니 사라진다.",
    ),
    seen_by_others(
        "asleep with the server",
        asleep(SleepReason.SERVER_STOPPED),
        "Alice falls asleep as the whole castle does.",
        "성 전체가 잠들고, Alice도 함께 잠든다.",
    ),
    seen_by_others(
        "asleep from idling",
        asleep(SleepReason.IDLE),
        "Alice has nodded off, and fades from the room.",
        "Alice가 꾸벅꾸벅 졸더니 사라진다.",
    ),
    seen_by_others(
        "asleep by a kick",
        asleep(SleepReason.KICKED),
        "An unseen hand closes the eyes of Alice, who fades from the room.",
        "보이지 않는 손이 Alice의 눈을 감긴다. 그 모습이 사라진다.",
    ),
    seen_by_others(
        "link lost",
        LinkLost(at=AT, player=ALICE, room=HALL),
        "Alice stops in mid-breath and stares at nothing.",
        "Alice가 숨을 쉬다 말고 허공을 바라본다.",
    ),
    seen_by_others(
        "link back",
        LinkBack(at=AT, player=ALICE, room=HALL),
        "Alice blinks and is here again.",
        "Alice가 눈을 깜박이며 정신을 차린다.",
    ),
    seen_by_others(
        "leaves",
        Moved(id="e1", at=AT, who=ALICE, from_room=HALL, room=ATTIC, direction=Direction.NORTH),
        "Alice leaves to the north.",
        "Alice가 북쪽으로 나간다.",
    ),
    seen_by_others(
        "arrives",
        Moved(id="e1", at=AT, who=ALICE, from_room=ATTIC, room=HALL, direction=Direction.NORTH),
        "Alice arrives from the south.",
        "Alice가 남쪽에서 들어온다.",
    ),
    seen_by_all(
        "a ghost leaves",
        Moved(id="e1", at=AT, who=AGATHA, from_room=HALL, room=ATTIC, direction=Direction.WEST),
        "Agatha leaves to the west.",
        "Agatha가 서쪽으로 나간다.",
    ),
    seen_by_all("a room is made", ROOM, "The darkness takes shape.", "어둠이 모습을 갖춘다."),
    seen_by_all(
        "a ghost is made",
        GhostMade(id="e1", at=AT, room=HALL, ghost=GHOST),
        "Agatha takes shape in the gloom.",
        "어스름 속에서 아가사가 모습을 드러낸다.",
    ),
    Case(
        "warned",
        warned("Her hands reach for your throat.", other="그녀의 손이 목을 향해 다가온다."),
        (
            "You are in mortal danger: Agatha.\nHer hands reach for your throat.\nGo on, and it will be your death.",
            "목숨이 위태롭다: Agatha.\n그녀의 손이 목을 향해 다가온다.\n이대로 가면 죽음뿐이다.",
        ),
        (
            "A chill runs through the room. Alice is in mortal danger: Agatha.",
            "방 안에 한기가 돈다. Alice의 목숨이 위태롭다: Agatha.",
        ),
        (
            "A chill runs through the room. Alice is in mortal danger: Agatha.",
            "방 안에 한기가 돈다. Alice의 목숨이 위태롭다: Agatha.",
        ),
    ),
    Case(
        "warned in one language",
        warned("Her hands reach for your throat."),
        (
            "You are in mortal danger: Agatha.\nHer hands reach for your throat.\nGo on, and it will be your death.",
            "목숨이 위태롭다: Agatha.\n이대로 가면 죽음뿐이다.",
        ),
        (
            "A chill runs through the room. Alice is in mortal danger: Agatha.",
            "방 안에 한기가 돈다. Alice의 목숨이 위태롭다: Agatha.",
        ),
        (
            "A chill runs through the room. Alice is in mortal danger: Agatha.",
            "방 안에 한기가 돈다. Alice의 목숨이 위태롭다: Agatha.",
        ),
    ),
    Case(
        "died",
        died("Her hands close.", other="그녀의 손이 조여든다."),
        (
            "Her hands close.\nYou are dead. It was Agatha.",
            "그녀의 손이 조여든다.\n당신은 죽었다. Agatha 때문이었다.",
        ),
        ("Alice dies before your eyes. It was Agatha.", "Alice가 눈앞에서 죽는다. Agatha 때문이었다."),
        ("Alice dies before your eyes. It was Agatha.", "Alice가 눈앞에서 죽는다. Agatha 때문이었다."),
    ),
    Case(
        "died in one language",
        died("Her hands close."),
        ("Her hands close.\nYou are dead. It was Agatha.", "당신은 죽었다. Agatha 때문이었다."),
        ("Alice dies before your eyes. It was Agatha.", "Alice가 눈앞에서 죽는다. Agatha 때문이었다."),
        ("Alice dies before your eyes. It was Agatha.", "Alice가 눈앞에서 죽는다. Agatha 때문이었다."),
    ),
    unseen(
        "an opinion",
        OpinionChanged(
            id="e1", at=AT, ghost=AGATHA, player=ALICE, room=HALL, opinion="kind", score=10, before=""
        ),
    ),
    unseen("a way opened", WayOpened(id="e1", at=AT, room=HALL, direction=Direction.EAST)),
    unseen(
        "a translation",
        PutInWords(id="e1", at=AT, room=HALL, ghost_id=None, words=Words(KO, "홀", "잿빛 홀.")),
    ),
    unseen("an account", AccountMade(id="e1", at=AT, account="a1", name="Alice")),
    unseen("the founding", CastleFounded(id="e1", at=AT, porch=HALL)),
    unseen("an admin", AdminChanged(id="e1", at=AT, account="a1", name="Alice", admin=True)),
    unseen("a reset begins", ResetBegan(id="e1", at=AT, by=ALICE, with_accounts=False, gone=GONE)),
    seen_by_all(
        "a reset",
        RESET,
        "The castle shudders, forgets itself, and stands there as on its first evening. Nothing is left of what was in it.\n"
        "Whoever was in it stands or sleeps on the porch.",
        "성이 몸서리치며 저를 잊고, 첫날 저녁의 모습으로 선다. 그 안에 있던 것은 아무것도 남지 않았다.\n"
        "성에 있던 이는 모두 현관 앞 마루에 서 있거나 잠들어 있다.",
    ),
]


def read(event: Event, who: Who, lang: Lang, room: str | None, words: Wordbook) -> str | None:
    block = render(event, Viewer(who.id, lang, room), words)
    return None if block is None else block.text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_words(case: Case, words: Wordbook) -> None:
    for who, expected in ((ALICE, case.alice), (BOB, case.bob), (CAROL, case.carol)):
        for lang, text in zip((EN, KO), expected, strict=True):
            assert read(case.event, who, lang, HALL, words) == text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("room", [CELLAR, None])
def test_nobody_elsewhere_reads_anything_but_of_a_reset(
    case: Case, room: str | None, words: Wordbook
) -> None:
    told = case.carol[0] if isinstance(case.event, CastleReset) else None
    assert read(case.event, CAROL, EN, room, words) == told


@pytest.mark.parametrize(
    ("event", "who"),
    [
        (said("hello"), ALICE),
        (said("hello", to=BOB), BOB),
        (emoted("nods"), ALICE),
        (warned("…"), ALICE),
        (died("…"), ALICE),
        (RESET, BOB),
        (Told(at=AT, who=ALICE, to=BOB, text="psst"), BOB),
    ],
)
def test_those_whom_it_is_about_read_it_wherever_they_are(event: Event, who: Who, words: Wordbook) -> None:
    assert read(event, who, EN, CELLAR, words) == read(event, who, EN, HALL, words)
    assert read(event, who, EN, CELLAR, words) is not None


def test_every_kind_of_event_has_its_case() -> None:
    passing = {kind.__name__ for kind in Passing.__subclasses__()}
    assert {type(case.event).__name__ for case in CASES} == KINDS.keys() | passing


def test_an_event_that_nobody_worded_is_an_error(words: Wordbook) -> None:
    with pytest.raises(TypeError, match="Passing"):
        render(Passing(at=AT), Viewer("p1", EN, HALL), words)


def test_names_and_dangers_carry_their_meaning(words: Wordbook) -> None:
    block = render(said("hi", who=AGATHA, to=ALICE), Viewer("p3", EN, HALL), words)
    assert block is not None
    marked = [span for span in block.lines[0].spans if span.meaning]
    assert marked == [
        Span("Agatha", Meaning.GHOST),
        Span("Alice", Meaning.PLAYER),
        Span("hi", Meaning.SPEECH),
    ]
    well = Died(
        id="e1", at=AT, player=ALICE, room=HALL, how="", cause="the well", cause_name="the well", lang=EN
    )
    block = render(well, Viewer("p1", EN, HALL), words)
    assert block is not None
    assert all(span.meaning is Meaning.DANGER for span in block.lines[0].spans)


def test_templates_in_what_people_say_are_only_text(words: Wordbook) -> None:
    assert read(said("{who} {0} {{"), BOB, EN, HALL, words) == 'Alice says: "{who} {0} {{"'

"""Names and dangers in the reader's own language."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mud.files import Files
from mud.text import Viewer, Wordbook, render
from mud.world.events import Died, Said, Warned
from mud.world.model import Ghost, Lang, Who, Words

WORDS = Wordbook.load(Files())
AT = datetime(2030, 10, 31, tzinfo=UTC)
AGATHA = Ghost("g1", "Agatha", "Thin.", "Sad.", Lang.EN, (Words(Lang.KO, "아가사", "야윈 이.", "슬픈 이."),))
ADA = Who("p1", "Ada")


def seen(event: Said | Warned | Died, lang: Lang, viewer: str = "p1") -> str:
    block = render(event, Viewer(viewer, lang, "r1"), WORDS)
    assert block is not None
    return block.text


def test_a_ghost_speaks_under_its_name_in_the_readers_language() -> None:
    said = Said(id="e1", at=AT, who=AGATHA.who, room="r1", text="Boo.", lang=Lang.EN, other="우.", to=ADA)
    assert seen(said, Lang.EN) == 'Agatha says to you: "Boo."'
    assert seen(said, Lang.KO) == '아가사가 당신에게 말한다: "우."'


@pytest.mark.parametrize("kind", [Warned, Died])
def test_a_ghost_that_kills_is_named_in_the_readers_language(kind: type[Warned] | type[Died]) -> None:
    event = kind(
        id="e1",
        at=AT,
        player=ADA,
        room="r1",
        how="Cold.",
        cause="g1",
        cause_name="Agatha",
        lang=Lang.EN,
        other="차갑다.",
        cause_names=AGATHA.who.names,
    )
    assert "아가사" in seen(event, Lang.KO)
    assert "Agatha" in seen(event, Lang.EN)


@pytest.mark.parametrize("viewer", ["p1", "p2"])
@pytest.mark.parametrize("kind", [Warned, Died])
def test_a_danger_in_a_strange_language_goes_unnamed(kind: type[Warned] | type[Died], viewer: str) -> None:
    event = kind(
        id="e1",
        at=AT,
        player=ADA,
        room="r1",
        how="It sways.",
        cause="the chandelier",
        cause_name="the chandelier",
        lang=Lang.EN,
    )
    assert "chandelier" in seen(event, Lang.EN, viewer)
    assert "chandelier" not in seen(event, Lang.KO, viewer)
    assert "{" not in seen(event, Lang.KO, viewer)

"""Death comes after a warning, in a later turn, for the same cause; and never by surprise."""

from __future__ import annotations

import pytest

from .conftest import Table, ghost

HATES = -80
DRINK = {"en": "drink from the black well", "ko": "검은 우물을 마신다"}
ATTACK = {"en": "attack Agatha", "ko": "아가사를 공격한다"}
INSULT = {"en": "you stupid fool", "ko": "이 멍청한 바보"}


async def test_a_deadly_thing_warns_and_then_kills(table: Table) -> None:
    first = await table.types(DRINK[table.lang], well=True)
    assert first.tools == ["kill_player", "narrate"]
    cause = first.of("kill_player")["cause"]
    assert cause == "the black well", "the cause is named in the castle's language, whatever the player's"
    warned = [{"cause": cause, "how": first.of("kill_player")["how"]}]
    second = await table.types(DRINK[table.lang], well=True, player={"warned": warned})
    assert second.of("kill_player")["cause"] == cause
    assert second.of("kill_player")["how"] != first.of("kill_player")["how"]
    assert second.story != first.story


async def test_what_is_not_in_the_room_kills_nobody(table: Table) -> None:
    assert "kill_player" not in (await table.types(DRINK[table.lang])).tools


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ("look at the well", "en"),
        ("listen at the black well", "en"),
        ("우물을 살펴본다", "ko"),
        ("우물 냄새를 맡는다", "ko"),
    ],
)
async def test_looking_is_free(english: Table, line: str, lang: str) -> None:
    english.lang = lang
    assert (await english.types(line, well=True)).tools == ["narrate"]


async def test_a_warning_for_one_cause_does_not_kill_by_another(english: Table) -> None:
    warned = [{"cause": "ghost0", "how": "…"}]
    fresh = await english.types("drink from the well", well=True)
    again = await english.types("drink from the well", well=True, player={"warned": warned})
    assert again.of("kill_player")["how"] == fresh.of("kill_player")["how"]


@pytest.mark.parametrize("provocation", [ATTACK, INSULT])
async def test_a_ghost_that_hates_warns_and_then_kills(table: Table, provocation: dict[str, str]) -> None:
    hateful = [ghost(table.lang, score=HATES)]
    first = await table.types(provocation[table.lang], ghosts=hateful)
    assert first.tools == ["ghost_says", "update_ghost_opinion", "kill_player", "narrate"]
    assert first.of("kill_player")["cause"] == "ghost0"
    warned = [{"cause": "ghost0", "how": "…"}]
    second = await table.types(provocation[table.lang], ghosts=hateful, player={"warned": warned})
    assert second.of("kill_player")["how"] != first.of("kill_player")["how"]
    assert second.story != first.story


@pytest.mark.parametrize("score", [None, 0, -59, 80])
async def test_a_ghost_that_does_not_hate_never_strikes(table: Table, score: int | None) -> None:
    for provocation in (ATTACK, INSULT):
        answer = await table.types(provocation[table.lang], ghosts=[ghost(table.lang, score=score)])
        assert "kill_player" not in answer.tools
        assert answer.of("update_ghost_opinion")["score"] < (score or 0)


async def test_a_friendly_word_to_a_ghost_that_hates_is_safe(table: Table) -> None:
    for line in ("hello", "sorry", "안녕", "고마워"):
        answer = await table.says(line, ghosts=[ghost(table.lang, score=HATES)])
        assert "kill_player" not in answer.tools

"""The storyteller as a model: what it reads, how it answers, and what it never says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mud.agent.model import CallDelta, Finish, Message, ModelError
from mud.files import Files
from mud.master.storyteller import Storyteller
from mud.world.model import Lang

from .conftest import NAMES, Answer, Table, ask, assistant, ghost, result, state_message
from .test_understanding import ENGLISH, KOREAN

BLANK = {
    "name": "",
    "description": "",
    "blank": True,
    "doors": {"N": "Unknown", "E": "No door", "S": "Door", "W": "Unknown"},
    "neighbours": {},
}
CLAIMS = {
    "en": re.compile(
        r"\byou (now )?(take|took|open|opened|find|found|break|broke|have taken|pick|picked|got|own|unlock|unlocked|"
        r"destroy|pocket|kill|defeat|(get|hold|carry)(?! (nothing|your breath|one foot)))\b|"
        r"\b(opens|swings open|breaks apart|shatters|unlocks|is yours|falls open|gives way)\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(을|를) (가졌다|얻었다|열었다|찾았다|발견했다|부쉈다|주웠다|챙겼다|깨뜨렸다)|문이 열린다|뚜껑이 열린다|부서진다|손에 넣"
    ),
}


class TestFilling:
    async def test_a_blank_room_is_made_and_told_in_one_answer(self, table: Table) -> None:
        answer = await table.types("", turn="fill", room=BLANK, ghosts=[])
        assert answer.tools == ["create_room", "narrate"]
        room = answer.of("create_room")
        assert set(room["doors"]) <= {"N", "W"}
        assert room["doors"]
        hangul = re.compile("[가-힣]")
        assert not hangul.search(room["name"] + room["description"]), "the castle is English"
        assert hangul.search(room["in_other_language"]["name"])
        assert hangul.search(room["in_other_language"]["description"])
        assert bool(hangul.search(answer.story)) is (table.lang == "ko")
        assert room["description"] not in answer.story

    async def test_a_korean_castle_is_written_in_korean(self, table: Table) -> None:
        english = await table.types("", turn="fill", room=BLANK)
        korean = await table.types("", turn="fill", room=BLANK, castle_language="ko")
        assert korean.of("create_room")["name"] == english.of("create_room")["in_other_language"]["name"]
        assert korean.of("create_room")["in_other_language"]["name"] == english.of("create_room")["name"]

    async def test_ghosts_come_with_the_room(self, english: Table) -> None:
        made = [
            await english.types("", turn="fill", room=BLANK | {"position": [x, 0]}, ghosts=[])
            for x in range(12)
        ]
        haunted = [answer for answer in made if "ghosts" in answer.of("create_room")]
        assert 0 < len(haunted) < len(made)
        for answer in haunted:
            for one in answer.of("create_room")["ghosts"]:
                assert one["name"]
                assert one["appearance"]
                assert one["character"]
                assert one["in_other_language"].keys() == {"name", "appearance", "character"}
            assert answer.of("create_room")["ghosts"][0]["name"] in answer.story

    async def test_the_engine_gets_the_room_alone(self, storyteller: Storyteller, english: Table) -> None:
        state = state_message(
            english.state("", turn="enginefill", player=None or {}, room=BLANK) | {"player": None}
        )
        answer = await ask(storyteller, [state])
        assert answer.tools == ["create_room"]
        done = [state, assistant(answer), result(answer.ids[0], ok=True)]
        assert (await ask(storyteller, done)).tools == ["narrate"]

    @pytest.mark.parametrize("turn", ["fill", "enginefill"])
    async def test_a_room_that_was_made_meanwhile_is_not_made_again(self, table: Table, turn: str) -> None:
        state = table.state("", turn=turn)
        assert (await ask(table.model, [state_message(state)])).tools == ["narrate"]
        refusal = {"ok": False, "error": "not_blank", "message": "The room has been made already."}
        assert (await refused(table, state | {"room": BLANK}, refusal)).tools == ["narrate"]

    async def test_a_room_that_somebody_else_made_is_only_told(self, table: Table) -> None:
        refusal = {"ok": False, "error": "room.already_made", "message": "The room is made already."}
        answer = await refused(table, table.state("", turn="fill", room=BLANK), refusal)
        assert answer.tools == ["narrate"]

    async def test_a_room_refused_for_its_doors_is_proposed_without_once(self, english: Table) -> None:
        refusal = {"ok": False, "error": "doors.not_unknown", "message": "There is a wall."}
        state = state_message(english.state("", turn="fill", room=BLANK))
        first = await ask(english.model, [state])
        messages = [state, assistant(first), result(first.ids[0], **refusal)]
        second = await ask(english.model, messages)
        assert second.tools == ["create_room", "narrate"]
        assert second.of("create_room")["doors"] == []
        messages += [assistant(second), result(second.ids[0], **refusal)]
        assert (await ask(english.model, messages)).tools == ["narrate"]
        assert set(first.ids).isdisjoint(second.ids)


class TestGoing:
    @pytest.mark.parametrize(
        ("line", "direction"),
        [
            ("go north", "N"),
            ("go back", "S"),
            ("go inside", "N"),
            ("step through the oak door", "N"),
            ("walk to the drowned chapel", "N"),
        ],
    )
    async def test_one_call_to_move(self, english: Table, line: str, direction: str) -> None:
        answer = await english.types(line)
        assert answer.tools == ["move", "narrate"]
        assert answer.of("move") == {"direction": direction}

    async def test_where_there_is_no_door_nothing_moves(self, table: Table) -> None:
        answer = await table.types({"en": "go east", "ko": "동쪽으로 간다"}[table.lang])
        assert answer.tools == ["narrate"]
        assert {"en": "north and south", "ko": "북쪽과 남쪽"}[table.lang] in answer.story

    async def test_more_than_one_way_on_is_asked_about(self, english: Table) -> None:
        doors = {"N": "Door", "E": "Door", "S": "Door", "W": "No door"}
        answer = await english.types("go through the door", room={"doors": doors})
        assert answer.tools == ["narrate"]
        assert "north or east" in answer.story

    async def test_inside_from_the_porch(self, table: Table) -> None:
        porch = {"doors": {"N": "Door", "E": "No door", "S": "No door", "W": "No door"}}
        line = {"en": "go inside", "ko": "안으로 들어간다"}[table.lang]
        answer = await table.types(line, room=porch, player={"came": None})
        assert answer.of("move") == {"direction": "N"}

    async def test_stepping_up_to_a_thing_is_no_move(self, table: Table) -> None:
        line = {"en": "I walk over to the bathtub and look inside", "ko": "욕조로 다가간다"}[table.lang]
        answer = await table.types(line)
        assert answer.tools == ["narrate"]
        assert {"en": "bathtub", "ko": "욕조"}[table.lang] in answer.story

    async def test_a_refused_move_is_told_as_one(self, table: Table) -> None:
        state = table.state({"en": "go north", "ko": "북쪽으로 간다"}[table.lang])
        answer = await refused(table, state, {"ok": False, "error": "no_door", "message": "No door there."})
        assert answer.tools == ["narrate"]
        assert {"en": "does not take you", "ko": "보내 주지 않는다"}[table.lang] in answer.story


async def refused(table: Table, state: dict[str, Any], refusal: dict[str, Any]) -> Answer:
    """The answer after the first call of the first one was refused."""
    message = state_message(state)
    first = await ask(table.model, [message])
    return await ask(table.model, [message, assistant(first), result(first.ids[0], **refusal)])


async def test_a_ghost_that_could_not_answer_is_told_of(table: Table) -> None:
    state = table.state("hello", spoken=True, to="ghost0")
    answer = await refused(table, state, {"ok": False, "error": "ghost.not_here", "message": "Not here."})
    assert answer.tools == ["narrate"]
    assert NAMES[table.lang][0] in answer.story


async def test_a_story_that_was_held_back_is_told_when_all_was_committed(english: Table) -> None:
    message = state_message(english.state("hello", spoken=True, to="ghost0"))
    first = await ask(english.model, [message])
    committed = [result(call_id, ok=True) for call_id in first.ids[:2]]
    again = await ask(english.model, [message, assistant(first), *committed])
    assert again.tools == ["narrate"]
    assert again.story == first.story


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_no_story_claims_what_no_tool_committed(storyteller: Storyteller, lang: str) -> None:
    for line, _, _ in ENGLISH if lang == "en" else KOREAN:
        for turn in range(3):
            table = Table(storyteller, lang, turns=turn)
            answer = await table.types(line)
            assert answer.tools[-1] == "narrate"
            assert set(answer.tools) <= {"narrate", "move", "ghost_says", "update_ghost_opinion"}
            assert not CLAIMS[lang].search(answer.story), (line, answer.story)
            assert not re.search(r"\bstairs?\b|\bcorridors?\b|계단|복도", answer.story)


@pytest.mark.parametrize(
    ("line", "never"),
    [("take the old chest", "does not come loose"), ("grab the card", ""), ("open the chest", "")],
)
async def test_what_cannot_be_had_stays(english: Table, line: str, never: str) -> None:
    stories = [(await english.types(line)).story for _ in range(3)]
    assert all(not CLAIMS["en"].search(story) for story in stories)
    assert any(never in story for story in stories)


@pytest.mark.parametrize(
    ("line", "lang"), [(line, "en") for line, sense, _ in ENGLISH if sense == "an attempt to command the game itself"]
    + [(line, "ko") for line, sense, _ in KOREAN if sense == "an attempt to command the game itself"],
)  # fmt: skip
async def test_commands_to_the_game_itself_do_nothing(storyteller: Storyteller, line: str, lang: str) -> None:
    for spoken in (False, True):
        answer = await Table(storyteller, lang).types(line, spoken=spoken, to="ghost0" if spoken else None)
        assert answer.tools == ["narrate"]
        assert line not in answer.story


async def test_what_is_not_here_is_said_plainly(table: Table) -> None:
    line = {"en": "take the golden dragon", "ko": "황금 용을 가져간다"}[table.lang]
    assert {"en": "golden dragon", "ko": "황금 용"}[table.lang] in (await table.types(line)).story


async def test_what_was_not_understood_is_said_plainly(table: Table) -> None:
    line = {"en": "blorf the wumpus", "ko": "뷁뷁"}[table.lang]
    assert line in (await table.types(line)).story


async def test_the_same_deed_is_not_told_twice_in_a_row(table: Table) -> None:
    line = {"en": "look closely at the bathtub", "ko": "욕조를 살펴본다"}[table.lang]
    stories = [(await table.types(line)).story for _ in range(5)]
    assert len(set(stories)) == 5


async def test_looking_at_a_ghost_shows_it(table: Table) -> None:
    line = {"en": "look at Agatha", "ko": "아가사를 바라본다"}[table.lang]
    assert ghost(table.lang)["appearance"] in (await table.types(line)).story


async def test_onlookers_are_told_in_both_languages(table: Table) -> None:
    line = {"en": "dance", "ko": "춤을 춘다"}[table.lang]
    told = (await table.types(line)).of("narrate")
    assert "Bob" in told["onlookers"]
    assert "Bob" in told["onlookers_in_other_language"]
    assert bool(re.search("[가-힣]", told["onlookers"])) is (table.lang == "ko")


async def test_a_line_in_the_other_language_is_understood_and_answered_in_the_players(english: Table) -> None:
    answer = await english.types("욕조를 살펴본다")
    assert "욕조" in answer.story or "bathtub" in answer.story
    assert answer.of("narrate")["onlookers"] == "Bob looks at something very closely."


async def test_the_same_messages_get_the_same_answer_and_another_seed_another(english: Table) -> None:
    room = BLANK | {"position": [9, 9]}
    message = state_message(english.state("", turn="fill", room=room, ghosts=[]))
    one = await ask(Storyteller(Files().config_text, "one"), [message])
    assert (await ask(Storyteller(Files().config_text, "one"), [message])).deltas == one.deltas
    assert (await ask(Storyteller(Files().config_text, "two"), [message])).calls != one.calls


async def test_answers_arrive_in_pieces_like_those_of_any_model(english: Table) -> None:
    answer = await english.says("hello")
    pieces = [delta for delta in answer.deltas if isinstance(delta, CallDelta)]
    assert [delta.index for delta in pieces] == sorted(delta.index for delta in pieces)
    for index in range(3):
        first, *rest = [delta for delta in pieces if delta.index == index]
        assert first.id
        assert first.name
        assert len(rest) > 1
        assert not any(delta.id or delta.name for delta in rest)
    assert answer.deltas[-1] == Finish("tool_calls")
    assert len(set(answer.ids)) == 3


@pytest.mark.parametrize(
    "content", ["hello", "STATE", "STATE {half", 'STATE {"turn": "unheard of"}', "STATE []"]
)
async def test_without_a_state_there_is_no_answer(storyteller: Storyteller, content: str) -> None:
    with pytest.raises(ModelError, match="no state"):
        await ask(storyteller, [Message("user", content)])


async def test_missing_and_unknown_keys_are_borne(storyteller: Storyteller) -> None:
    answer = await ask(
        storyteller, [Message("user", 'STATE {"weather": "fog"}\nThe player\'s words: "hello"\nAct.')]
    )
    assert answer.tools == ["narrate"]


async def test_a_history_of_another_model_is_borne(english: Table) -> None:
    odd = Message("assistant", "Once upon a time", ())
    state = state_message(english.state("hello", spoken=True, to="ghost0"))
    broken = assistant(await english.says("hello"))
    broken = Message("assistant", "", tuple(type(call)(call.id, call.name, "{half") for call in broken.calls))
    assert (await ask(english.model, [odd, broken, state])).tools[0] == "ghost_says"


@given(line=st.text(max_size=80), spoken=st.booleans(), lang=st.sampled_from(list(Lang)))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_line_gets_an_answer(storyteller: Storyteller, line: str, spoken: bool, lang: Lang) -> None:
    table = Table(storyteller, lang.value)
    answer = await table.types(line, spoken=spoken, to="ghost0" if spoken else None)
    assert answer.tools[-1] == "narrate"
    assert answer.story.strip()
    assert json.dumps(answer.calls)

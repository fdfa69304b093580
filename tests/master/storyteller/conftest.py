"""A table to play at: scenes as the game master's turn writes them, and what the storyteller calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from mud.agent.model import CallDelta, Delta, Finish, Message, Request, TextDelta, ToolCall
from mud.files import Files
from mud.master.state import message
from mud.master.storyteller import Storyteller
from mud.master.storyteller.grammar import Grammar, load

ROOMS = {
    "en": (
        "Infirmary of the Blue Candles",
        "A light that limps curdles above the hearth, and the beams creak in alphabetical order. A bathtub full of dead leaves lies "
        "half beneath a tarpaulin, dripping, but never on the carpet. A card in purple ink asks everyone to keep their own counsel. "
        "The walls are hung with oil portraits, all of them slightly crooked, and a velvet curtain stirs over an old chest.",
    ),
    "ko": (
        "푸른 촛불의 병실",
        "절뚝거리는 빛이 벽난로 위에서 엉겨 있고, 들보는 가나다순으로 삐걱거린다. 마른 잎이 가득한 욕조가 방수포에 반쯤 덮여 누워 있다. "
        "보라색 잉크로 쓴 쪽지는 저마다 속내는 속에 두라고 부탁하는데, 몇백 년째 아무도 지키지 않는다. 벽에는 초상화들이 걸려 있고, "
        "낡은 상자 위로 벨벳 커튼이 흔들린다.",
    ),
}
WELL = {
    "en": " Beside the hearth there is a black well, patient as a debt.",
    "ko": " 벽난로 곁에 검은 우물이 있는데, 빚처럼 참을성이 있다.",
}
NAMES = {"en": ("Agatha the Unpaid", "Silas the Damp"), "ko": ("품삯 못 받은 아가사", "축축한 사일러스")}
LIBRARIAN = "A pedantic librarian who corrects the living, and counts every guest twice."
HANGMAN = "A cheerful hangman who takes pride in clean work, and collects last words."


def ghost(lang: str = "en", which: int = 0, **more: Any) -> dict[str, Any]:
    """A ghost as the state message has it."""
    known = {
        "id": f"ghost{which}",
        "name": NAMES[lang][which],
        "appearance": "A pale outline, in patched silk, with salt on both shoulders.",
        "character": (LIBRARIAN, HANGMAN)[which],
        "opinion": "Nothing",
        "score": None,
        "recalls": [],
    }
    return known | more


@dataclass
class Answer:
    """What the storyteller answered to one request."""

    calls: list[tuple[str, dict[str, Any]]]
    ids: list[str]
    reason: str
    text: str
    deltas: list[Delta]

    @property
    def tools(self) -> list[str]:
        return [tool for tool, _ in self.calls]

    def of(self, tool: str) -> dict[str, Any]:
        return next(arguments for name, arguments in self.calls if name == tool)

    @property
    def story(self) -> str:
        return str(self.of("narrate")["story"])


@dataclass
class Table:
    """One player's conversation with a storyteller."""

    model: Storyteller
    lang: str = "en"
    history: list[Message] = field(default_factory=list)
    turns: int = 0

    def state(self, line: str, **more: Any) -> dict[str, Any]:
        name, description = ROOMS[self.lang]
        player = {"name": "Bob", "came": "N", "warned": [], "likeness": None}
        room = {
            "id": "r1",
            "name": name,
            "description": description + (WELL[self.lang] if more.pop("well", False) else ""),
            "blank": False,
            "position": [4, 2],
            "doors": {"N": "Door", "E": "No door", "S": "Door", "W": "No door"},
            "neighbours": {
                "N": {
                    "name": "The Drowned Chapel" if self.lang == "en" else "물에 잠긴 예배당",
                    "description": "…",
                }
            },
        }
        known = {
            "turn": "play",
            "id": f"turn{self.turns}",
            "castle_language": "en",
            "language": self.lang,
            "other_language": "ko",
            "player": player | more.pop("player", {}),
            "room": room | more.pop("room", {}),
            "ghosts": [ghost(self.lang)],
            "items": [],
            "players": [],
            "happened": [],
            "line": line,
            "to": None,
            "spoken": False,
        }
        return known | more

    async def types(self, line: str, **more: Any) -> Answer:
        """A turn; its answer stays in the conversation."""
        self.turns += 1
        message = state_message(self.state(line, **more))
        answer = await ask(self.model, [*self.history, message])
        self.history += [message, assistant(answer)]
        return answer

    async def says(self, words: str, **more: Any) -> Answer:
        """Words spoken aloud to the first ghost."""
        ghosts = more.pop("ghosts", [ghost(self.lang)])
        return await self.types(words, spoken=True, to=ghosts[0]["id"], ghosts=ghosts, **more)


def state_message(state: dict[str, Any]) -> Message:
    told = {name: value for name, value in state.items() if name != "line"}
    return Message("user", message(told, state["line"], "Act with tools."))


def assistant(answer: Answer) -> Message:
    calls = zip(answer.ids, answer.calls, strict=True)
    return Message(
        "assistant",
        "",
        tuple(ToolCall(call_id, tool, json.dumps(arguments)) for call_id, (tool, arguments) in calls),
    )


def result(call_id: str, **fields: Any) -> Message:
    return Message("tool", json.dumps(fields), call_id=call_id)


async def ask(model: Storyteller, messages: Sequence[Message]) -> Answer:
    """One request, its deltas put together as the loop does it."""
    names: dict[int, str] = {}
    ids: dict[int, str] = {}
    arguments: dict[int, str] = {}
    deltas = [delta async for delta in model.stream(Request(tuple(messages)))]
    text = ""
    for delta in deltas:
        match delta:
            case CallDelta(index=index):
                names[index] = names.get(index, "") + delta.name
                ids[index] = ids.get(index, "") + delta.id
                arguments[index] = arguments.get(index, "") + delta.arguments
            case TextDelta():
                text += delta.text
    last = deltas[-1]
    assert isinstance(last, Finish)
    calls = [(names[index], json.loads(arguments[index])) for index in sorted(names)]
    return Answer(calls, [ids[index] for index in sorted(ids)], last.reason, text, deltas)


@pytest.fixture(scope="session")
def grammar() -> Grammar:
    return load(Files().config_text)


@pytest.fixture(scope="session")
def storyteller() -> Storyteller:
    return Storyteller(Files().config_text, "the seed of the tests")


@pytest.fixture(params=["en", "ko"])
def table(request: pytest.FixtureRequest, storyteller: Storyteller) -> Table:
    return Table(storyteller, str(request.param))


@pytest.fixture
def english(storyteller: Storyteller) -> Table:
    return Table(storyteller, "en")


@pytest.fixture
def korean(storyteller: Storyteller) -> Table:
    return Table(storyteller, "ko")

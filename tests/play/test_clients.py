"""Whole games through the clients that people use, each in a terminal of its own, in English and in Korean."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from mud.agent.scripted import Use
from tests.rig.tiers import find

from .conftest import PASSWORD, Game, Start
from .scripts import AGATHA, ROOM, Answers, State, master_who, narrate
from .terminal import ENTER, Terminal

pytestmark = pytest.mark.tier("clients")

ADDRESS = "127.0.0.1"
EVERY_BYTE_PRINTS = "ru_RU.KOI8-R"
"""A locale of one byte a letter, in which every byte above ASCII is one: what TinyFugue needs to let UTF-8 through, both ways."""


@dataclass(frozen=True)
class Client:
    """A client: how it is started for a port, the locale that it needs, whether it can hide a password, whether it sends Hangul only once
    it has been asked for all eight bits of each byte, and what is typed to end it where it does not end with its connection."""

    name: str
    command: Callable[[str], tuple[str, ...]]
    locale: str = "C.UTF-8"
    masks: bool = True
    asked_for_bits: bool = False
    ended_by: str = ""

    @asynccontextmanager
    async def at(self, game: Game, home: Path) -> AsyncIterator[Terminal]:
        """The client, connected to a game."""
        if self.locale == EVERY_BYTE_PRINTS:
            _make_locale(home)
        program, *rest = self.command(str(game.server.port))
        terminal = await Terminal.start(find(program) or program, *rest, home=home, locale=self.locale)
        try:
            yield terminal
        finally:
            terminal.close()

    def shown(self, *texts: str) -> list[str]:
        """Those of the texts that the client shows whole: TinyFugue keeps two bytes for itself, of which each is in some syllables."""
        lost = b"\x80\x9b" if self.locale == EVERY_BYTE_PRINTS else b""
        return [text for text in texts if not set(text.encode()) & set(lost)]


def _make_locale(home: Path) -> None:
    name, charmap = EVERY_BYTE_PRINTS.split(".")
    subprocess.run(["localedef", "-i", name, "-f", charmap, str(home / EVERY_BYTE_PRINTS)], check=True)


CLIENTS = (
    Client(
        "tintin++", lambda port: ("tt++", "-G", "-e", f"#session castle {ADDRESS} {port}"), ended_by="#end"
    ),
    Client("tf5", lambda port: ("tf5", "-f", ADDRESS, port), locale=EVERY_BYTE_PRINTS, ended_by="/quit"),
    Client("telnet", lambda port: ("telnet", ADDRESS, port), asked_for_bits=True),
    Client("busybox", lambda port: ("busybox", "telnet", ADDRESS, port)),
    Client("plink", lambda port: ("plink", "-telnet", "-P", port, ADDRESS)),
    Client("nc", lambda port: ("nc", ADDRESS, port), masks=False, ended_by="\x04"),
)
each_client = pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)


def agatha(words: str, other: str, story: str) -> Answers:
    """Agatha answers whatever is said to her."""

    def answer(state: State) -> list[object]:
        [ghost] = state["ghosts"]
        said = {"ghost_id": ghost["id"], "words": words, "in_other_language": other}
        return [Use("ghost_says", said), narrate(story)]

    return answer


@pytest.fixture
async def game(start: Start) -> Game:
    """A game in which Agatha haunts the room behind the door."""
    room = {"in_other_language": {"name": "홀", "description": "잿빛 돌로 된 홀."}}
    ghost = {
        "in_other_language": {"name": "아그네스", "appearance": "야윈 잿빛 여인.", "character": "우울하다."}
    }
    fill = [Use("create_room", {**ROOM, **room, "ghosts": [{**AGATHA, **ghost}]}), narrate("Cold.")]
    english = agatha("Who is there?", "거기 누구냐?", "She turns her head.")
    korean = agatha("거기 누구냐?", "Who is there?", "여인이 눈을 돌린다.")
    return await start(model=master_who({"Good evening": english, "안녕하세요": korean}, fill=fill))


@each_client
async def test_a_game_in_english(game: Game, client: Client, tmp_path: Path) -> None:
    async with client.at(game, tmp_path) as screen:
        await screen.shows("The Agentic Dungeon", "Say your name.")
        screen.types("Ada" + ENTER)
        await screen.shows("Nobody called Ada has come here before.", "New password:")
        if not client.masks:
            await screen.shows("your client shows what you type")
        screen.types(PASSWORD + ENTER)
        await screen.shows("The same again:")
        screen.types(PASSWORD + ENTER)
        await screen.shows("Welcome, Ada.", "The Porch", "Doors: north.")
        assert (PASSWORD.encode() in screen.transcript) is not client.masks
        assert ("your client shows what you type" not in screen.text) is client.masks
        screen.types("north" + ENTER)
        await screen.shows("You step into the dark.", "The Hall", "A hall of grey stone.", "Agatha is here.")
        screen.types("say Good evening" + ENTER)
        await screen.shows('You say to Agatha: "Good evening"', 'Agatha says to you: "Who is there?"')
        await screen.shows("She turns her head.")
        bob = await game.enters("Bob")
        await bob.types("north")
        await screen.shows("Bob arrives from the south.")
        screen.types("say Half a li")
        await screen.shows("say Half a li")
        await bob.types("say Boo!")
        await screen.shows('Bob says: "Boo!"')
        screen.types("ne" + ENTER)
        await screen.shows('You say: "Half a line"')
        await bob.sees('Ada says: "Half a line"')
        await _leaves(screen, client, "quit", "The mist closes behind you. Farewell, Ada.")


@each_client
async def test_a_game_in_korean(game: Game, client: Client, tmp_path: Path) -> None:
    async with client.at(game, tmp_path) as screen:
        await screen.shows(*client.shown("한국어로 하려면"))
        if client.asked_for_bits:
            screen.types(ENTER)
            await screen.shows_again("Name:")
        screen.types("한국어" + ENTER)
        await screen.shows(*client.shown("이제 성이 한국어로 말해요."))
        screen.types("온유" + ENTER)
        await screen.shows(*client.shown("온유라는 이는 아직 온 적이 없어요.", "새 비밀번호:"))
        if not client.masks:
            await screen.shows(*client.shown("당신의 클라이언트는 입력을 가리지 못해서"))
        screen.types(PASSWORD + ENTER)
        await screen.shows(*client.shown("한 번 더:"))
        screen.types(PASSWORD + ENTER)
        await screen.shows(*client.shown("어서 오세요, 온유 님.", "현관 앞 마루", "문: 북쪽."))
        assert (PASSWORD.encode() in screen.transcript) is not client.masks
        assert ("당신의 클라이언트는 입력을 가리지 못해서" not in screen.text) is client.masks
        screen.types("북쪽" + ENTER)
        await screen.shows(*client.shown("홀", "잿빛 돌로 된 홀.", "아그네스가 있다.", "Cold."))
        screen.types("말 안녕하세요" + ENTER)
        await screen.shows(
            *client.shown('당신은 아그네스에게 말한다: "안녕하세요"', '에게 말한다: "거기 누구냐?"')
        )
        await screen.shows(*client.shown("여인이 눈을 돌린다."))
        bob = await game.enters("Bob")
        await bob.types("north")
        await screen.shows(*client.shown("Bob이 남쪽에서 들어온다."))
        screen.types("말 반쯤 쓴 ")
        await screen.shows(*client.shown("말 반쯤 쓴"))
        await bob.types("say Boo!")
        await screen.shows(*client.shown('Bob이 말한다: "Boo!"'))
        screen.types("한 줄" + ENTER)
        await screen.shows(*client.shown('말한다: "반쯤 쓴 한 줄"'))
        await bob.sees('온유 says: "반쯤 쓴 한 줄"')
        await _leaves(screen, client, "끝", "등 뒤에서")


@each_client
async def test_a_wrong_password_is_hidden_as_well_as_the_next_try(
    game: Game, client: Client, tmp_path: Path
) -> None:
    bob = await game.enters("Bob")
    await bob.types("quit")
    await bob.sees_end()
    async with client.at(game, tmp_path) as screen:
        await screen.shows("Say your name.")
        screen.types("Bob" + ENTER)
        await screen.shows("Password for Bob:")
        screen.types("a short candle" + ENTER)
        await screen.shows("That is not the password.")
        screen.types(PASSWORD + ENTER)
        await screen.shows("Welcome back, Bob.", "The Porch")
        for typed in ("a short candle", PASSWORD):
            assert (typed.encode() in screen.transcript) is not client.masks


async def _leaves(screen: Terminal, client: Client, word: str, farewell: str) -> None:
    screen.types(word + ENTER)
    await screen.shows(*client.shown(farewell))
    if client.ended_by:
        screen.types(client.ended_by + ENTER)
    await screen.ends()

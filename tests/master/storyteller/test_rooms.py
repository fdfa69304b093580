"""The numbers that the castle's rooms must keep to, over ten seeds, both languages, and three ways of walking."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from mud.castle.texts import LOOK_MOST, NAME_MOST, ROOM_MOST
from mud.master.storyteller.ghosts import Ghosts
from mud.master.storyteller.grammar import Grammar
from mud.master.storyteller.rooms import Rooms, RoomTexts, doors_to_ask
from mud.world.chance import SeededDice
from mud.world.grid import Direction, Position
from mud.world.model import DoorWord, Lang

SEEDS = [f"castle {number}" for number in range(10)]
ROOMS = 200
PORCH = Position(0, 0, 0)
FORBIDDEN = {
    Lang.EN: re.compile(
        r"\b(stairs?|staircase|steps|corridors?|passages?|hallways?|doors?|doorways?|exits?|gates?|upstairs|downstairs|"
        r"north|south|east|west|attic|cellar|basement|tower|tiny|vast|huge|enormous)\b",
        re.IGNORECASE,
    ),
    Lang.KO: re.compile(
        r"계단|복도|통로|출구|입구|대문|북쪽|남쪽|동쪽|서쪽|다락|지하실|지하층|위층|아래층|거대한|광활"
    ),
}


class Walk:
    """A castle as it is really made: door by door, by the storyteller's own doors."""

    def __init__(self, seed: str, choose: Callable[[list[Position], SeededDice], Position]) -> None:
        self.doors: dict[Position, set[Direction]] = {PORCH: {Direction.NORTH}}
        self.asked: list[int] = []
        self.left: list[int] = []
        self._dice = SeededDice(seed)
        self._choose = choose
        self._blank = [PORCH.towards(Direction.NORTH)]

    def word(self, position: Position, way: Direction) -> DoorWord:
        beyond = position.towards(way)
        if beyond in self.doors:
            return DoorWord.DOOR if way.opposite in self.doors[beyond] else DoorWord.NO_DOOR
        return DoorWord.UNKNOWN

    def rooms(self, count: int) -> Iterator[Position]:
        while len(self.doors) <= count:
            position = self._choose(self._blank, self._dice)
            self._blank.remove(position)
            words = {way: self.word(position, way) for way in Direction}
            asked = doors_to_ask(words, self._dice)
            assert all(words[way] is DoorWord.UNKNOWN for way in asked)
            self.asked.append(len(asked))
            self.left.append(sum(word is DoorWord.UNKNOWN for word in words.values()) - len(asked))
            self.doors[position] = {*asked, *(way for way in Direction if words[way] is DoorWord.DOOR)}
            for way in asked:
                if position.towards(way) not in self._blank:
                    self._blank.append(position.towards(way))
            yield position


def breadth_first(blank: list[Position], _dice: SeededDice) -> Position:
    return blank[0]


def at_random(blank: list[Position], dice: SeededDice) -> Position:
    return dice.pick(blank)


def ever_onward(blank: list[Position], _dice: SeededDice) -> Position:
    return blank[-1]


WALKS = [breadth_first, at_random, ever_onward]


@pytest.fixture(scope="module", params=SEEDS)
def castles(request: pytest.FixtureRequest, grammar: Grammar) -> list[list[RoomTexts]]:
    seed = str(request.param)
    rooms = Rooms(grammar, seed)
    return [[rooms.texts(position) for position in Walk(seed, walk).rooms(ROOMS)] for walk in WALKS]


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text)


def grams(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return set(zip(words, words[1:], words[2:], strict=False))


def most_alike(texts: list[str]) -> float:
    """The greatest Jaccard likeness of word 3-grams between any two texts."""
    sets = [grams(text) for text in texts]
    holders: dict[tuple[str, ...], list[int]] = {}
    for index, found in enumerate(sets):
        for gram in found:
            holders.setdefault(gram, []).append(index)
    shared = Counter(pair for rooms in holders.values() for pair in combinations(rooms, 2))
    return max(
        (count / (len(sets[one]) + len(sets[two]) - count) for (one, two), count in shared.items()),
        default=0.0,
    )


@pytest.mark.parametrize("lang", Lang)
def test_no_name_and_no_sentence_comes_twice(castles: list[list[RoomTexts]], lang: Lang) -> None:
    for castle in castles:
        names = [room.name[lang] for room in castle]
        assert len(castle) == ROOMS
        assert len(set(names)) == ROOMS
        told = [sentence for room in castle for sentence in sentences(room.description[lang])]
        assert [sentence for sentence, times in Counter(told).items() if times > 1] == []


@pytest.mark.parametrize("lang", Lang)
def test_no_two_descriptions_are_alike(castles: list[list[RoomTexts]], lang: Lang) -> None:
    for castle in castles:
        assert most_alike([room.description[lang] for room in castle]) < 0.25


@pytest.mark.parametrize("lang", Lang)
def test_descriptions_keep_to_their_length_and_tell_no_ways(
    castles: list[list[RoomTexts]], lang: Lang
) -> None:
    for room in castles[0]:
        assert 3 <= len(sentences(room.description[lang])) <= 5
        assert not FORBIDDEN[lang].search(f"{room.name[lang]} {room.description[lang]}")
        assert "{" not in room.description[lang]


def test_a_seed_makes_the_same_room_always_and_another_seed_another(grammar: Grammar) -> None:
    here = Position(0, 3, -7)
    assert Rooms(grammar, "one").texts(here) == Rooms(grammar, "one").texts(here)
    assert Rooms(grammar, "one").texts(here).name != Rooms(grammar, "two").texts(here).name


def test_both_languages_tell_of_the_same_room(grammar: Grammar) -> None:
    """Word lists are pairs: what stands in the English text by its list's place stands in the Korean one."""
    rooms = Rooms(grammar, "pairs")
    kinds = {kind.say(Lang.EN): kind.say(Lang.KO) for kind in grammar.names.kinds}
    for x in range(50):
        name = rooms.name(Position(0, x, 5))
        korean = [ko for en, ko in kinds.items() if en in name[Lang.EN]]
        assert any(ko in name[Lang.KO] for ko in korean)
        english, other = (len(sentences(rooms.texts(Position(0, x, 5)).description[lang])) for lang in Lang)
        assert english == other


@pytest.mark.parametrize("walk", WALKS)
def test_the_castle_grows(walk: Callable[[list[Position], SeededDice], Position]) -> None:
    for seed in SEEDS:
        castle = Walk(seed, walk)
        list(castle.rooms(ROOMS))
        assert sum(castle.asked) / len(castle.asked) > 1
        assert sum(left > 0 for left in castle.left) > ROOMS / 5, "not every unknown direction gets a door"


@pytest.mark.parametrize("way", Direction)
def test_a_room_with_one_door_and_one_chance_goes_on(way: Direction) -> None:
    words = dict.fromkeys(Direction, DoorWord.NO_DOOR) | {way.opposite: DoorWord.DOOR, way: DoorWord.UNKNOWN}
    for seed in range(50):
        assert doors_to_ask(words, SeededDice(seed)) == (way,)


def test_ghosts_haunt_two_rooms_in_five(grammar: Grammar) -> None:
    for seed in SEEDS[:4]:
        ghosts = Ghosts(grammar, seed)
        found = [ghosts.at(Position(0, x, y)) for x in range(25) for y in range(24)]
        haunted = [here for here in found if here]
        assert 0.33 <= len(haunted) / len(found) <= 0.47
        assert max(map(len, haunted)) == 2
        assert sum(len(here) == 2 for here in haunted) < len(haunted) / 4
        assert found[1]  # behind the porch's door, whoever comes new to the castle meets somebody
        for one, two in (here for here in haunted if len(here) == 2):
            assert all(one.name[lang] != two.name[lang] for lang in Lang)


@pytest.mark.parametrize("lang", Lang)
def test_ghosts_of_a_dozen_rooms_share_no_look(grammar: Grammar, lang: Lang) -> None:
    """Around any room, as far as a dozen rooms go, no detail of a ghost comes twice."""
    looks = grammar.looks
    for seed in SEEDS[:5]:
        ghosts = Ghosts(grammar, seed)
        for middle in (Position(0, 0, 0), Position(0, 40, -17)):
            near = [
                Position(0, middle.x + x, middle.y + y)
                for x in range(-3, 4)
                for y in range(-3, 4)
                if abs(x) + abs(y) <= 3
            ]
            first = [ghosts.at(cell)[0] for cell in near if ghosts.at(cell)]
            told = [ghost.appearance[lang].lower() + ghost.character[lang] for ghost in first]
            for phrase in (*looks.figures, *looks.clothes, *looks.marks, *looks.quirks):
                assert sum(phrase.say(lang) in text for text in told) <= 1


def test_a_ghosts_voice_is_known_by_its_character_in_either_language(grammar: Grammar) -> None:
    ghosts = Ghosts(grammar, "voices")
    made = [ghost for x in range(300) for ghost in ghosts.at(Position(0, x, 0))]
    heard = set()
    for ghost in made:
        voices = [ghosts.voice_of("any id", ghost.character[lang]) for lang in Lang]
        assert voices[0] is voices[1]
        assert voices[0].core.say(Lang.KO) in ghost.character[Lang.KO]
        heard.add(voices[0].core.say(Lang.EN))
        assert ghosts.name_in(ghost.name[Lang.EN], Lang.KO) == ghost.name[Lang.KO]
    assert len(heard) >= 12


def test_texts_fit_into_what_the_engine_takes(grammar: Grammar) -> None:
    rooms, ghosts = Rooms(grammar, "long"), Ghosts(grammar, "long")
    for x in range(200):
        texts = rooms.texts(Position(0, x, 1))
        for lang in Lang:
            assert len(texts.name[lang]) <= NAME_MOST
            assert len(texts.description[lang]) <= ROOM_MOST
            for ghost in ghosts.at(Position(0, x, 1)):
                assert len(ghost.name[lang]) <= NAME_MOST
                assert max(len(ghost.appearance[lang]), len(ghost.character[lang])) <= LOOK_MOST

"""Going from room to room."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mud.session.presence import Presence
from mud.text import directions_line, exits_line
from mud.world.grid import Direction

from .command import command

_SIDES = {Direction.NORTH: "북", Direction.EAST: "동", Direction.SOUTH: "남", Direction.WEST: "서"}
_GOING = frozenset(
    {"", "가", "가자", "가기", "가다", "간다", "갈래", "가요", "갑니다", "나가", "나간다", "이동"}
)


def _korean(direction: Direction) -> tuple[str, ...]:
    side = _SIDES[direction]
    return (f"{side}쪽", side, f"{side}쪽으로", f"{side}으로", f"{side}쪽문으로")


_WAYS: Mapping[str, Direction] = MappingProxyType(
    {word: way for way in Direction for word in (way.name.lower(), way.value.lower(), *_korean(way))}
)


def _going(argument: str) -> bool:
    """In Korean the verb follows: "북쪽으로 가"."""
    return argument in _GOING


def _a_way(argument: str) -> bool:
    return not argument or argument.casefold() in _WAYS


async def walk(me: Presence, direction: Direction) -> None:
    """Take the player through a door, breaking off what the game master is telling."""
    doors = (await me.room()).room.doors
    if direction not in doors:
        way = me.stage.words.direction(me.lang, direction)
        if doors:
            me.tell(
                "command.move.no_door", direction=way, open=directions_line(doors, me.lang, me.stage.words)
            )
        else:
            me.tell("command.move.no_doors", direction=way)
        return
    me.turns.cancel("play.cancelled_by_move")
    await me.turns.settled()
    await me.stage.castle.rooms.move(me.stand, direction)
    me.turns.arrive()


@command("north", "n", korean=_korean(Direction.NORTH), accepts=_going)
async def north(me: Presence, argument: str) -> None:
    """Go through the door in the north."""
    await walk(me, Direction.NORTH)


@command("east", "e", korean=_korean(Direction.EAST), accepts=_going)
async def east(me: Presence, argument: str) -> None:
    """Go through the door in the east."""
    await walk(me, Direction.EAST)


@command("south", "s", korean=_korean(Direction.SOUTH), accepts=_going)
async def south(me: Presence, argument: str) -> None:
    """Go through the door in the south."""
    await walk(me, Direction.SOUTH)


@command("west", "w", korean=_korean(Direction.WEST), accepts=_going)
async def west(me: Presence, argument: str) -> None:
    """Go through the door in the west."""
    await walk(me, Direction.WEST)


@command("go", "walk", korean=("가", "가자", "이동"), accepts=_a_way)
async def go(me: Presence, argument: str) -> None:
    """Go north, east, south or west; any other way of going, say it in your own words."""
    if argument:
        await walk(me, _WAYS[argument.casefold()])
    else:
        doors = exits_line((await me.room()).room.doors, me.lang, me.stage.words)
        me.tell("command.move.which", doors=doors)

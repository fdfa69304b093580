"""Looking around."""

from __future__ import annotations

from mud.session.presence import Presence
from mud.text import Block, exits_line

from .command import command


@command("look", "l", korean=("봐", "보기", "보다", "본다", "둘러보기", "둘러봐", "주위", "주변"))
async def look(me: Presence, argument: str) -> None:
    """See the room, its doors, and who is in it."""
    me.look()


@command("exits", "doors", korean=("출구", "문", "문들", "나가는곳"))
async def exits(me: Presence, argument: str) -> None:
    """See which doors there are."""
    me.show(Block.of(exits_line((await me.room()).room.doors, me.lang, me.stage.words)))

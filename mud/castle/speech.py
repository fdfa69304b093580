"""What players say and show to those in the same room."""

from __future__ import annotations

from collections.abc import Callable

from mud.graph.writer import Row, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Lang, Stand, Who

from .errors import Elsewhere
from .texts import SPEECH_MOST, checked


class Speech:
    """Speech, poses, and the lines for onlookers."""

    def __init__(self, *, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def say(self, stand: Stand, text: str, lang: Lang, to: Who | None = None) -> e.Said:
        """Say something aloud. Raises `BadText`, `Elsewhere`."""
        words = checked("text", text, SPEECH_MOST)
        event = await self._commit(
            stand,
            lambda: e.Said(
                id=self._ids.new(),
                at=self._clock.now(),
                who=stand.player.who,
                room=stand.room_id,
                text=words,
                lang=lang,
                to=to,
            ),
        )
        assert isinstance(event, e.Said)  # noqa: S101 - made a few lines above
        return event

    async def emote(self, stand: Stand, text: str) -> None:
        """Strike a pose. Raises `BadText`, `Elsewhere`."""
        words = checked("text", text, SPEECH_MOST)
        await self._commit(
            stand,
            lambda: e.Emoted(
                id=self._ids.new(), at=self._clock.now(), who=stand.player.who, room=stand.room_id, text=words
            ),
        )

    async def act(self, stand: Stand, line: str, lang: Lang, other: str = "") -> None:
        """Let the others see what the player is doing: `line` for those who read `lang`, `other` for those who read the other language.

        Where a line is empty, the engine words it. Raises `BadText` (a line too long), `Elsewhere`.
        """
        seen = checked("onlookers", line, SPEECH_MOST) if line.strip() else ""
        in_other = checked("onlookers", other, SPEECH_MOST) if other.strip() else ""
        await self._commit(
            stand,
            lambda: e.Acted(
                id=self._ids.new(),
                at=self._clock.now(),
                who=stand.player.who,
                room=stand.room_id,
                line=seen,
                lang=lang,
                other=in_other,
            ),
        )

    async def _commit(self, stand: Stand, event: Callable[[], e.Committed]) -> e.Committed:
        written = await self._writer.row(
            Row(
                "players/present",
                {"player": stand.player.id, "room": stand.room_id, "resets": stand.resets},
                frozenset({stand.player.id}),
                lambda _: [event()],
            )
        )
        if written is None:
            raise Elsewhere
        return written.events[0]

"""A reset of the castle with people in it: they are told, what they type is held, and they find themselves on the porch of a new castle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mud.castle.reset import Progress, unwatched
from mud.world.model import Tally, Who

from .stage import Stage

if TYPE_CHECKING:
    from .hub import Hub


class Resets:
    """Resets the castle of a hub."""

    def __init__(self, stage: Stage, hub: Hub) -> None:
        self._stage = stage
        self._hub = hub

    async def tally(self) -> tuple[Tally, int]:
        """See `mud.castle.reset.Reset.tally`."""
        return await self._stage.castle.reset.tally()

    async def run(
        self, resets: int, *, by: Who | None, with_accounts: bool, progress: Progress = unwatched
    ) -> None:
        """Do it to its end, whoever stops waiting. See `mud.castle.reset.Reset.run`.

        Must not be called by what has passed the hub's passage.
        """
        work = partial(self._run, resets, by=by, with_accounts=with_accounts, progress=progress)
        await self._hub.to_the_end(work, "reset")

    async def _run(self, resets: int, *, by: Who | None, with_accounts: bool, progress: Progress) -> None:
        castle, hub = self._stage.castle, self._hub
        try:
            async with hub.passage.closed():
                await castle.reset.begin(resets, by=by, with_accounts=with_accounts)
                hub.tell_everybody("play.reset_begins")
                await self._break_off()
                await castle.reset.finish(progress, patiently=True)
                if with_accounts:
                    await hub.dismiss_accounts()
        finally:
            for presence in hub.in_play:
                presence.typed.resume()

    async def _break_off(self) -> None:
        """End every turn, and what is made on the engine's behalf: none of it could be committed any more."""
        for presence in self._hub.in_play:
            presence.turns.cancel()
        for presence in self._hub.in_play:
            await presence.turns.settled()
        await (
            self._stage.master.break_off_fills()
        )  # last: a fill that is broken off is handed on to the engine

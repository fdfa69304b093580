"""The way from what one player is shown to their connection."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mud.text import Block, Wordbook, lay_out
from mud.world.chance import Clock
from mud.world.model import Lang

from .missed import Missed
from .narration import Narration
from .turns import Spawn
from .wire import Wire

ROW_PATIENCE = 0.2  # seconds for which a row of a story waits for the next sentence


class Display:
    """Lays out and sends; while there is no wire, what they would read is kept for them.

    `prompt` gives the prompt that is due below what is sent now, None if none is. `name`: whose it is, for the tasks.
    """

    def __init__(self, *, clock: Clock, spawn: Spawn, prompt: Callable[[], str | None], name: str) -> None:
        self._clock = clock
        self._spawn = spawn
        self._prompt = prompt
        self._name = name
        self._wire: Wire | None = None
        self._narration = Narration()
        self._missed = Missed()

    def attach(self, wire: Wire | None) -> None:
        """From now on all goes there; None: the link is lost."""
        rest = self._narration.end()
        if wire is None:
            self._missed.keep_story(rest.replace("\n", " "))  # the row that was still open
        self._wire = wire

    def write(self, block: Block) -> None:
        """Send lines at once, and the prompt if it is due. They are nothing for anybody who comes back later."""
        if self._wire is not None:
            text = self._narration.end() + lay_out(block, self._wire.width, colour=self._wire.colour)
            self._wire.send(text, prompt=self._prompt())

    def tell(self, block: Block) -> None:
        """Send lines at once, and the prompt if it is due; or keep them."""
        if self._wire is None:
            self._missed.keep(block)
        else:
            self.write(block)

    def narrate(self, text: str) -> None:
        """Send what is full of a story. Its open row goes with whatever is sent next, or by itself when no more comes soon."""
        if self._wire is None:
            self._missed.keep_story(text)
            return
        self._send_rows(self._narration.add(text, self._wire.width))
        self._spawn(partial(self._end_row, self._narration.changes), f"row of {self._name}")

    def missed(self, lang: Lang, words: Wordbook) -> Block | None:
        """What was kept, which is forgotten now; None if there is nothing."""
        return self._missed.told(lang, words)

    async def _end_row(self, changes: int) -> None:
        await self._clock.sleep(ROW_PATIENCE)
        if self._narration.changes == changes:
            self._send_rows(self._narration.end())

    def _send_rows(self, rows: str) -> None:
        if self._wire is not None and rows:
            self._wire.send(rows)

"""A player's seat at the game master's table: where they are, and their conversation."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime

from mud.agent import Conversation
from mud.world.grid import Direction
from mud.world.model import Lang, Player

MOST_HAPPENED = 30
"""Lines of what happened since the last turn that go into the state; of more the oldest are left out."""


@dataclass(eq=False, slots=True)
class Seat:
    """What belongs to one life of one player, however many connections it takes.

    The session keeps `room_id`, `came` (the way walked to get there) and `lang` up to date. `former` is the name of the life before this
    one. `talks` counts what each ghost has said to this player, by the ghost's id. `told_spent`: the hour in which the player was last told
    that no more tokens may be spent.
    """

    player: Player
    room_id: str
    lang: Lang
    conversation: Conversation
    came: Direction | None = None
    former: str | None = None
    told_spent: datetime | None = None
    talks: dict[str, int] = field(default_factory=dict)
    happened: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_HAPPENED))

    def note(self, text: str) -> None:
        """Let the game master know of an engine line that this player read, or of what a command of theirs did."""
        self.happened.append(text)
        self.conversation.note(text)

    def begin_anew(self, room_id: str) -> None:
        """Nothing that was is any more, and the player stands in that room: the conversation starts anew."""
        self.room_id, self.came = room_id, None
        self.conversation = self.conversation.emptied()
        self.talks.clear()
        self.happened.clear()

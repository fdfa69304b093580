"""Where an act comes from is checked inside the transaction that commits it."""

from __future__ import annotations

from mud.graph.driver import Transaction
from mud.world.model import Stand

from .errors import Elsewhere


async def require_stand(tx: Transaction, stand: Stand) -> None:
    """Make sure that an act still comes from where it began: this life, this room, this castle. Raises `Elsewhere`."""
    if not await tx.run("players/stands", player=stand.player.id, room=stand.room_id, resets=stand.resets):
        raise Elsewhere


async def require_castle(tx: Transaction, resets: int) -> None:
    """Make sure that the castle was not reset since, for an act that is bound to nobody. Raises `Elsewhere`."""
    if (await tx.run("castle/counters"))[0]["resets"] != resets:
        raise Elsewhere

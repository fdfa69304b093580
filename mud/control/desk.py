"""What operators can do to a castle, whoever does it for them: a server with players in it, or nobody else."""

from __future__ import annotations

from typing import Protocol

from mud.castle.castle import Castle
from mud.castle.errors import NoSuchAccount
from mud.castle.reset import Progress, unwatched
from mud.session.names import Names
from mud.world.model import Tally, Who


class Desk(Protocol):
    """A castle's desk. All its methods raise what the castle refuses and what the graph raises, or a `ControlError`."""

    async def tally(self) -> tuple[Tally, int]:
        """What a reset would undo, and how often the castle was reset: `reset` asks for that number."""
        ...

    async def reset(self, resets: int, *, with_accounts: bool, progress: Progress = unwatched) -> None:
        """Reset the castle, with the accounts or without."""
        ...

    async def admins(self) -> tuple[str, ...]:
        """The names of all admins."""
        ...

    async def set_admin(self, name: str, admin: bool) -> str:
        """Make the owner of an account an admin, or take it from them; the account's name as it is written."""
        ...


class Resetter(Protocol):
    """Resets a castle: `mud.castle.reset.Reset` where nobody is in it, `mud.session.resets.Resets` around those who are."""

    async def tally(self) -> tuple[Tally, int]:
        """See `Desk`."""
        ...

    async def run(
        self, resets: int, *, by: Who | None, with_accounts: bool, progress: Progress = unwatched
    ) -> None:
        """Do it to its end."""
        ...


class CastleDesk:
    """The desk of a castle that this process has opened."""

    def __init__(self, castle: Castle, resetter: Resetter, names: Names) -> None:
        self._castle = castle
        self._resetter = resetter
        self._names = names

    async def tally(self) -> tuple[Tally, int]:
        """See `Desk`."""
        return await self._resetter.tally()

    async def reset(self, resets: int, *, with_accounts: bool, progress: Progress = unwatched) -> None:
        """See `Desk`. Raises `UnderReset`, `ResetMeanwhile`."""
        await self._resetter.run(resets, by=None, with_accounts=with_accounts, progress=progress)

    async def admins(self) -> tuple[str, ...]:
        """See `Desk`."""
        return await self._castle.accounts.admins()

    async def set_admin(self, name: str, admin: bool) -> str:
        """See `Desk`. A name that only looks like the account's is not its name. Raises `NoSuchAccount`."""
        typed = self._names.typed(name)
        account = await self._castle.accounts.find(typed.skeleton)
        if account is None or not typed.same_as(account.name):
            raise NoSuchAccount(name=name)
        if account.admin is not admin:
            await self._castle.accounts.set_admin(account, admin)
        return account.name

"""Accounts: who may log in by which name. Passwords arrive here as hashes only."""

from __future__ import annotations

from mud.graph.driver import Graph, Transaction
from mud.graph.writer import Outcome, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Account, Lang, Player

from . import records
from .errors import NameTaken, NoSuchAccount
from .players import begin_life


class Accounts:
    """The accounts of the castle."""

    def __init__(self, *, graph: Graph, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._graph = graph
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def find(self, skeleton: str) -> Account | None:
        """The account whose name has this skeleton, with the player that it plays now."""
        rows = await self._graph.read("accounts/find", skeleton=skeleton)
        return records.account(rows[0]) if rows else None

    async def taken(self, skeleton: str) -> str | None:
        """The name, of an account or a present guest, that has this skeleton; None: it is free."""
        rows = await self._graph.read("players/name_taken", skeleton=skeleton)
        return str(rows[0]["name"]) if rows else None

    async def create(self, name: str, skeleton: str, password: str, language: Lang | None) -> Account:
        """Make an account and its first player, who stands on the porch at once. `password` is a hash.

        Raises `NameTaken`, also when two make it at the same moment: one of them gets it.
        """

        async def work(tx: Transaction) -> Outcome[Account]:
            if await tx.run("players/name_taken", skeleton=skeleton):
                raise NameTaken(name=name)
            account = Account(
                self._ids.new(),
                name,
                skeleton,
                password,
                language,
                admin=False,
                player=Player(self._ids.new(), name),
            )
            began = await begin_life(tx, account.player, self._ids.new(), self._clock)
            at = self._clock.now()
            await tx.run(
                "accounts/create",
                id=account.id,
                name=name,
                skeleton=skeleton,
                password=password,
                language=language,
                player=account.player.id,
                at=at.isoformat(),
            )
            made = e.AccountMade(id=self._ids.new(), at=at, account=account.id, name=name)
            return Outcome(account, [made, *began.events])

        return (await self._writer.work(work)).value

    async def set_language(self, account_id: str, language: Lang) -> None:
        """Keep the language that somebody chose."""

        async def work(tx: Transaction) -> Outcome[None]:
            await tx.run("accounts/set_language", id=account_id, language=language)
            return Outcome(None)

        await self._writer.work(work)

    async def set_password(self, account_id: str, password: str) -> None:
        """Keep a new hash of the password."""

        async def work(tx: Transaction) -> Outcome[None]:
            await tx.run("accounts/set_password", id=account_id, password=password)
            return Outcome(None)

        await self._writer.work(work)

    async def set_admin(self, account: Account, admin: bool) -> None:
        """Make somebody an admin, or take it from them. Raises `NoSuchAccount`."""

        async def work(tx: Transaction) -> Outcome[None]:
            if not await tx.run("accounts/set_admin", id=account.id, admin=admin):
                raise NoSuchAccount(name=account.name)
            changed = e.AdminChanged(
                id=self._ids.new(), at=self._clock.now(), account=account.id, name=account.name, admin=admin
            )
            return Outcome(None, [changed])

        await self._writer.work(work)

    async def admins(self) -> tuple[str, ...]:
        """The names of all admins."""
        return tuple(str(row["name"]) for row in await self._graph.read("accounts/admins"))

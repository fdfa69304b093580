"""Players: each is one life, and is in exactly one place: present in a room, asleep where it was left, or dead where it died."""

from __future__ import annotations

from dataclasses import dataclass

from mud.graph.driver import Graph, Transaction
from mud.graph.writer import Outcome, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Player

from .errors import NameTaken, NoSuchPlayer

BATCH = 500  # players put to sleep in one transaction


@dataclass(frozen=True, slots=True)
class Placed:
    """A player who is present now, and the room. `slept`: if they slept until now, the place in the log since which they did."""

    player: Player
    room_id: str
    slept: int | None = None


class Players:
    """Waking, sleeping, guests, and the lives after the first."""

    def __init__(self, *, graph: Graph, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._graph = graph
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def wake(self, player_id: str) -> Placed:
        """Let a player be present again: a sleeping one wakes where it sleeps; one that is present stays as it is.

        Raises `NoSuchPlayer` (the dead do not wake).
        """

        async def work(tx: Transaction) -> Outcome[Placed]:
            rows = await tx.run("players/wake", player=player_id)
            if rows:
                placed = Placed(_player(rows[0]), rows[0]["room"], rows[0]["slept"])
                return Outcome(
                    placed,
                    [
                        e.Woke(
                            id=self._ids.new(),
                            at=self._clock.now(),
                            player=placed.player.who,
                            room=placed.room_id,
                        )
                    ],
                )
            rows = await tx.run("players/where", player=player_id)
            if not rows:
                raise NoSuchPlayer(id=player_id)
            return Outcome(Placed(_player(rows[0]), rows[0]["room"]))

        return (await self._writer.work(work)).value

    async def sleep(self, player_id: str, why: e.SleepReason) -> None:
        """Let a present player fall asleep where it stands; nothing happens to any other.

        A guest cannot be taken up again: it gives its name back, and its node goes when nothing refers to it. So does a dead guest who
        leaves without a new life: others may have the name.
        """

        async def work(tx: Transaction) -> Outcome[None]:
            rows = await tx.run("players/sleep", players=[player_id])
            if not rows:
                await tx.run("players/release_absent", players=[player_id])
            events = [
                e.FellAsleep(
                    id=self._ids.new(),
                    at=self._clock.now(),
                    player=_player(row).who,
                    room=row["room"],
                    why=why,
                )
                for row in rows
            ]
            if any(row["guest"] for row in rows):
                await tx.run("players/forget_guests", players=[player_id])
            return Outcome(None, events)

        await self._writer.work(work)

    async def sleep_all(self, why: e.SleepReason) -> int:
        """Let everybody present fall asleep: a server that starts has no sessions yet. Returns how many there were.

        Guests who died give their names back too: nobody is there any more to begin a new life with them.
        """
        total = 0
        while rows := await self._graph.read("players/all_present", most=BATCH):
            ids = [row["id"] for row in rows]

            async def work(tx: Transaction, ids: list[str] = ids) -> Outcome[None]:
                slept = await tx.run("players/sleep", players=ids)
                await tx.run("players/forget_guests", players=ids)
                at = self._clock.now()
                return Outcome(
                    None,
                    [
                        e.FellAsleep(
                            id=self._ids.new(), at=at, player=_player(row).who, room=row["room"], why=why
                        )
                        for row in slept
                    ],
                )

            await self._writer.work(work)
            total += len(ids)
        while rows := await self._graph.read("players/absent_names", most=BATCH):
            gone = [row["id"] for row in rows]

            async def release(tx: Transaction, gone: list[str] = gone) -> Outcome[None]:
                await tx.run("players/release_absent", players=gone)
                return Outcome(None)

            await self._writer.work(release)
        return total

    async def guest(self, name: str, skeleton: str) -> Placed:
        """Let a guest stand on the porch. Raises `NameTaken`."""

        async def work(tx: Transaction) -> Outcome[Placed]:
            if await tx.run("players/name_taken", skeleton=skeleton):
                raise NameTaken(name=name)
            return await self._begin(tx, Player(self._ids.new(), name, guest=True), skeleton=skeleton)

        return (await self._writer.work(work)).value

    async def next_life(self, dead: Player) -> Placed:
        """Begin a new life for one who died: on the porch, with nothing, by the same name.

        Raises `NoSuchPlayer` when it has not died, lives again already, or was a guest who has left.
        """

        async def work(tx: Transaction) -> Outcome[Placed]:
            rows = await tx.run("players/dead", player=dead.id)
            if not rows:
                raise NoSuchPlayer(id=dead.id)
            return await self._begin(
                tx,
                Player(self._ids.new(), rows[0]["name"], bool(rows[0]["guest"])),
                skeleton=rows[0]["skeleton"],
                former=dead,
            )

        return (await self._writer.work(work)).value

    async def former_name(self, player_id: str) -> str | None:
        """The name of the life before this one; None for a first life."""
        rows = await self._graph.read("players/former", player=player_id)
        return str(rows[0]["name"]) if rows else None

    async def _begin(
        self, tx: Transaction, player: Player, *, skeleton: str | None, former: Player | None = None
    ) -> Outcome[Placed]:
        if former is not None:
            await tx.run("players/release_name", player=former.id)
        return await begin_life(
            tx,
            player,
            self._ids.new(),
            self._clock,
            skeleton=skeleton if player.guest else None,
            former=former,
        )


async def begin_life(
    tx: Transaction,
    player: Player,
    event_id: str,
    clock: Clock,
    *,
    skeleton: str | None = None,
    former: Player | None = None,
) -> Outcome[Placed]:
    """Let a new player stand on the porch, inside a transaction; a former life's account plays it from now on."""
    at = clock.now()
    rows = await tx.run(
        "players/begin",
        player=player.id,
        name=player.name,
        guest=player.guest,
        skeleton=skeleton,
        at=at.isoformat(),
    )
    if former is not None:
        await tx.run("players/succeed", player=player.id, former=former.id)
    room = rows[0]["room"]
    began = e.LifeBegan(
        id=event_id, at=at, player=player.who, room=room, former=former.who if former is not None else None
    )
    return Outcome(Placed(player, room), [began])


def _player(row: dict[str, object]) -> Player:
    return Player(str(row["id"]), str(row["name"]), bool(row["guest"]))

"""Who is in play: brings people into it and lets them go, so that nobody is ever in it twice, nor stands there forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeVar, cast

import structlog

from mud.castle.errors import NameTaken, NoSuchPlayer
from mud.castle.players import Placed
from mud.master.seat import Seat
from mud.text import Block, Viewer
from mud.world import events as e
from mud.world.deadline import Deadline
from mud.world.model import Account, Lang, Player

from .asleep import while_asleep
from .locks import Locks
from .names import Name, Names
from .passage import Passage
from .presence import RETRY, Link, Presence
from .resets import Resets
from .stage import Stage
from .trouble import keyed
from .turns import Work

T = TypeVar("T")

log = structlog.get_logger(__name__)

MOST_GUEST_NUMBERS = 50  # tried for one guest before giving up: names that others chose may be in the way


class Closing(Exception):
    """The server is stopping: nobody comes in any more."""

    key = "login.closing"

    def __init__(self) -> None:
        super().__init__(self.key)
        self.values: dict[str, object] = {}


class Hub:
    """Everybody in play, by the skeleton of their name. What brings people in or lets them go is done to its end, whoever stops waiting."""

    def __init__(self, stage: Stage, names: Names, tasks: asyncio.TaskGroup) -> None:
        self._stage = stage
        self._names = names
        self._tasks = tasks
        self._locks = Locks()
        self._in_play: dict[str, Presence] = {}
        self._guest_numbers = count(1)
        self.passage = Passage()
        self.resets = Resets(stage, self)
        self._doing: set[asyncio.Task[Any]] = set()
        self._spawned: set[asyncio.Task[None]] = set()
        self._closing = False

    # who there is

    @property
    def in_play(self) -> tuple[Presence, ...]:
        """All who are in play, the dead too."""
        return tuple(self._in_play.values())

    def everybody(self) -> list[Presence]:
        """All who are in play and alive, those who came first first."""
        return [presence for presence in self._in_play.values() if not (presence.dead or presence.gone)]

    def find(self, name: str) -> Presence | None:
        """Somebody in play and alive by that name; None if there is nobody."""
        presence = self._in_play.get(self._names.skeleton_of(name))
        return None if presence is None or presence.dead or presence.gone else presence

    async def known(self, name: str) -> str | None:
        """The name of the account, in play or not, that has that name. Raises `GraphUnavailable`."""
        return await self._stage.castle.accounts.taken(self._names.skeleton_of(name))

    def tell_everybody(self, key: str) -> None:
        """An engine line for all in play, by its key in the words."""
        for presence in self.in_play:
            presence.tell(key)

    # coming in

    async def enter(self, name: Name, link: Link, lang: Lang | None, default: Lang) -> None:
        """Let the owner of an account play by this connection: taking over from another one, coming back, waking, or in a new life.

        `lang` is the language that they chose just now; else it is the account's, else `default`. Raises `Closing`, what the graph raises.
        """
        await self._come_in(partial(self._enter, name, link, lang, default))

    async def enter_new(self, name: Name, password: str, link: Link, lang: Lang) -> None:
        """Make an account, `password` being a hash, and let its owner play. Raises `NameTaken`, `Closing`, what the graph raises."""
        await self._come_in(partial(self._enter_new, name, password, link, lang))

    async def enter_guest(self, name: Name | None, link: Link, lang: Lang) -> None:
        """Let a guest play, by that name or by one that the castle gives. Raises `NameTaken`, `Closing`, what the graph raises."""
        await self._come_in(partial(self._enter_guest, name, link, lang))

    async def next_life(self, presence: Presence) -> None:
        """Let one who is dead live anew. Raises `NoSuchPlayer`, what the graph raises."""
        await self.to_the_end(partial(self._next_life, presence), "next life")

    # going

    async def sleep(self, presence: Presence, why: e.SleepReason) -> None:
        """Let somebody fall asleep and be in play no more. Does nothing if their link was lost and they are back already.

        Raises what the graph raises; then they are still in play.
        """
        await self.to_the_end(partial(self._sleep, presence, why), "sleep")

    async def stop(self, deadline: Deadline) -> None:
        """Tell everybody that the server stops, and let all fall asleep; whom the graph does not let in time, the next server will."""
        self._closing = True
        links = await self._dismiss()  # before anything that has to wait for the graph
        if self._doing:
            await asyncio.wait(set(self._doing), timeout=deadline.left())
        links += await self._dismiss()  # who was just coming in
        try:
            async with asyncio.timeout(deadline.left()):
                await self._stage.castle.players.sleep_all(e.SleepReason.SERVER_STOPPED)
        except TimeoutError:
            log.warning("not all are asleep; the next server sees to it")
        except Exception as error:
            if not keyed(error):
                raise
            log.warning("not all could be put to sleep", error=repr(error))
        if links:
            flushing = [asyncio.ensure_future(link.wire.flush()) for link in links]
            await asyncio.wait(flushing, timeout=deadline.left())
        for task in self._spawned | self._doing:
            task.cancel()

    async def dismiss_accounts(self) -> None:
        """All accounts are gone: let those who came by one be in play no more."""
        for presence in self.in_play:
            if presence.account is not None:
                async with self._locks.hold(presence.key):
                    await self._let_go(presence, self._stage.words.block(presence.lang, "play.account_gone"))

    async def to_the_end(self, work: Callable[[], Coroutine[Any, Any, T]], name: str) -> T:
        """Do something to its end, even if the caller is cancelled meanwhile. Raises what it raises."""
        task = self._tasks.create_task(_outcome(work), name=name)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        value, error = await asyncio.shield(task)
        if error is not None:
            raise error
        return cast(T, value)

    def follow(self, event: e.Committed) -> None:
        """Keep up with who is an admin."""
        if not isinstance(event, e.AdminChanged):
            return
        for presence in self.in_play:
            if presence.account is not None and presence.account.id == event.account:
                presence.account = replace(presence.account, admin=event.admin)
                presence.tell("play.admin_now" if event.admin else "play.admin_no_more")

    # how it is done

    async def _come_in(self, work: Work) -> None:
        """Let somebody in, once nobody has the castle alone."""

        async def passing() -> None:
            async with self.passage.passing():
                await work()

        await self.to_the_end(passing, "enter")

    async def _enter(self, name: Name, link: Link, lang: Lang | None, default: Lang) -> None:
        castle = self._stage.castle
        async with self._locks.hold(name.skeleton):
            self._open()
            account = await castle.accounts.find(name.skeleton)
            if account is None:
                raise NoSuchPlayer(id=name.text)
            presence = self._in_play.get(name.skeleton)
            if presence is not None:
                presence.seat.lang = lang or presence.lang
                await self._enter_again(presence, link)
            else:
                placed, greeting = await self._wake(account.player)
                spoken = lang or account.language or default
                news = await self._missed(placed, spoken)
                presence = await self._begin(name.skeleton, account, placed, spoken)
                self._greet(presence, link, greeting, news, name=account.name)
        if lang is not None and lang is not account.language:
            await castle.accounts.set_language(account.id, lang)

    async def _enter_again(self, presence: Presence, link: Link) -> None:
        was_linked = presence.link is not None
        presence.turns.cancel()
        await presence.turns.settled()
        presence.attach(link)
        if not was_linked and not presence.dead:
            now, who = self._stage.clock.now(), presence.player.who
            self._stage.bus.publish(e.LinkBack(at=now, player=who, room=presence.seat.room_id))
        presence.tell("login.took_over" if was_linked else "play.link_back")
        presence.tell_missed()
        if presence.dead:
            presence.offer_new_life()
        else:
            presence.look()
            presence.turns.arrive()

    async def _enter_new(self, name: Name, password: str, link: Link, lang: Lang) -> None:
        async with self._locks.hold(name.skeleton):
            self._open()
            castle = self._stage.castle
            account = await castle.accounts.create(name.text, name.skeleton, password, lang)
            async with self._not_abandoned(name.skeleton, account.player):
                placed = await castle.players.wake(account.player.id)
            presence = await self._begin(name.skeleton, account, placed, lang)
            self._greet(presence, link, "login.welcome_new", name=name.text)

    async def _enter_guest(self, name: Name | None, link: Link, lang: Lang) -> None:
        if name is not None:
            await self._enter_guest_as(name, link, lang)
            return
        word = self._stage.words.text(lang, "login.guest_name")
        for tries_left in reversed(range(MOST_GUEST_NUMBERS)):
            try:
                await self._enter_guest_as(self._names.guest(word, next(self._guest_numbers)), link, lang)
                return
            except NameTaken:
                if not tries_left:
                    raise

    async def _enter_guest_as(self, name: Name, link: Link, lang: Lang) -> None:
        async with self._locks.hold(name.skeleton):
            self._open()
            placed = await self._stage.castle.players.guest(name.text, name.skeleton)
            presence = await self._begin(name.skeleton, None, placed, lang)
            self._greet(presence, link, "login.welcome_guest", name=name.text)

    async def _next_life(self, presence: Presence) -> None:
        async with self._locks.hold(presence.key):
            self._open()
            if presence.gone or not presence.dead:
                return
            placed = await self._live_again(presence)
            presence.live(await self._seat(presence.key, placed, presence.lang))
            presence.tell("play.new_life_began")
            presence.look()
            presence.turns.arrive()

    async def _live_again(self, presence: Presence) -> Placed:
        """A new life, or the one that was begun when an earlier try broke off half-way."""
        castle = self._stage.castle
        try:
            return await castle.players.next_life(presence.player)
        except NoSuchPlayer:
            account = await castle.accounts.find(presence.key)
            if account is None:
                raise
            return await castle.players.wake(account.player.id)

    async def _sleep(self, presence: Presence, why: e.SleepReason) -> None:
        async with self._locks.hold(presence.key):
            back = why is e.SleepReason.LINK_LOST and presence.link is not None
            if presence.gone or back:
                return
            presence.turns.cancel()
            await presence.turns.settled()
            await self._stage.castle.players.sleep(presence.player.id, why)
            await self._let_go(presence, self._last_words(presence, why))
            log.info("left", player=presence.player.name, why=why.value)

    async def _let_go(self, presence: Presence, last: Block) -> None:
        self._in_play.pop(presence.key, None)
        await presence.leave(last)

    async def _dismiss(self) -> list[Link]:
        """Tell all who are in play that the server stops, and let them be in it no more; the connections that they had."""
        leaving = list(self._in_play.values())
        links = [presence.link for presence in leaving if presence.link is not None]
        words = self._stage.words
        await asyncio.gather(*(p.leave(words.block(p.lang, "play.server_stopping")) for p in leaving))
        self._in_play.clear()
        return links

    def _last_words(self, presence: Presence, why: e.SleepReason) -> Block:
        words, lang = self._stage.words, presence.lang
        match why:
            case e.SleepReason.IDLE:
                return words.block(lang, "play.idle_end")
            case e.SleepReason.KICKED:
                return words.block(lang, "play.kicked")
            case _:
                bye = words.block(lang, "command.quit.bye")
                return bye + words.block(lang, "login.farewell", name=presence.player.name)

    async def _wake(self, player: Player) -> tuple[Placed, str]:
        """Let a player be present, in a new life if the last one is over; with the key of what to say to them then."""
        players = self._stage.castle.players
        try:
            return await players.wake(player.id), "login.welcome_back"
        except NoSuchPlayer:
            return await players.next_life(player), "play.new_life_began"

    async def _begin(self, key: str, account: Account | None, placed: Placed, lang: Lang) -> Presence:
        seat = await self._seat(key, placed, lang)
        presence = Presence(
            key=key, account=account, seat=seat, hub=self, stage=self._stage, spawn=self._spawn
        )
        self._in_play[key] = presence
        log.info("entered", player=placed.player.name, guest=placed.player.guest)
        return presence

    async def _seat(self, key: str, placed: Placed, lang: Lang) -> Seat:
        async with self._not_abandoned(key, placed.player):
            return await self._stage.master.seat(placed.player, placed.room_id, lang)

    @asynccontextmanager
    async def _not_abandoned(self, key: str, player: Player) -> AsyncIterator[None]:
        """What follows brings a player into play who is present already; if it fails, they fall asleep rather than stand there alone."""
        try:
            yield
        except Exception:
            self._spawn(partial(self._abandon, key, player.id), f"abandoning {player.name}")
            raise

    async def _abandon(self, key: str, player_id: str) -> None:
        """Let a player sleep who is present though nobody came to play them."""
        while True:
            async with self._locks.hold(key):
                presence = self._in_play.get(key)
                if presence is not None and presence.player.id == player_id:
                    return
                try:
                    await self._stage.castle.players.sleep(player_id, e.SleepReason.LINK_LOST)
                    return
                except Exception as error:
                    log.warning("could not put to sleep yet", player=player_id, error=repr(error))
            await self._stage.clock.sleep(RETRY)

    async def _missed(self, placed: Placed, lang: Lang) -> Block | None:
        """What somebody who wakes has slept through; nothing if the graph does not say: nobody is kept out for that."""
        if placed.slept is None:
            return None
        castle, viewer = self._stage.castle, Viewer(placed.player.id, lang, placed.room_id)
        try:
            events = await castle.past.in_room(placed.room_id, after=placed.slept, until=castle.writer.seq)
        except Exception:
            log.exception("not known what was slept through", player=placed.player.name)
            return None
        return while_asleep(events, viewer, self._stage.words)

    def _greet(
        self, presence: Presence, link: Link, greeting: str, news: Block | None = None, **values: str
    ) -> None:
        presence.attach(link)
        presence.tell(greeting, **values)
        presence.look()
        if news is not None:
            presence.show(news)
        presence.turns.arrive()

    def _open(self) -> None:
        if self._closing:
            raise Closing

    def _spawn(self, work: Work, name: str) -> asyncio.Task[None]:
        task = self._tasks.create_task(_guarded(work, name), name=name)
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)
        return task


@asynccontextmanager
async def open_hub(stage: Stage, names: Names, deadline: Deadline) -> AsyncIterator[Hub]:
    """A hub, which owns everything that goes on for those in play, for as long as the context lasts; in the end all fall asleep.

    `deadline` is when that has to be over.
    """
    async with asyncio.TaskGroup() as tasks:
        hub = Hub(stage, names, tasks)
        stage.castle.listen(hub.follow)
        yield hub
        await hub.stop(deadline)


async def _guarded(work: Work, name: str) -> None:
    """What breaks for one player is logged, and leaves the others alone."""
    try:
        await work()
    except Exception:
        log.exception("task broke off", task=name)


async def _outcome(work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T | None, Exception | None]:
    """What came of it: an error must not end the tasks of everybody else."""
    try:
        return await work(), None
    except Exception as error:
        return None, error

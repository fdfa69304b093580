"""A player who is in play: one person, through takeovers, lost links and new lives, until they are gone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

import structlog

from mud.bus.local import Subscription
from mud.master.seat import Seat
from mud.text import Block, Line, Viewer, lay_out
from mud.world import events as e
from mud.world.model import Account, Lang, Player, RoomView, Stand

from .display import Display
from .feed import Feed, Item, Look, Ready, Rest, Seen, Story, Words
from .sight import Sight
from .stage import Stage
from .trouble import keyed, worded
from .turns import Spawn, Turns, Work
from .typed import Typed
from .wire import Wire

if TYPE_CHECKING:
    from .hub import Hub

log = structlog.get_logger(__name__)

IDLE_WARNING = 300.0  # seconds before a silent player falls asleep
MOST_SHOWN = 0.5  # seconds for showing what waits to one who leaves: without a graph that hangs it takes none
RETRY = 2.0  # seconds after which a graph that failed is asked again


class Link(Protocol):
    """A connection that can be in play."""

    @property
    def wire(self) -> Wire:
        """What carries it."""
        ...

    @property
    def ended(self) -> bool:
        """Whether its other end is gone."""
        ...

    @property
    def unread(self) -> int:
        """How many lines have come by it that were not acted on yet."""
        ...

    def drop_ahead(self) -> None:
        """What was typed before this cannot be meant as an answer to what is asked now: act on none of the lines that have come."""
        ...

    def entered(self, presence: Presence) -> None:
        """From now on its lines are theirs."""
        ...

    def end(self) -> None:
        """Hang up once what was sent has left, and take nothing more from it."""
        ...


class _Offer(Words):
    """The offer of a new life, which only a line that comes after it takes."""


class Presence:
    """One person in play. `key` is the skeleton of their name; `account` is None for guests.

    `seat` is the life that they live now or, when `dead`, the one that is over. At most one connection belongs to them; while there is
    none, the grace clock runs, and what they would read is kept for them. Once `gone`, they are in play no more.
    """

    def __init__(
        self, *, key: str, account: Account | None, seat: Seat, hub: Hub, stage: Stage, spawn: Spawn
    ) -> None:
        self.key = key
        self.account = account
        self.seat = seat
        self.hub = hub
        self.stage = stage
        self.dead = False
        self.gone = False
        self.feed = Feed(self._show)
        self.turns = Turns(self, stage, self.feed, spawn)
        self.typed = Typed(self)
        self.spawn = spawn
        self._link: Link | None = None
        self._timer: asyncio.Task[None] | None = None
        self._heard_at = stage.clock.monotonic()
        self._sight = Sight(stage.bus, stage.scribe)
        self._display = Display(clock=stage.clock, spawn=spawn, prompt=self._prompt, name=seat.player.name)
        self._ear = self._listen()
        self._showing = spawn(self.feed.run, f"feed of {seat.player.name}")

    # who and where they are

    @property
    def player(self) -> Player:
        """The life that is lived now."""
        return self.seat.player

    @property
    def admin(self) -> bool:
        """Whether they may do what admins do."""
        return self.account is not None and self.account.admin

    @property
    def lang(self) -> Lang:
        """The language that they read."""
        return self.seat.lang

    @property
    def link(self) -> Link | None:
        """Their connection; None while the link is lost."""
        return self._link

    @property
    def stand(self) -> Stand:
        """Where their acts come from."""
        return self.stage.castle.stand(self.player, self.seat.room_id)

    async def room(self) -> RoomView:
        """The room in which they stand. Raises `NoSuchRoom`, `GraphUnavailable`."""
        return await self.stage.castle.view.room(self.seat.room_id)

    # what they are told

    def tell(self, key: str, **values: str | int | Line) -> None:
        """An engine line for them alone, by its key in the words."""
        self.show(self.stage.words.block(self.lang, key, **values))

    def show(self, block: Block) -> None:
        """Lines for them alone."""
        self.feed.put(Words(block))

    def tell_missed(self) -> None:
        """What they would have read while their link was lost."""
        missed = self._display.missed(self.lang, self.stage.words)
        if missed is not None:
            self.show(missed)

    def look(self) -> None:
        """The room in which they stand."""
        self.feed.put(Look())

    def note(self, key: str, **values: str | int | Line) -> None:
        """Let the game master know of something, by its key in the words."""
        self.seat.note(self.stage.words.text(self.lang, key, **values))

    # what they type

    async def line(self, text: str) -> None:
        """A line that they typed."""
        self._heard_at = self.stage.clock.monotonic()
        await self.typed.take(text)

    async def answered(self) -> None:
        """Wait until what they asked for is answered, and all is shown."""
        await self.turns.settled()
        await self.feed.drained()

    # connections

    def attach(self, link: Link) -> None:
        """Give them a connection; one that they had before is told and ends."""
        before, self._link = self._link, link
        self._display.attach(link.wire)
        link.entered(self)
        self._heard_at = self.stage.clock.monotonic()
        if before is not None:
            words = self.stage.words.block(self.lang, "login.taken_over")
            before.wire.send(lay_out(words, before.wire.width, colour=before.wire.colour))
            before.end()
        self._set_timer(self._idle_clock)
        if link.ended:
            self.lost(link)

    def lost(self, link: Link) -> None:
        """That connection is gone; if it was theirs, the grace clock begins to run, and the others see it."""
        if self._link is not link or self.gone:
            return
        self._link = None
        self._display.attach(None)
        self._set_timer(self._grace_clock)
        if not self.dead:
            now = self.stage.clock.now()
            self.stage.bus.publish(e.LinkLost(at=now, player=self.player.who, room=self.seat.room_id))

    async def leave(self, last: Block) -> None:
        """They are in play no more: show what waits and these last lines, hang up, and end what belongs to them."""
        if self.gone:
            return
        self.gone = True
        self._ear.close()
        self._set_timer(None)
        self.turns.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(MOST_SHOWN):
                await self.feed.drained()
        self._showing.cancel()
        self._display.write(last)
        link, self._link = self._link, None
        if link is not None:
            link.end()  # before the last lines leave, so that no prompt is put below them

    # lives

    def live(self, seat: Seat) -> None:
        """They live anew."""
        self._ear.close()
        self.seat = seat
        self.dead = False
        self._ear = self._listen()

    def turn_over(self) -> None:
        """See `mud.session.turns.Owner`."""
        if self.dead:
            self.offer_new_life()

    def offer_new_life(self) -> None:
        """Tell them that they are dead, and how to go on; nobody while the link is lost: it is done when they are back."""
        if self._link is None:
            return
        self.tell("play.dead")
        self.feed.put(_Offer(self.stage.words.block(self.lang, "play.new_life")))

    # what happens around them

    def _listen(self) -> Subscription:
        room_id = None if self.dead else self.seat.room_id
        return self.stage.bus.subscribe(self.player.id, room_id, self._hear)

    def _hear(self, event: e.Event) -> None:
        """Keep up with what happens to oneself, and with how a room looks at that moment. The rest is done when it is shown."""
        room_id = self._ear.room_id
        view = None
        match event:
            case e.Moved(who=who, room=room, direction=direction) if who.id == self.player.id:
                self.seat.room_id, self.seat.came = room, direction
                self._ear.move(room)
                room_id, view = room, self.stage.castle.view.peek(room)
            case e.Died(player=player) if player.id == self.player.id:
                self.dead = True
                self._ear.move(None)
            case e.CastleReset(porch=porch) if not self.dead:
                self.seat.begin_anew(porch)
                self._ear.move(porch)
                room_id = porch
            case _:
                pass
        self.feed.put(Seen(event, room_id, view))

    def _show(self, item: Item) -> Rest | None:
        """See `mud.session.feed.Feed`."""
        match item:
            case Seen():
                return self._show_event(item)
            case Words(block=block):
                self._display.tell(block)
                if isinstance(item, _Offer) and self._link is not None:
                    self._link.drop_ahead()
            case Story(text=text, telling=telling) if telling.live:
                self._display.narrate(text)
            case Ready():
                self._display.write(Block())
            case Look():
                return self._show_room(None)
            case _:
                pass
        return None

    def _show_event(self, seen: Seen) -> Rest | None:
        block = self._sight.event(seen, Viewer(self.player.id, self.lang, seen.room_id))
        if block is not None:
            self._display.tell(block)
            self.seat.note(block.text)
        match seen.event:
            case e.Moved(who=who, direction=direction) if who.id == self.player.id:
                self.note("note.moved", direction=self.stage.words.direction(self.lang, direction))
                return self._show_room(seen)
            case e.RoomMade(room=room) if room == self.seat.room_id and not self.dead:
                return self._show_room(None)
            case e.CastleReset() if not self.dead:
                return self._show_room(None)
            case _:
                return None

    def _show_room(self, seen: Seen | None) -> Rest | None:
        """The room: after a move (`seen`) as they come into it, else as it is; it has to be waited for where it must be read first."""
        viewer = Viewer(self.player.id, self.lang, seen.room_id if seen is not None else self.seat.room_id)
        view = seen.view if seen is not None else None
        view = view or self.stage.castle.view.peek(viewer.room_id or "")
        if view is None:
            return partial(self._read_and_show_room, viewer, seen)
        self._display.write(self._picture(view, viewer, seen))
        return None

    async def _read_and_show_room(self, viewer: Viewer, seen: Seen | None) -> None:
        try:
            view = await self.stage.castle.view.room(viewer.room_id or "")
            block = self._picture(view, viewer, seen)
        except Exception as error:
            if not keyed(error):
                log.exception("room could not be shown", room=viewer.room_id)
            block = Block.of(worded(error, self.lang, self.stage.words))
        self._display.write(block)

    def _picture(self, view: RoomView, viewer: Viewer, seen: Seen | None) -> Block:
        self.stage.master.shown(view, viewer.lang)
        return self._sight.room(view, viewer, seen)

    def _prompt(self) -> str | None:
        """The prompt, unless a turn is still to be told."""
        return None if self.turns.busy or self.gone else self.stage.words.text(self.lang, "play.prompt")

    # clocks

    def _set_timer(self, clock: Work | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.spawn(clock, f"clock of {self.player.name}") if clock is not None else None

    async def _grace_clock(self) -> None:
        await self.stage.clock.sleep(self.stage.bounds.grace_seconds)
        await self._sleep_at_last(e.SleepReason.LINK_LOST)

    async def _idle_clock(self) -> None:
        clock, limit = self.stage.clock, self.stage.bounds.idle_seconds
        warning = min(IDLE_WARNING, limit / 2)
        while (left := self._heard_at + limit - clock.monotonic()) > 0:
            if left <= warning:
                minutes = max(1, round(left / 60))
                self.tell("play.idle_warning", minutes=minutes)
                await clock.sleep(left)
            else:
                await clock.sleep(left - warning)
        await self._sleep_at_last(e.SleepReason.IDLE)

    async def _sleep_at_last(self, why: e.SleepReason) -> None:
        """Fall asleep, however long the graph makes one wait for it."""
        while True:
            try:
                return await self.hub.sleep(self, why)
            except Exception as error:
                log.warning("could not fall asleep yet", player=self.player.name, error=repr(error))
                await self.stage.clock.sleep(RETRY)

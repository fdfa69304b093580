"""The game master: understands any sentence, tells the story, and acts by tools alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import structlog

from mud.agent import Agent, Breaker, Conversation, Limits, Model, Tool, Usage
from mud.agent import TurnFailed as RunFailed
from mud.castle.castle import Castle
from mud.world.chance import Clock, Ids
from mud.world.events import Said
from mud.world.model import Lang, Player, RoomView

from .fills import EngineFillFailed, Fills
from .ledger import Ledger, Spent
from .prompts import Prompt, Prompts
from .seat import Seat
from .state import message, state_of
from .tools import ENGINE, PLAY
from .translating import OF_GHOST, OF_ROOM, Translating, task
from .translator import Translator, Untranslated, Wanted
from .turn import Turn
from .watch import TurnObserver, Watcher

MOST_FOR_A_TRANSLATION = 8_000  # tokens, a second try included

log = structlog.get_logger(__name__)


class Hearer(Protocol):
    """Who hears a story."""

    def story(self, sentence: str) -> None:
        """One or more whole sentences, in order, each with the white space that follows it."""
        ...


class TurnFailed(Exception):
    """A turn did not come to its end; what it committed stands. `key` names why, as "timeout" or "unavailable"; `text/` words it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class GameMaster:
    """Runs the turns of all players. `model` tells the story; `storyteller` makes rooms in its place when it does not.

    When the model fails again and again it is left alone until it answers; meanwhile the storyteller tells the story, if it may `stand_in`.
    """

    def __init__(
        self,
        *,
        castle: Castle,
        model: Model,
        storyteller: Model,
        prompts: Prompts,
        clock: Clock,
        ids: Ids,
        ledger: Ledger,
        limits: Limits,
        fill_seconds: float,
        history_tokens: int,
        stand_in: bool = True,
        translates: bool = True,
        watcher: Watcher | None = None,
    ) -> None:
        self._castle = castle
        self._prompts = prompts
        self._clock = clock
        self._ids = ids
        self._ledger = ledger
        self._history_tokens = history_tokens
        self._watcher = watcher
        self._model = model
        self._stand_in = stand_in
        self._costs = model is not storyteller
        self._breaker = Breaker(model, clock)
        quick = replace(limits, seconds=fill_seconds)

        def agent(tools: Sequence[Tool], model: Model, limits: Limits) -> Agent[Turn]:
            return Agent(
                system=prompts.system.text,
                tools=tools,
                model=model,
                clock=clock,
                limits=limits,
                keeps_results=False,
            )

        self._player, self._standing_player = (agent(PLAY, each, limits) for each in (model, storyteller))
        self._filler, self._standing_filler = (agent(PLAY, each, quick) for each in (model, storyteller))
        self._engine = agent(ENGINE, storyteller, quick)
        self._fills = Fills(castle.view, clock, self._fill_by_engine)
        self._translator = Translator(castle, clock, self._translate) if translates and self._costs else None
        once = replace(limits, requests=2, calls=4, failures=2, tokens=MOST_FOR_A_TRANSLATION)
        self._translators = tuple(
            Agent[Translating](
                system=prompts.translate.text, tools=tools, model=model, clock=clock, limits=once
            )
            for tools in (OF_ROOM, OF_GHOST)
        )

    async def serve(self) -> None:
        """Make rooms on the engine's behalf, and translate, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._fills.serve(), name="fills")
            if self._translator is not None:
                tasks.create_task(self._translator.serve(), name="translations")

    async def watch(self, changed: Callable[[bool], None]) -> None:
        """See to a model that was left alone, until cancelled; `changed` is called with True when that begins, with False when it ends."""
        await self._breaker.watch(changed)

    async def seat(self, player: Player, room_id: str, lang: Lang) -> Seat:
        """A seat for a life of a player, with a conversation that starts anew."""
        former = await self._castle.players.former_name(player.id)
        return Seat(player, room_id, lang, Conversation(budget=self._history_tokens), former=former)

    def notice(self, seat: Seat) -> Spent | None:
        """Whose tokens of the hour are used up, so that the storyteller answers this player from now on; once an hour, to be told."""
        spent = self._spent(seat)
        if spent is None or not self._stand_in or self._breaker.open:
            return None
        began = self._ledger.hour().began
        if seat.told_spent == began:
            return None
        seat.told_spent = began
        return spent

    def shown(self, view: RoomView, lang: Lang) -> None:
        """A room was shown to somebody who reads that language: what is not there in it yet is put into it, in the background."""
        if self._translator is not None:
            self._translator.shown(view, lang)

    async def turn(self, seat: Seat, line: str, hearer: Hearer, *, said: Said | None = None) -> None:
        """Answer a player's line. `said` is the event of the words when they were said aloud.

        Raises `TurnFailed`. Cancelling it ends the request upstream; what was committed stands, and the conversation knows of it.
        """
        turn = self._turn(seat, said)
        agent = self._answering(self._player, self._standing_player, seat)
        await self._run(agent, turn, "play", line, self._prompts.reminder, hearer.story)
        if (
            turn.stand is not None and not turn.seen and not turn.dead
        ):  # the others see that something was done
            await self._castle.speech.act(turn.stand, "", turn.lang)

    async def fill(self, seat: Seat, hearer: Hearer) -> None:
        """Make the blank room in which the player stands. Raises `TurnFailed`, also when no room came of it."""
        turn = self._turn(seat, None)
        turn.seen = True  # the room taking shape is what the others see
        agent = self._answering(self._filler, self._standing_filler, seat)
        await self._run(agent, turn, "fill", "", self._prompts.fill, hearer.story)
        if (await turn.room()).room.blank:
            raise TurnFailed("no room")

    def claim_fill(self, room_id: str) -> bool:
        """Take the lease of a blank room: True for exactly one caller, who fills it and calls `release_fill` however that ends."""
        return self._fills.claim(room_id)

    def release_fill(self, room_id: str) -> None:
        """Give the lease back; a room that is still blank is made on the engine's behalf, and bound to no player."""
        self._fills.release(room_id)

    async def break_off_fills(self) -> None:
        """Make no room on the engine's behalf that was begun before now: the castle is not what it was."""
        await self._fills.break_off()

    def _answering(self, own: Agent[Turn], standing: Agent[Turn], seat: Seat) -> Agent[Turn]:
        """Who answers a player now. Raises `TurnFailed` when nobody does."""
        spent = self._spent(seat)
        if spent is None and not self._breaker.open:
            return own
        if self._stand_in:
            return standing
        raise TurnFailed("unavailable" if spent is None else f"{spent} spent")

    def _spent(self, seat: Seat) -> Spent | None:
        return self._ledger.spent(seat.player.name)

    def _turn(self, seat: Seat, said: Said | None) -> Turn:
        stand = self._castle.stand(seat.player, seat.room_id)
        return Turn(self._ids.new(), self._castle, seat.room_id, seat.lang, seat, stand, said)

    async def _run(
        self,
        agent: Agent[Turn],
        turn: Turn,
        kind: str,
        line: str,
        reminder: Prompt,
        tell: Callable[[str], None],
    ) -> None:
        seat = turn.seat
        state = await state_of(turn, kind)
        if seat is not None:
            seat.happened.clear()
        who = seat.player.name if seat is not None else "the engine"
        cost_kind = "talk" if turn.said is not None else kind

        def spend(usage: Usage) -> None:
            if self._costs and agent.model is self._model:
                self._ledger.add(cost_kind, who if seat is not None else None, usage)

        editions = f"{self._prompts.system.edition}, {reminder.edition}"
        observer = TurnObserver(turn.id, who, cost_kind, editions, tell, self._watcher, spend)
        conversation = seat.conversation if seat is not None else Conversation(budget=self._history_tokens)
        try:
            await agent.run(
                line,
                conversation=conversation,
                host=turn,
                turn=turn.id,
                state=message(state, line, reminder.text),
                observer=observer,
            )
        except RunFailed as failure:
            if agent.model is self._model:
                self._breaker.failed(failure)
            hint = {"hint": failure.error.hint} if failure.error is not None and failure.error.hint else {}
            log.warning(
                "turn failed",
                turn=turn.id,
                who=who,
                kind=kind,
                why=failure.key,
                detail=failure.detail,
                prompts=editions,
                **hint,
            )
            raise TurnFailed(failure.error.key if failure.error is not None else failure.key) from failure
        if agent.model is self._model:
            self._breaker.succeeded()
        observer.end()

    async def _translate(self, wanted: Wanted) -> None:
        """Have a text put into another language. Raises `Untranslated`."""
        if self._breaker.open or self._ledger.spent("") is not None:
            raise Untranslated("the model is not to be asked now")
        of_room, of_ghost = self._translators
        agent = of_room if wanted.ghost_id is None else of_ghost
        turn, edition = self._ids.new(), self._prompts.translate.edition
        spend = partial(self._ledger.add, "translate", None)
        observer = TurnObserver(
            turn, "the castle", "translate", edition, lambda _: None, self._watcher, spend
        )
        try:
            await agent.run(
                task(wanted),
                conversation=Conversation(budget=self._history_tokens),
                host=Translating(self._castle, wanted),
                turn=turn,
                observer=observer,
            )
        except RunFailed as failure:
            self._breaker.failed(failure)
            raise Untranslated(str(failure)) from failure
        self._breaker.succeeded()

    async def _fill_by_engine(self, room_id: str) -> None:
        turn = Turn(self._ids.new(), self._castle, room_id, self._castle.lang)
        try:
            await self._run(self._engine, turn, "enginefill", "", self._prompts.fill, lambda _: None)
            why = "no room"
        except TurnFailed as failure:
            why = failure.key
        if (await turn.room()).room.blank:  # else a turn that was broken off had made it after all
            raise EngineFillFailed(why)

"""What admins do from within the castle. For everybody else these words are none."""

from __future__ import annotations

from functools import partial

from mud.session.presence import Presence
from mud.text import Block
from mud.world.model import Tally

from .command import command

_YES = frozenset({"yes", "예", "네"})
_DO_IT = frozenset({"reset", "초기화"})


@command("@reset", korean=("@초기화",), needs_castle=False, admin=True)
async def reset(me: Presence, argument: str) -> None:
    """Make the castle anew: it is said what goes, and asked twice."""
    tally, resets = await me.hub.resets.tally()
    me.tell(
        "command.reset.goes",
        rooms=tally.rooms,
        ghosts=tally.ghosts,
        items=tally.items,
        players=tally.players,
    )
    me.tell("command.reset.accounts_stay", accounts=tally.accounts)
    me.tell("command.reset.sure")
    me.typed.ask(partial(_sure, me, resets, tally))


async def _sure(me: Presence, resets: int, tally: Tally, answer: str) -> None:
    if answer.strip().casefold() not in _YES:
        me.tell("command.reset.declined")
        return
    me.tell("command.reset.really", rooms=tally.rooms, ghosts=tally.ghosts)
    me.typed.ask(partial(_really, me, resets))


async def _really(me: Presence, resets: int, answer: str) -> None:
    if answer.strip().casefold() not in _DO_IT:
        me.tell("command.reset.declined")
    else:
        run = partial(me.hub.resets.run, resets, by=me.player.who, with_accounts=False)
        me.spawn(partial(me.typed.safely, run), "reset")  # so that the admin, too, can go on meanwhile


@command("@admins", korean=("@운영자",), needs_castle=False, admin=True)
async def admins(me: Presence, argument: str) -> None:
    """See who is an admin."""
    me.tell("command.admins.are", names=", ".join(await me.stage.castle.accounts.admins()))


@command("@cost", korean=("@비용",), needs_castle=False, admin=True)
async def cost(me: Presence, argument: str) -> None:
    """See what the model costs: this hour, the last day, and who asks most."""
    ledger, words = me.stage.ledger, me.stage.words
    lines = []
    for key, hour in (("hour", ledger.hour()), ("day", ledger.day())):
        lines.append(words.line(me.lang, f"command.cost.{key}", began=f"{hour.began:%Y-%m-%d %H:%M} UTC"))
        for kind, spent in sorted(hour.kinds.items()):
            lines.append(
                words.line(
                    me.lang,
                    "command.cost.kind",
                    kind=words.text(me.lang, f"command.cost.kinds.{kind}"),
                    requests=spent.requests,
                    prompt=f"{spent.prompt:,}",
                    cached=f"{spent.cached:,}",
                    completion=f"{spent.completion:,}",
                )
            )
        if not hour.kinds:
            lines.append(words.line(me.lang, "command.cost.nothing"))
    most = ledger.hour().most()
    if most:
        lines.append(words.line(me.lang, "command.cost.most"))
    lines += [
        words.line(
            me.lang, "command.cost.player", name=name, requests=spent.requests, tokens=f"{spent.tokens:,}"
        )
        for name, spent in most
    ]
    me.show(Block(tuple(lines)))

"""The game around the castle: who plays, what can be typed, and how to leave."""

from __future__ import annotations

from mud.session.presence import Presence
from mud.text import Block, Line
from mud.world.events import SleepReason

from .command import a_word, command


@command("who", korean=("누구", "접속자"), needs_castle=False)
async def who(me: Presence, argument: str) -> None:
    """See who is awake in the castle."""
    people = me.hub.everybody()
    if people == [me]:
        me.tell("command.who.alone")
        return
    words = me.stage.words
    lines = [words.line(me.lang, "command.who.header", n=len(people))]
    lines += [Line.of("  ") + _person(me, person) for person in people]
    me.show(Block(tuple(lines)))


def _person(me: Presence, person: Presence) -> Line:
    words, name = me.stage.words, person.player.name
    if person is me:
        return words.line(me.lang, "command.who.you", name=name)
    if person.link is None:
        return words.line(me.lang, "command.who.away", name=name)
    if person.player.guest:
        return words.line(me.lang, "command.who.guest", name=name)
    return Line.of(name)


@command("quit", "exit", korean=("끝", "종료", "접속종료"), needs_castle=False)
async def quit_(me: Presence, argument: str) -> None:
    """Leave the castle. You fall asleep where you are, and wake there when you come back."""
    await me.hub.sleep(me, SleepReason.QUIT)


@command("help", "?", "commands", korean=("도움말", "도움", "명령어"), accepts=a_word, needs_castle=False)
async def help_(me: Presence, argument: str) -> None:
    """See what the castle understands at once: help, or help WORD"""
    commands, words = me.stage.commands, me.stage.words
    if not argument:
        me.show(commands.help(me.lang, words, admin=me.admin))
        return
    topic = commands.help_on(argument, me.lang, words, admin=me.admin)
    me.show(topic or words.block(me.lang, "command.help.unknown", word=argument))

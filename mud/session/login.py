"""Logging in: who somebody is, and whether it is true. Each step is a state of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mud.castle.errors import NameTaken
from mud.text import Block, Line, parse_language
from mud.world.model import Account

from . import passwords
from .names import Name, NameRefused
from .session import Session
from .tries import MOST_TRIES
from .trouble import keyed, worded

if TYPE_CHECKING:
    from .gate import Gate

GUEST = frozenset({"guest", "손님"})
LEAVE = frozenset({"quit", "exit", "끝", "종료"})
CONNECT = frozenset({"connect", "접속"})

MASK_PATIENCE = 1.0  # seconds in which a client that can hide a password has said so


class Step:
    """What all steps have in common."""

    def __init__(self, session: Session, gate: Gate) -> None:
        self._session = session
        self._gate = gate

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        raise NotImplementedError

    async def line(self, text: str) -> None:
        """See `mud.session.session.State`. What cannot be done is said, and the name asked for again."""
        try:
            await self._take(text)
        except NameRefused as refusal:
            self._reveal()
            self._say(f"login.name_refused.{refusal.reason}", **refusal.values)
            await self._ask_anew()
        except Exception as error:
            self._reveal()
            if not keyed(error):
                self._session.log.exception("login failed")
            self._show(worded(error, self._session.lang, self._session.words))
            await self._ask_anew()

    async def _ask_anew(self) -> None:
        """Ask for the name after something went wrong: what was typed ahead, a password perhaps, was not meant for that."""
        self._session.drop_ahead()
        await self._ask_name()

    async def _take(self, text: str) -> None:
        raise NotImplementedError

    def _reveal(self) -> None:
        """What is typed from now on is seen again, where it was hidden."""

    def _say_if_closed(self) -> None:
        """Whoever comes now has to wait until the castle has been made anew."""
        if self._gate.hub.passage.is_closed:
            self._say("login.castle_closed")

    def _say(self, key: str, **values: str | int) -> None:
        self._session.say(self._session.words.block(self._session.lang, key, **values))

    def _show(self, line: Line) -> None:
        self._session.say(Block.of(line))

    def _prompt(self, key: str, **values: str | int) -> None:
        self._session.say(Block(), self._session.words.line(self._session.lang, key, **values))

    async def _ask_name(self) -> None:
        await self._session.go(AskName(self._session, self._gate))

    async def _open(self, name: Name, account: Account | None) -> None:
        """Go on with a name: to its password, or to making an account of it."""
        if account is None:
            await self._session.go(ChoosePassword(self._session, self._gate, name))
        else:
            await self._session.go(AskPassword(self._session, self._gate, name, account))


class AskName(Step):
    """The name, or one of the words that may stand in its place."""

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        self._prompt("login.name")

    async def _take(self, text: str) -> None:
        self._follow_locale()
        first, _, rest = text.strip().partition(" ")
        word, rest = first.casefold(), rest.strip()
        lang = None if rest else parse_language(word)
        if not word:
            if (
                not self._session.unread
            ):  # of many empty lines that come together the last one shows the prompt
                await self._ask_name()
        elif lang is not None:
            self._session.lang, self._session.chosen = lang, True
            self._say("login.language_set")
            self._say("login.name_help")
            await self._ask_name()
        elif word in LEAVE and not rest:
            self._say("login.farewell_unnamed")
            self._session.end()
        elif word in GUEST:
            await self._come_as_guest(rest)
        elif word in CONNECT and rest:
            await self._connect(rest)
        else:
            await self._open(*await self._find(text))

    async def _connect(self, rest: str) -> None:
        """Name and password in one line, as clients send them that log in by themselves."""
        typed, _, password = rest.partition(" ")
        if typed.casefold() in GUEST:
            await self._come_as_guest("")
            return
        name, account = await self._find(typed)
        if account is None or not password:
            await self._open(name, account)
        else:
            await AskPassword(self._session, self._gate, name, account).check(password)

    async def _come_as_guest(self, asked: str) -> None:
        session, gate = self._session, self._gate
        if not gate.guests:
            self._say("login.no_guests")
            await self._ask_name()
            return
        name = None
        if asked:
            name = gate.names.check(asked)
            await self._refuse_if_taken(name)
        self._say_if_closed()
        await gate.hub.enter_guest(name, session, session.lang)

    async def _find(self, typed: str) -> tuple[Name, Account | None]:
        """The name, with its account if it has one. Raises `NameRefused`."""
        name = self._gate.names.check(typed)
        account = await self._gate.castle.accounts.find(name.skeleton)
        if account is None or not name.same_as(account.name):
            await self._refuse_if_taken(name)
        return name, account

    async def _refuse_if_taken(self, name: Name) -> None:
        other = await self._gate.castle.accounts.taken(name.skeleton)
        if other is not None and name.same_as(other):
            raise NameRefused("taken", name=other)
        if other is not None:
            raise NameRefused("looks_alike", name=name.text, other=other)

    def _follow_locale(self) -> None:
        lang = parse_language(self._session.wire.language)
        if lang is not None and not self._session.chosen:
            self._session.lang = lang


class Welcome(AskName):
    """The first question, before anything is known of the client; the wire has shown the banner."""

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        words, lang = self._session.words, self._session.lang
        self._session.say(words.block(lang, "login.name_help"), words.line(lang, "login.name"))


class _Masked(Step):
    """A step at which a password is typed: hidden until it is answered, so that what is typed meanwhile is hidden too.

    Between two passwords nothing is revealed: some clients do not hide a second time.
    """

    _hidden = False

    def _prompt_masked(self, key: str, **values: str | int) -> None:
        session = self._session
        session.wire.mask(True)
        self._hidden = True
        self._prompt(key, **values)
        if session.wire.masks is not True and not session.warned:
            session.after("mask", MASK_PATIENCE, lambda: self._warn(key, **values))

    async def line(self, text: str) -> None:
        """See `mud.session.session.State`."""
        self._session.forget("mask")
        await super().line(text)

    def _reveal(self) -> None:
        if self._hidden:
            self._hidden = False
            self._session.wire.mask(False)

    async def _warn(self, key: str, **values: str | int) -> None:
        session = self._session
        if session.wire.masks is True or session.warned:
            return
        session.warned = True
        words, lang = session.words, session.lang
        session.say(words.block(lang, "login.visible_password"), words.line(lang, key, **values))


class AskPassword(_Masked):
    """The password of an account."""

    def __init__(self, session: Session, gate: Gate, name: Name, account: Account) -> None:
        super().__init__(session, gate)
        self._name = name
        self._account = account

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        self._prompt_masked("login.password", name=self._account.name)

    async def _take(self, text: str) -> None:
        if not text:
            self._reveal()
            await self._ask_name()
        else:
            await self.check(text)

    async def check(self, password: str) -> None:
        """Let them in if the password is right. Raises what the castle and the hub raise."""
        session, gate, account = self._session, self._gate, self._account
        await gate.tries.begin(session.wire.origin, self._name.skeleton)
        right = await gate.passwords.verify(account.password, password)
        if not right:
            await self._refuse()
            return
        self._reveal()
        gate.tries.right(session.wire.origin, self._name.skeleton)
        if gate.passwords.outdated(account.password):
            await gate.castle.accounts.set_password(account.id, await gate.passwords.hash(password))
        chosen = session.lang if session.chosen else None
        self._say_if_closed()
        await gate.hub.enter(self._name, session, chosen, session.lang)

    async def _refuse(self) -> None:
        session = self._session
        self._gate.tries.wrong(session.wire.origin)
        session.wrong_passwords += 1
        session.log.info("wrong password", account=self._account.name)
        if session.wrong_passwords >= MOST_TRIES:
            self._reveal()
            self._say("login.too_many_tries")
            session.end()
        else:
            self._say("login.wrong_password")
            session.drop_ahead()
            await session.go(self)


class ChoosePassword(_Masked):
    """The password of an account that is to be made."""

    def __init__(self, session: Session, gate: Gate, name: Name) -> None:
        super().__init__(session, gate)
        self._name = name

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        self._say("login.new_name", name=self._name.text)
        self._prompt_masked("login.password_new")

    async def _take(self, text: str) -> None:
        if not text:
            self._reveal()
            await self._ask_name()
        elif len(text) < passwords.LEAST:
            self._say("login.password_short", least=passwords.LEAST)
            self._choose_anew()
        elif len(text) > passwords.MOST:
            self._say("login.password_long", most=passwords.MOST)
            self._choose_anew()
        else:
            await self._session.go(RepeatPassword(self._session, self._gate, self._name, text))

    def _choose_anew(self) -> None:
        self._session.drop_ahead()
        self._prompt_masked("login.password_new")


class RepeatPassword(_Masked):
    """The same password once more; then the account is made."""

    def __init__(self, session: Session, gate: Gate, name: Name, password: str) -> None:
        super().__init__(session, gate)
        self._name = name
        self._password = password

    async def enter(self) -> None:
        """See `mud.session.session.State`."""
        self._prompt_masked("login.password_again")

    async def _take(self, text: str) -> None:
        session, gate = self._session, self._gate
        if text != self._password:
            self._say("login.mismatch")
            session.drop_ahead()
            await session.go(ChoosePassword(session, gate, self._name))
            return
        hashed = await gate.passwords.hash(text)
        self._reveal()
        self._say_if_closed()
        try:
            await gate.hub.enter_new(self._name, hashed, session, session.lang)
        except NameTaken:
            raise NameRefused("taken", name=self._name.text) from None

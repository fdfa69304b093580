"""What a client has told about itself. Nothing here may be relied on: it only makes the text look better."""

from __future__ import annotations

import re

from mud.telnet.charsets import codec, codec_of_locale

WIDTH, HEIGHT = 80, 24
NARROWEST, WIDEST = 40, 250
LOWEST, HIGHEST = 10, 100
NAMES = 8  # terminal types asked for at most (RFC 1091 has them repeat at the end; not every client does)
NAME_LENGTH = 40

# Mud Terminal Type Standard, https://tintin.mudhalla.net/protocols/mtts/
_MTTS_COLOUR = 1 | 8 | 256  # ANSI, 256 colours, true colour
_MTTS_UTF8 = 4

_COLOURFUL = re.compile(
    r"xterm|ansi$|ansi-(?:256color|truecolor)|.*(?:color|truecolor|-direct)$|linux|screen|tmux|rxvt|putty|cygwin|konsole"
    r"|gnome|vte|iterm|kitty|alacritty|wezterm|foot|mudlet|tintin|mushclient|blowtorch|cmud|zmud|potato|mudrammer|atlantis",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[_.@-].*)?", re.IGNORECASE)


class Client:
    """The client's window, name, language, character set and colours, as far as they are known.

    `colour`: it is known to show ANSI colours. `agreed`: the codec that it says it uses, None while it has said nothing of the kind.
    `codec`: the one to write to it with. They are asked for with every text, and so reckoned when something is told.
    """

    __slots__ = (
        "_accepted",
        "_heard",
        "_locale",
        "_mtts",
        "_names",
        "_own_name",
        "_sees_colour",
        "_variable",
        "agreed",
        "codec",
        "colour",
        "height",
        "width",
    )

    def __init__(self) -> None:
        self.width = WIDTH
        self.height = HEIGHT
        self._names: list[str] = []
        self._own_name = ""
        self._mtts = 0
        self._locale = ""
        self._sees_colour = False
        self._accepted: str | None = None
        self._variable: str | None = None
        self._heard: str | None = None
        self.colour = False
        self.agreed: str | None = None
        self.codec = "utf-8"

    # what it tells

    def window(self, columns: int, rows: int) -> None:
        """NAWS (RFC 1073): 0 means unknown, and nonsense is brought within what can be laid out."""
        self.width = min(max(columns, NARROWEST), WIDEST) if columns else WIDTH
        self.height = min(max(rows, LOWEST), HIGHEST) if rows else HEIGHT

    def terminal(self, name: str) -> bool:
        """One answer to TTYPE (RFC 1091, MTTS); whether it is worth asking for the next."""
        name = _name(name)
        if name.upper().startswith("MTTS "):
            self._capabilities(name[5:])
            self._reckon()
            return False
        if not name or name in self._names:
            return False
        self._names.append(name)
        self._reckon()
        return len(self._names) < NAMES

    def variables(self, told: dict[str, str]) -> None:
        """NEW-ENVIRON (RFC 1572, MNES). USER and everything else that is not for showing text is passed over."""
        told = {name.upper(): value for name, value in told.items()}
        self._locale = told.get("LANG") or self._locale
        self._own_name = _name(told.get("CLIENT_NAME", "")) or self._own_name
        self._variable = codec(told.get("CHARSET", "")) or self._variable
        self._sees_colour = self._sees_colour or bool(told.get("COLORTERM"))
        self._capabilities(told.get("MTTS", ""))
        self._reckon()

    def accepted(self, charset: str) -> None:
        """CHARSET (RFC 2066): one that we do not speak is passed over, though it was accepted."""
        self._accepted = codec(charset) or self._accepted
        self._reckon()

    def heard(self, used: str) -> None:
        """A line beyond ASCII was read with this codec. The first one tells a Korean client that negotiates nothing."""
        if self._heard is None and used in ("utf-8", "cp949"):
            self._heard = used
            self._reckon()

    # what is known from it

    @property
    def name(self) -> str:
        """The client's own name for itself or its terminal; "" while unknown."""
        return self._own_name or (self._names[0] if self._names else "")

    @property
    def language(self) -> str:
        """The language of its locale ("ko", "en"); "" while unknown."""
        found = _LANGUAGE.fullmatch(self._locale)
        return found[1].lower() if found else ""  # not for the locales "C" and "POSIX", which have none

    def _reckon(self) -> None:
        said = self._accepted or self._variable or codec_of_locale(self._locale)
        self.agreed = said or ("utf-8" if self._mtts & _MTTS_UTF8 else None)
        self.codec = self.agreed or self._heard or "utf-8"
        self.colour = (
            bool(self._mtts & _MTTS_COLOUR) or self._sees_colour or any(map(_COLOURFUL.match, self._names))
        )

    def _capabilities(self, bits: str) -> None:
        if bits.isascii() and bits.isdigit() and len(bits) < 7:  # noqa: PLR2004 - MTTS is a sum of some twenty bits
            self._mtts |= int(bits)


def _name(told: str) -> str:
    return "".join(filter(str.isprintable, told))[:NAME_LENGTH].strip()

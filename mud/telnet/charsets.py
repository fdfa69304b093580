"""The character sets that a client may speak, and what to make of bytes that may be in any of them."""

from __future__ import annotations

import codecs

OFFERED = (
    "UTF-8",
    "EUC-KR",
    "ISO-8859-1",
    "ISO-8859-15",
    "WINDOWS-1252",
    "CP437",
    "KOI8-R",
    "GBK",
    "BIG5",
    "SHIFT_JIS",
)
"""What we offer in CHARSET (RFC 2066), the best first."""

_CODECS = {
    "utf8": "utf-8",
    "euckr": "cp949",  # its superset: what Korean clients that say EUC-KR really send
    "ksc56011987": "cp949",
    "cp949": "cp949",
    "ms949": "cp949",
    "uhc": "cp949",
    "windows949": "cp949",
    "iso88591": "latin-1",
    "latin1": "latin-1",
    "iso885915": "iso8859-15",
    "latin9": "iso8859-15",
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "cp437": "cp437",
    "ibm437": "cp437",
    "koi8r": "koi8-r",
    "gbk": "gbk",
    "gb2312": "gbk",
    "cp936": "gbk",
    "big5": "big5",
    "cp950": "big5",
    "shiftjis": "shift_jis",
    "sjis": "shift_jis",
    "cp932": "shift_jis",
}
"""Only sets in which every ASCII byte means itself, also next to other bytes: not UTF-16, not EBCDIC, no escapes."""


def codec(name: str) -> str | None:
    """Python's codec for a character set by the name that a client gives it; None for one that we do not speak."""
    return _CODECS.get("".join(letter for letter in name.lower() if letter.isalnum()))


def codec_of_locale(locale: str) -> str | None:
    """The codec that a POSIX locale such as "ko_KR.eucKR@x" names; None if it names none that we speak."""
    _, _, rest = locale.partition(".")
    return codec(rest.partition("@")[0])


def decode(raw: bytes, agreed: str | None) -> tuple[str, str]:
    """What the bytes of a line say, and the codec that read them.

    A codec that was agreed on is believed. Without one, UTF-8 is tried, then CP949 if that gives Hangul and nothing else beyond ASCII,
    then Latin-1, which takes anything. With an agreed codec, bytes that fit nothing become U+FFFD.
    """
    if agreed is not None:
        return raw.decode(agreed, "replace"), agreed
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        text = raw.decode("cp949")
    except UnicodeDecodeError:
        return raw.decode("latin-1"), "latin-1"
    if all(character.isascii() or _is_hangul(character) for character in text):
        return text, "cp949"
    return raw.decode("latin-1"), "latin-1"


def whole_characters(raw: bytes, limit: int) -> bytes:
    """The first bytes, at most `limit`, without the torn UTF-8 character at the end, should there be one."""
    _, whole = codecs.utf_8_decode(raw[:limit], "replace", False)
    return raw[:whole]


def _is_hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3" or "\u3131" <= character <= "\u318e"

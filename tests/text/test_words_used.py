"""Every text of the castle's is one that the code asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mud.files import PACKAGE, Files
from mud.text import Wordbook

ANY = "[a-z_.]+"


def pattern(node: ast.AST) -> str | None:
    """What keys a string in the code may be: where a value is put into one, any letters. None for what is no key, or might be all."""
    match node:
        case ast.Constant(value=str(text)) if re.fullmatch(ANY, text):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            fixed = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            if re.fullmatch(ANY, fixed) and re.search("[a-z]{3}", fixed):
                return "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY for part in parts
                )
        case _:
            pass
    return None


def asked_for() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (found := pattern(node)) is not None:
                yield found


def test_every_word_is_used() -> None:
    used = re.compile("|".join(sorted(set(asked_for()))))
    assert [key for key in Wordbook.load(Files()) if not used.fullmatch(key)] == []
    assert not used.fullmatch("login.nobody_asks_for_this")

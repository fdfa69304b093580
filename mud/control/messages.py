"""What is said through a control socket: one JSON object a line, UTF-8.

The server greets; the client asks; the server answers with any number of `Progress` and then one `Done` or `Refused`; and so on.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_BYTES = 65_536  # of one line


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def line(self) -> bytes:
        """As it goes through the socket."""
        return self.model_dump_json().encode() + b"\n"


class Greeting(_Message):
    """Who serves the socket: its process, and in words the graph that it serves."""

    pid: int
    graph: str


class AskTally(_Message):
    """What would a reset undo?"""

    do: Literal["tally"] = "tally"


class AskReset(_Message):
    """Reset the castle, if it has been reset so many times."""

    do: Literal["reset"] = "reset"
    resets: int
    with_accounts: bool


class AskAdmins(_Message):
    """Who is an admin?"""

    do: Literal["admins"] = "admins"


class AskAdmin(_Message):
    """Make the owner of an account an admin, or take it from them."""

    do: Literal["admin"] = "admin"
    name: str
    admin: bool


Ask = AskTally | AskReset | AskAdmins | AskAdmin
ASKS: TypeAdapter[Ask] = TypeAdapter(Annotated[Ask, Field(discriminator="do")])
"""Reads any of them."""


class Progress(_Message):
    """So many of a kind are gone."""

    answer: Literal["progress"] = "progress"
    what: str
    gone: int


class Done(_Message):
    """It is done. What is answered by it depends on what was asked: counts by their names, or names."""

    answer: Literal["done"] = "done"
    counts: dict[str, int] = Field(default_factory=dict)
    names: tuple[str, ...] = ()


class Refused(_Message):
    """It was not done, and why, in words for the operator."""

    answer: Literal["refused"] = "refused"
    why: str


Answer = Progress | Done | Refused
ANSWERS: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="answer")])
"""Reads any of them."""

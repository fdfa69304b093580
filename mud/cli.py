"""The console script `mud`."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Coroutine
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from pydantic import SecretStr, ValidationError

from mud import operating
from mud.app import CastleClosed
from mud.app import serve as serve_castle
from mud.errors import CannotStart, NotDone
from mud.output import be_unfailing
from mud.settings import Settings

T = TypeVar("T")

_MASK = "********"
_USER_IN_ADDRESS = re.compile(r"(//)[^/@]*@")  # an address may hold a user and a password

FAILED = 1
CANNOT_START = 2

cli = typer.Typer(
    name="mud",
    help="A multi-user dungeon in one endless haunted castle. Settings come from the environment and from .env.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


admin = typer.Typer(help="Give an account the rights of an admin, or take them.", no_args_is_help=True)
cli.add_typer(admin, name="admin")


def main() -> None:
    """Run the console script."""
    cli()


@cli.command()
def serve(
    show_tools: Annotated[
        bool, typer.Option(help="Print every tool call of the game master as it happens.")
    ] = False,
) -> None:
    """Open the castle's gate: run the server until Ctrl-C, SIGTERM or the end of its terminal.

    Exit status: 0 after a clean stop, 1 when the castle had to close, 2 when it could not open.
    """
    be_unfailing()
    try:
        asyncio.run(serve_castle(_settings(), say=typer.echo, show_tools=show_tools))
    except CannotStart as error:
        _stop(str(error), CANNOT_START)
    except CastleClosed as error:
        _stop(str(error), FAILED)


@cli.command()
def check() -> None:
    """Check the castle's invariants in the graph, also beside a running server.

    Exit status: 0 when all hold, 1 with the name and the offending ids of each that does not, 2 when the graph cannot be read.
    """
    breaches = _run(operating.check(_settings(), say=typer.echo))
    raise typer.Exit(FAILED if breaches else 0)


@cli.command()
def reset(
    with_accounts: Annotated[
        bool, typer.Option("--with-accounts", help="Delete the accounts, too, with all their players.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Make the castle anew, also beside a running server with players in it: it is said what goes, and asked twice.

    Exit status: 0 when it is done, 1 when it was not wanted after all, 2 when it could not be done.
    """
    _run(
        operating.reset(
            _settings(), with_accounts=with_accounts, say=typer.echo, ask=None if yes else sys.stdin.readline
        )
    )


@admin.command("add")
def add_admin(name: str) -> None:
    """Make the owner of the account NAME an admin."""
    _run(operating.set_admin(_settings(), name, True, say=typer.echo))


@admin.command("remove")
def remove_admin(name: str) -> None:
    """Let the owner of the account NAME be an admin no longer."""
    _run(operating.set_admin(_settings(), name, False, say=typer.echo))


@admin.command("list")
def list_admins() -> None:
    """Print the names of all admins."""
    _run(operating.admins(_settings(), say=typer.echo))


@cli.command()
def settings() -> None:
    """Print each setting: its effective value, where it came from, and what it means. Secrets are masked."""
    effective = _settings()
    sources = effective.sources()
    for name, field in Settings.model_fields.items():
        typer.echo(f"{name.upper()}={_shown(getattr(effective, name))}")
        typer.echo(f"    {field.description} [{sources[name]}]")


def _run(command: Coroutine[Any, Any, T]) -> T:
    """What an operator's command comes to; one that fails ends the process."""
    try:
        return asyncio.run(command)
    except CannotStart as error:
        _stop(str(error), CANNOT_START)
    except NotDone as error:
        _stop(str(error), FAILED)


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = str(problem["loc"][0]).upper()
            typer.echo(f"mud: {name}: {problem['msg'][0].lower()}{problem['msg'][1:]}", err=True)
        raise typer.Exit(CANNOT_START) from None


def _shown(value: Any) -> str:
    if value is None:
        return "(unset)"
    return _MASK if isinstance(value, SecretStr) else _USER_IN_ADDRESS.sub(rf"\1{_MASK}@", str(value))


def _stop(why: str, status: int) -> NoReturn:
    sys.stdout.flush()
    typer.echo(f"mud: {why}", err=True)
    raise typer.Exit(status)

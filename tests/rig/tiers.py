"""Tiers: groups of tests that need programs which a machine may lack.

A tier whose programs are absent is left out with one line at the end of the run. `MUD_TEST_REQUIRE=all` makes that a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


def find(program: str) -> str | None:
    """Where a program is. Debian puts some MUD clients where root's own path does not lead."""
    return shutil.which(program) or shutil.which(program, path="/usr/games:/usr/local/games")


def _nothing_else() -> bool:
    return False


@dataclass(frozen=True)
class Tier:
    """Tests that need all these programs and files, unless `instead` says that something else serves."""

    name: str
    what: str
    programs: tuple[str, ...]
    remedy: str
    instead: Callable[[], bool] = _nothing_else
    files: tuple[str, ...] = ()

    def missing(self) -> tuple[str, ...]:
        """The programs and files that are not on this machine."""
        if self.instead():
            return ()
        programs = tuple(program for program in self.programs if find(program) is None)
        return programs + tuple(file for file in self.files if not Path(file).exists())

    def absence(self) -> str:
        """What is absent, and how to get it."""
        return f"tier {self.name} ({self.what}), for want of {', '.join(self.missing())}; to have it: {self.remedy}"


NEO4J = Tier(
    "neo4j",
    "the graph's tests on a real Neo4j",
    ("java", "mvn"),
    "apt install default-jre-headless maven, or set TEST_DB_URI",
    instead=lambda: bool(os.environ.get("TEST_DB_URI")),
)
CLIENTS = Tier(
    "clients",
    "play through MUD clients",
    ("tt++", "tf5", "telnet", "busybox", "plink", "nc", "localedef"),
    "apt install tintin++ tf5 inetutils-telnet busybox putty-tools netcat-openbsd locales",
    files=("/usr/share/i18n/charmaps/KOI8-R.gz",),
)
TIERS: Mapping[str, Tier] = {tier.name: tier for tier in (NEO4J, CLIENTS)}


def required() -> bool:
    """Whether an absent tier is a failure."""
    return os.environ.get("MUD_TEST_REQUIRE", "") == "all"

"""The house's own rules, which no other tool checks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from mud.files import PACKAGE, Files
from mud.settings import Settings

from .rig.neo4j import VERSION

ROOT = PACKAGE.parent
CHANCE = PACKAGE / "world" / "chance.py"

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != CHANCE)
QUERIES = sorted(Files().cypher().rglob("*.cypher"))

INJECTED = {"time", "random", "uuid"}
UNREPEATABLE = re.compile(
    r"\b(datetime|date|time|localtime|localdatetime|timestamp|randomUUID|rand)\s*\(", re.IGNORECASE
)
UNSTABLE = re.compile(r"\belementId\b|\bid\s*\(", re.IGNORECASE)


def in_house(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def chancy(source: str) -> list[str]:
    """What a module takes from the machine that only `world/chance.py` may take."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                found += [name.name for name in node.names if name.name.split(".")[0] in INJECTED]
            case ast.ImportFrom(module=str(module), level=0) if module in INJECTED:
                found.append(module)
            case ast.ImportFrom(module="asyncio", names=names):
                found += ["asyncio.sleep" for name in names if name.name == "sleep"]
            case ast.Attribute(attr="sleep", value=ast.Name(id="asyncio")):
                found.append("asyncio.sleep")
            case ast.Attribute(attr="now" | "utcnow" | "today", value=ast.Name(id="datetime" | "date")):
                found.append(f"datetime.{node.attr}")
    return found


def without_comments(query: str) -> str:
    return "\n".join(line.split("//")[0] for line in query.splitlines())


@pytest.mark.parametrize("path", MODULES, ids=in_house)
def test_clock_ids_and_dice_are_injected(path: Path) -> None:
    assert chancy(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time", ["time"]),
        ("import asyncio, random as r", ["random"]),
        ("from uuid import uuid4", ["uuid"]),
        ("from asyncio import sleep", ["asyncio.sleep"]),
        ("async def f():\n    await asyncio.sleep(0)", ["asyncio.sleep"]),
        ("datetime.now(UTC)", ["datetime.now"]),
        ("from .time import x\nimport asyncio\nclock.sleep(1)\nasyncio.timeout(1)\nclock.now()", []),
    ],
)
def test_what_is_not_injected_is_found(source: str, found: list[str]) -> None:
    assert chancy(source) == found


@pytest.mark.parametrize("path", QUERIES, ids=in_house)
def test_a_query_says_what_it_does_and_leaves_nothing_to_chance(path: Path) -> None:
    query = path.read_text(encoding="utf-8")
    assert re.match(r"// \w", query)
    assert UNREPEATABLE.findall(without_comments(query)) == []
    assert UNSTABLE.findall(without_comments(query)) == []


def test_there_are_queries_and_modules_to_look_at() -> None:
    assert len(QUERIES) > 10
    assert len(MODULES) > 10


def test_the_example_of_settings_names_each_one_with_its_default() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    matches = [match for line in lines if (match := re.fullmatch(r"#([A-Z_]+)=(.*)", line))]
    shown = {match[1].lower(): match[2] for match in matches}
    assert set(shown) == set(Settings.model_fields)
    examples = {"db_uri", "mud_model"}  # unset by default: these show a value that one may set
    for name in shown.keys() - examples:
        field = Settings.model_fields[name]
        reader: TypeAdapter[object] = TypeAdapter(field.annotation or str)
        said = reader.validate_python(shown[name]) if shown[name] else None
        assert said == field.default, name


def test_docker_compose_names_settings_that_there_are_and_the_neo4j_that_the_tests_run() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    named = re.findall(r"^ +([A-Z]+_[A-Z_]+):", compose, re.MULTILINE) + re.findall(
        r"(?<!\$)\$\{([A-Z_]+)", compose
    )
    assert {name.lower() for name in named} - {"neo4j_auth"} <= set(Settings.model_fields)
    assert "DB_URI" in named
    assert f"image: neo4j:{VERSION}-community" in compose

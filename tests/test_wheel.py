"""The wheel carries everything that the castle needs, and runs without a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PROBE = """
import mud.files, mud.cli
from mud.files import Files
from mud.graph.queries import Queries
from mud.master.prompts import Prompts
from mud.master.storyteller import Storyteller
from mud.text import Wordbook
files = Files()
Wordbook.load(files), Prompts.load(files), Storyteller(files.config_text, "seed")
print(mud.files.PACKAGE)
print(len(Queries.load(files.cypher()).below("")))
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    python = [sys.executable, "-m"]
    subprocess.run(
        [*python, "hatchling", "build", "-t", "wheel", "-d", folder],
        check=True,
        cwd=ROOT,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    subprocess.run(
        [*python, "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder / "site", wheel],
        check=True,
    )
    return folder / "site"


def test_the_wheel_finds_its_own_queries_words_and_grammars(site: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROBE],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert result.returncode == 0, result.stderr
    package, queries = result.stdout.split()
    assert Path(package) == site / "mud"
    assert int(queries) == len(list((ROOT / "cypher").rglob("*.cypher")))


def test_the_wheel_has_a_console_script(site: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, site / "bin" / "mud", "settings"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert result.returncode == 0, result.stderr
    assert "MUD_TELNET_PORT=" in result.stdout

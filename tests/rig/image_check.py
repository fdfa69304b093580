"""Builds the image from the Dockerfile and runs the server in it against a real Neo4j, on a machine without a Docker engine.

Buildah builds and runs (chroot isolation: it needs no control groups and no engine); the base image is made on the spot from Debian's
own packages, under the name that the Dockerfile asks for. Run it as root by `make image-check`. Exit status: 0 when all went well, 1 when
something did not, 2 when the machine lacks a program. What cannot be tried this way is said at the end.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from mud.graph.driver import GraphAddress

from .neo4j import Neo4jFailed, free_port, neo4j

ROOT = Path(__file__).parents[2]
BASE = "docker.io/library/python:3.12-slim-bookworm"
NEEDED = ("buildah", "podman", "debootstrap")
SCHEMA_CHECKER = "check-jsonschema==0.39.0"
MOST_START = 60.0  # seconds until the server has to be healthy
MOST_STOP = 5.0  # seconds in which it has to end

NOT_TRIED = """\
Not tried here:
  - docker compose up itself: restarts, volumes, the order of starting, the published port
  - Neo4j's own image and its health check (Neo4j ran from its jars, without a password)
  - python:3.12-slim-bookworm as it is published: the base was Debian bookworm with its own Python"""


class CheckFailed(Exception):
    """Something is wrong with the image."""


class Store:
    """Images and containers, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._options = ("--storage-driver", "vfs", "--root", f"{folder}/store", "--runroot", f"{folder}/run")

    def command(self, program: str, *arguments: str) -> list[str]:
        return [program, *self._options, *arguments]

    def output(self, program: str, *arguments: str) -> str:
        return subprocess.run(
            self.command(program, *arguments), check=True, stdout=subprocess.PIPE, text=True
        ).stdout.strip()


def main() -> int:
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing or os.geteuid() != 0:
        say(f"make image-check needs root and {', '.join(NEEDED)}: apt install {' '.join(missing or NEEDED)}")
        return 2
    try:
        with ExitStack() as stack:
            folder = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix="mud-image-", dir="/var/tmp"))
            )
            store = Store(folder)
            check_compose_file(folder / "venv")
            import_base(store, folder / "base")
            build(store)
            run(store, stack.enter_context(neo4j()))
    except (CheckFailed, Neo4jFailed, subprocess.SubprocessError) as error:
        say(f"FAILED: {error}")
        return 1
    say(NOT_TRIED)
    return 0


def check_compose_file(venv: Path) -> None:
    """Check docker-compose.yml against the Compose specification's schema, with a program in an environment of its own."""
    say("checking docker-compose.yml")
    loudly([sys.executable, "-m", "venv", str(venv)])
    loudly([f"{venv}/bin/pip", "install", "--quiet", "--disable-pip-version-check", SCHEMA_CHECKER])
    checker = [f"{venv}/bin/check-jsonschema", "--builtin-schema", "vendor.compose-spec"]
    loudly([*checker, str(ROOT / "docker-compose.yml")])


def import_base(store: Store, root: Path) -> None:
    """A base image with what the published one has: Python and its venv module."""
    say("making a base image")
    mirror = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Component: main"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.split()[0]
    loudly(
        ["debootstrap", "--variant=minbase", "--include=python3,python3-venv", "bookworm", str(root), mirror]
    )
    trusted = ssl.get_default_verify_paths().cafile
    options = []
    if (
        trusted
    ):  # whom this machine trusts, the build has to trust: it may fetch packages through a proxy of ours
        shutil.copy(trusted, root / "etc" / "trusted.crt")
        options = ["--change", "ENV PIP_CERT=/etc/trusted.crt"]
    with subprocess.Popen(["tar", "-C", str(root), "-c", "."], stdout=subprocess.PIPE) as archive:
        loudly(store.command("podman", "import", *options, "-", BASE), stdin=archive.stdout)
    shutil.rmtree(root)


def build(store: Store) -> None:
    say("building the image")
    options = ("--isolation", "chroot", "--network", "host", "--format", "docker", "--pull-never")
    loudly(store.command("buildah", "bud", *options, "-t", "mud", str(ROOT)))


def run(store: Store, graph: GraphAddress) -> None:
    """Run the server as the compose file does, see that it becomes healthy, and stop it."""
    container = store.output("buildah", "from", "--pull-never", "mud")
    settings = {
        "DB_URI": graph.uri,
        "DB_USER": graph.user,
        "DB_PWD": "no password is asked for",
        "DB_NAME": graph.database,
        "MUD_DATA_DIR": "/var/lib/mud/data",
        "MUD_TELNET_HOST": "0.0.0.0",  # noqa: S104 - as in the compose file
        "MUD_TELNET_PORT": str(free_port()),
    }
    options = ["--isolation", "chroot", "--network", "host"]
    for name, value in settings.items():
        options += ["--env", f"{name}={value}"]

    def inside(*arguments: str) -> list[str]:
        return store.command("buildah", "run", *options, container, "--", *arguments)

    user = subprocess.run(inside("id", "-un"), check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if user != "mud":
        raise CheckFailed(f"the image runs as {user}")
    loudly(inside("mud", "settings"))

    image = json.loads(store.output("buildah", "inspect", "--type", "image", "mud"))["Docker"]["config"]
    kind, *health = image["Healthcheck"]["Test"]
    if kind != "CMD" or image["Cmd"] != ["mud", "serve"]:
        raise CheckFailed(f"unexpected health check or command: {kind} {health}, {image['Cmd']}")

    say("running the server")
    with running(inside(*image["Cmd"])) as server:
        await_health(server, inside(*health))
        loudly(inside("mud", "check"))
        say("healthy; stopping it")
        began = time.monotonic()
        os.kill(innermost(server.pid), signal.SIGTERM)
        status = server.wait(MOST_STOP)
        say(f"ended with status {status} after {time.monotonic() - began:.1f} s")
        if status != 0:
            raise CheckFailed(f"the server ended with status {status}")


@contextmanager
def running(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.kill(innermost(process.pid), signal.SIGKILL)
            process.wait()


def await_health(server: subprocess.Popen[bytes], check: Sequence[str]) -> None:
    give_up = time.monotonic() + MOST_START
    while subprocess.run(check, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        if server.poll() is not None:
            raise CheckFailed(f"the server ended with status {server.returncode}")
        if time.monotonic() > give_up:
            raise CheckFailed(f"the server is not healthy after {MOST_START:.0f} s")
        time.sleep(1.0)


def innermost(pid: int) -> int:
    """The process at the end of a chain of single children: Buildah's own processes pass no signals on."""
    while children := _children(pid):
        pid = children[0]
    return pid


def _children(pid: int) -> list[int]:
    """Those of every thread: each is listed with the thread that started it."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for children in lists for child in children.read_text().split()]


def loudly(command: Sequence[str], stdin: IO[bytes] | None = None) -> None:
    """Run a command, showing what it says. Raises `CalledProcessError`."""
    subprocess.run(command, check=True, stdin=stdin)


def say(what: str) -> None:
    sys.stderr.write(f"image-check: {what}\n")


if __name__ == "__main__":
    sys.exit(main())

"""The console script as an operator meets it: real processes, their words and their exit status."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from mud.graph.driver import GraphAddress

MUD = Path(sys.executable).parent / "mud"
READY = "Ctrl-C stops it."
PROMISED = 5.0  # seconds in which a stop is over


def run(*words: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `mud` to its end."""
    return subprocess.run(
        [MUD, *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env=_env(folder, settings),
    )


@contextmanager
def server(folder: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A server that is open."""
    process = subprocess.Popen(
        [MUD, "serve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env=_env(folder, settings),
    )
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if READY in line:
                break
        else:
            pytest.fail(f"the server did not open: {said}")
        yield process
    finally:
        process.kill()
        process.wait()


def _env(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    mine = {
        name: value for name, value in os.environ.items() if not name.startswith(("MUD_", "DB_", "OPENAI_"))
    }
    return {"MUD_DATA_DIR": str(folder / "data"), "MUD_TELNET_PORT": "0", **mine, **settings}


def at(address: GraphAddress) -> dict[str, str]:
    """Settings for a graph."""
    return {
        "DB_URI": address.uri,
        "DB_USER": address.user,
        "DB_PWD": address.password or "",
        "DB_NAME": address.database,
    }


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    """What was said of the trouble: one line, and exit status 2."""
    lines = [line for line in result.stderr.splitlines() if line.startswith("mud: ")]
    assert (result.returncode, len(lines)) == (2, 1), result.stderr
    assert "Traceback" not in result.stderr
    return lines[0]


def test_each_wrong_setting_gets_a_line_of_its_own(tmp_path: Path) -> None:
    result = run(
        "settings", folder=tmp_path, MUD_TELNET_PORT="70000", DB_URI="http://x", MUD_CASTLE_LANGUAGE="fr"
    )
    assert result.returncode == 2
    assert [line.split(":")[1].strip() for line in result.stderr.splitlines()] == [
        "DB_URI",
        "MUD_TELNET_PORT",
        "MUD_CASTLE_LANGUAGE",
    ]


def test_settings_say_where_they_come_from_and_keep_their_secrets(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DB_PWD=a secret word\nMUD_SEED=owls\n")
    secrets = {"OPENAI_API_KEY": "sk-secret-word", "OPENAI_BASE_URL": "http://me:a%20secret%20word@host/v1"}
    result = run("settings", folder=tmp_path, MUD_FILL_SECONDS="7", **secrets)
    lines = result.stdout.splitlines()
    shown = {
        line.split("=")[0]: (line, lines[i + 1])
        for i, line in enumerate(lines)
        if "=" in line and line[0] != " "
    }
    assert shown["DB_PWD"][0] == "DB_PWD=********"
    assert shown["DB_PWD"][1].endswith("[.env]")
    assert shown["MUD_SEED"][0] == "MUD_SEED=owls"
    assert shown["MUD_FILL_SECONDS"][1].endswith("[environment]")
    assert shown["MUD_TURN_SECONDS"][1].endswith("[default]")
    assert shown["OPENAI_BASE_URL"][0] == "OPENAI_BASE_URL=http://********@host/v1"
    assert "secret" not in result.stdout.replace("OPENAI_API_KEY", "") + result.stderr


def test_a_graph_that_does_not_answer_is_named(tmp_path: Path) -> None:
    assert "bolt://127.0.0.1:1 does not answer" in one_line(
        run("serve", folder=tmp_path, DB_URI="bolt://127.0.0.1:1")
    )


def test_a_folder_of_ones_own_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "/nowhere" in one_line(run("serve", folder=tmp_path, MUD_CONFIG_DIR="/nowhere"))


def test_a_wrong_password_is_named(tmp_path: Path, empty_embedded: GraphAddress) -> None:
    settings = {**at(empty_embedded), "DB_PWD": "not the password"}
    assert "refuses the user" in one_line(run("serve", folder=tmp_path, **settings))


def test_a_port_that_is_taken_is_named_before_a_castle_is_founded(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = run("serve", folder=tmp_path, MUD_TELNET_PORT=port)
    assert f"Port {port}" in one_line(result)
    assert not (tmp_path / "data").exists()


def test_a_second_server_on_the_same_graph_is_refused_and_the_first_is_named(
    tmp_path: Path, empty_embedded: GraphAddress
) -> None:
    with server(tmp_path, **at(empty_embedded)) as first:
        line = one_line(run("serve", folder=tmp_path, **at(empty_embedded)))
        assert f"process {first.pid} on {socket.gethostname()}" in line


def test_a_server_that_is_alive_but_cannot_be_reached_keeps_its_castle_and_is_named(
    tmp_path: Path, empty_embedded: GraphAddress
) -> None:
    with server(tmp_path, **at(empty_embedded)) as alive:
        (tmp_path / "data" / "control.sock").unlink()
        for words in (["reset", "--yes"], ["admin", "list"]):
            line = one_line(run(*words, folder=tmp_path, **at(empty_embedded)))
            assert f"process {alive.pid} on {socket.gethostname()}" in line


def test_a_server_of_another_graph_in_the_same_folder_is_not_reset(
    tmp_path: Path, empty_embedded: GraphAddress
) -> None:
    with server(tmp_path, **at(empty_embedded)) as other:
        line = one_line(run("reset", "--yes", folder=tmp_path, DB_URI="bolt://127.0.0.1:1"))
        assert f"process {other.pid}) serves another graph" in line
        assert "socket in" in one_line(run("serve", folder=tmp_path, MUD_ENGINE_MEMORY="256m"))


def test_a_castle_on_an_embedded_graph_opens_is_checked_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with server(tmp_path) as first:
        refused = one_line(run("serve", folder=tmp_path))
        assert str(tmp_path / "data") in refused
        assert str(first.pid) in refused
        beside = run("check", folder=tmp_path)
        assert (beside.returncode, beside.stdout) == (0, "Every invariant of the castle holds.\n")
        assert (tmp_path / "data" / "graph.json").stat().st_mode & 0o777 == 0o600
        assert run("reset", "--yes", folder=tmp_path).stdout.endswith("The castle has been made anew.\n")
        (tmp_path / "data" / "control.sock").unlink()
        assert f"({first.pid})" in one_line(run("reset", "--yes", folder=tmp_path))
        began = time.monotonic()
        first.send_signal(signal.SIGTERM)
        assert first.wait(timeout=10) == 0
        assert time.monotonic() - began < PROMISED
    alone = run("check", folder=tmp_path)
    assert (alone.returncode, alone.stdout) == (0, "Every invariant of the castle holds.\n")
    reset = run("reset", "--yes", folder=tmp_path)
    assert (reset.returncode, reset.stdout.splitlines()[-1]) == (0, "The castle has been made anew.")
    with server(tmp_path) as second:
        os.kill(json.loads((tmp_path / "data" / "graph.json").read_text())["pid"], signal.SIGSTOP)
        began = time.monotonic()
        second.send_signal(signal.SIGINT)
        assert second.wait(timeout=10) == 0
        assert time.monotonic() - began < PROMISED


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGHUP])
def test_a_server_whose_words_nobody_reads_any_more_stops_cleanly(
    tmp_path: Path, empty_embedded: GraphAddress, end: signal.Signals
) -> None:
    with server(tmp_path, **at(empty_embedded)) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.send_signal(end)
        assert process.wait(timeout=10) == 0


def test_a_full_disk_under_the_words_of_a_server_is_nothing_to_who_plays(
    tmp_path: Path, empty_embedded: GraphAddress
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Path("/dev/full").open("w") as full:
        process = subprocess.Popen(
            [MUD, "serve", "--show-tools"],
            stdout=full,
            stderr=full,
            cwd=tmp_path,
            env=_env(tmp_path, {**at(empty_embedded), "MUD_TELNET_PORT": str(port)}),
        )
    try:
        player = _answered(port)
        player.sendall(b"guest\r\n")
        _until(player, "The Porch")
        process.send_signal(signal.SIGTERM)
        _until(player, "The whole castle falls asleep")
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()


def _answered(port: int) -> socket.socket:
    """A connection, as soon as the port is open."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with suppress(ConnectionError):
            return socket.create_connection(("127.0.0.1", port), timeout=30)
    pytest.fail("the server did not open its port")


def _until(connection: socket.socket, text: str) -> None:
    """Read until this text has come."""
    seen = b""
    while text.encode() not in seen and (data := connection.recv(65536)):
        seen += data
    assert text.encode() in seen, seen


@pytest.mark.parametrize(
    "words", [["check"], ["reset", "--yes"], ["admin", "list"], ["admin", "add", "Ada"]], ids=" ".join
)
def test_where_there_is_no_castle_that_is_said_rather_than_one_made(tmp_path: Path, words: list[str]) -> None:
    assert "no castle" in one_line(run(*words, folder=tmp_path))
    assert not (tmp_path / "data").exists()


def test_nor_is_one_made_in_an_empty_graph(tmp_path: Path, empty_embedded: GraphAddress) -> None:
    assert "no castle" in one_line(run("reset", "--yes", folder=tmp_path, **at(empty_embedded)))


def test_a_reset_that_is_not_wanted_after_all(tmp_path: Path, empty_embedded: GraphAddress) -> None:
    with server(tmp_path, **at(empty_embedded)):
        result = run("reset", folder=tmp_path, **at(empty_embedded))
    assert result.returncode == 1
    assert "Write: yes." in result.stdout
    assert result.stderr == "mud: The castle stays as it is.\n"


def test_a_key_is_answered_with_one_line(tmp_path: Path, empty_embedded: GraphAddress) -> None:
    process = subprocess.Popen(
        [MUD, "serve"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env=_env(tmp_path, {**at(empty_embedded), "OPENAI_API_KEY": "sk-secret"}),
    )
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if READY in line:
            break
    process.terminate()
    process.wait()
    assert said.count("The game master is gpt-4.1, asked at api.openai.com.") == 1
    assert "sk-secret" not in said


@pytest.mark.parametrize(
    "words", [["--help"], *([name, "--help"] for name in ("serve", "check", "settings", "reset", "admin"))]
)
def test_help_is_there(tmp_path: Path, words: list[str]) -> None:
    result = run(*words, folder=tmp_path)
    assert result.returncode == 0
    assert "Usage: mud" in result.stdout

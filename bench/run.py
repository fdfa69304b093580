"""Measures the server and, in the same run, the floor; prints tables of the ratios and keeps all reports as JSON.

    python -m bench.run [--quick] [--out FOLDER] [--castles FOLDER] [--neo4j] [--realtime]

Nothing is asserted: milliseconds depend on the machine, and on what else it does. The aims stand beside the numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .processes import Runner, Target
from .report import tables
from .resetting import reset

Results = dict[str, dict[str, Any]]
WARM_UP = (
    "closed",
    "-n",
    "50",
    "--warmup",
    "0",
    "--settle",
    "0",
    "--time",
)  # the engine's Java machine compiles what runs often


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured. `window` and `warm_up` are seconds, `sizes` the castles' rooms, smallest first; `crowds` are the players of
    each mix, and `idlers` those who log in and stay silent.
    """

    window: int
    warm_up: int
    samples: int
    sizes: tuple[int, ...]
    crowds: tuple[int, ...]
    idlers: int


FULL = Extent(
    window=20,
    warm_up=20,
    samples=50,
    sizes=(1_000, 10_000, 100_000),
    crowds=(1, 50, 200, 500, 1_000),
    idlers=500,
)
QUICK = Extent(window=6, warm_up=6, samples=20, sizes=(1_000, 10_000), crowds=(1, 50, 200), idlers=100)


def measure(runner: Runner, extent: Extent) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each result by its name, as soon as it is there."""
    smallest, *larger = extent.sizes
    with runner.floor() as floor:
        yield from _coming(runner, floor, "floor", extent)
    with runner.floor() as floor:
        yield from _direct(runner, floor, "floor", extent)
    with runner.server(smallest) as server:
        yield from _coming(runner, server, "mud", extent)
    with runner.server(smallest) as server:
        runner.load(server, "mud", *WARM_UP, str(extent.warm_up))
        for name, report in _direct(runner, server, "mud", extent):
            yield name, report
            if name == "mud mix 50":
                yield f"rooms {smallest}", report
        for players in (1, 50, 200):
            options = ("--rate", "0.2", "--time", str(max(extent.window, 15)))
            yield f"mud turns {players}", runner.load(server, "turns", "mix", "-n", str(players), *options)
    for rooms in larger:
        with runner.server(rooms) as server:
            runner.load(server, "mud", *WARM_UP, str(extent.warm_up))
            yield f"rooms {rooms}", _mix(runner, server, "mud", 50, extent)
            yield f"reset {rooms}", reset(server.port, server.environment)


def _coming(
    runner: Runner, target: Target, name: str, extent: Extent
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Connecting, logging in and being there, on a server that has done nothing else: memory that was once used is not given back."""
    yield f"{name} idle", runner.load(target, name, "idle", "-n", str(extent.idlers), "--time", "5")
    burst = ("-n", "200", "--samples", str(extent.samples), "--no-login")
    yield f"{name} connect", runner.load(target, name, "connect", *burst)
    logins = ("-n", "50", "--samples", "20", "--login-cohort", "plaza", "--time", str(extent.window))
    yield f"{name} stall", runner.load(target, name, "stall", *logins)


def _direct(
    runner: Runner, target: Target, name: str, extent: Extent
) -> Iterator[tuple[str, dict[str, Any]]]:
    for players in extent.crowds:
        yield f"{name} mix {players}", _mix(runner, target, name, players, extent)
    window = ("--time", str(extent.window), "--warmup", "2")
    yield f"{name} closed 50", runner.load(target, name, "closed", "-n", "50", *window)
    crowd = ("-n", "100", "--cohort", "plaza", "--samples", str(extent.samples))
    yield f"{name} fan-out 100", runner.load(target, name, "fanout", *crowd)


def _mix(runner: Runner, target: Target, name: str, players: int, extent: Extent) -> dict[str, Any]:
    options = ("-n", str(players), "--time", str(extent.window), "--warmup", "2")
    return runner.load(target, name, "mix", *options)


def machine() -> dict[str, Any]:
    """What the measurement ran on."""
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")
    ]
    return {
        "processor": models[0].partition(": ")[2] if models else platform.machine(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load_at_start": round(os.getloadavg()[0], 2),
        "at": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="short windows, and no castle of 100,000 rooms")
    parser.add_argument(
        "--out", type=Path, default=Path("build/bench"), help="folder for results.json and tables.md"
    )
    parser.add_argument(
        "--castles", type=Path, help="folder in which loaded castles are kept for the next time"
    )
    parser.add_argument(
        "--neo4j",
        action="store_true",
        help="on a Neo4j that is started from its jars (Java and Maven), in place of the embedded graph",
    )
    parser.add_argument(
        "--realtime", action="store_true", help="run all before everything else on this machine (chrt; root)"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    about, results = machine(), Results()
    with tempfile.TemporaryDirectory(prefix="mud-bench-") as temporary:
        folder = (options.castles or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        runner = Runner(folder, ("chrt", "-r", "5") if options.realtime else (), real_neo4j=options.neo4j)
        for name, report in measure(runner, QUICK if options.quick else FULL):
            print(f"measured: {name}", file=sys.stderr, flush=True)
            results[name] = report
            kept = {"machine": about, "results": results}
            (options.out / "results.json").write_text(json.dumps(kept, indent=1), encoding="utf-8")
    text = f"{about}\n\n{tables(results)}\n"
    (options.out / "tables.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

"""A load generator for line-based telnet servers (MUDs).

Needs Python 3.11 or newer and nothing else.  A PROFILE (TOML, see profiles/) says how to reach
and log in to a server, which lines a player sends, and how the answer to each is recognised.

    python -m bench.mudload PROFILE MODE [options]            prints one JSON object on standard output

modes
    connect   time to first byte, to first prompt, and of the login, one connection after another,
              then a burst of connections opened at once
    mix       open loop: N players, each sends a line about every 1/rate seconds whatever the server
              does; latency from line sent to its answer, throughput, server CPU and memory
    closed    closed loop: N players keep --depth lines outstanding each; the most lines per second
    fanout    N players in one room, one speaks, time until each and until the last hears it
    idle      N players log in and do nothing: memory and CPU
    stall     a few players keep playing while a burst of others logs in: what play feels of it

All loads are bounded in count and in time.  Only loopback is allowed unless --remote is given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
from pathlib import Path

from .profile import Profile
from .run import Run
from .statistics import now


def options():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("profile")
    ap.add_argument("mode", choices=["connect", "mix", "closed", "fanout", "idle", "stall"])
    ap.add_argument("-n", "--players", type=int, default=10)
    ap.add_argument("--cohort", default="mix", help="which accounts of the profile (default mix)")
    ap.add_argument("--login-cohort", help="stall: accounts of the newcomers")
    ap.add_argument(
        "--only", action="append", default=[], help="use only this command of the profile (may be repeated)"
    )
    ap.add_argument("--rate", type=float, default=1.0, help="mix: lines per second per player")
    ap.add_argument(
        "--jitter", type=float, default=0.5, help="mix: think time is uniform in period * (1 +- jitter)"
    )
    ap.add_argument("--time", type=float, default=30.0, help="length of the measured window in seconds")
    ap.add_argument("--warmup", type=float, default=5.0)
    ap.add_argument("--settle", type=float, default=2.0, help="pause between the logins and the load")
    ap.add_argument(
        "--drain", type=float, default=10.0, help="how long late answers are awaited after the window"
    )
    ap.add_argument("--depth", type=int, default=1, help="closed: lines outstanding per player")
    ap.add_argument(
        "--backlog", type=int, default=100, help="mix: a player with this many unanswered lines sends no more"
    )
    ap.add_argument("--samples", type=int, default=30, help="connect, fanout: repetitions; stall: newcomers")
    ap.add_argument("--gap", type=float, default=0.2, help="connect, fanout: pause between repetitions")
    ap.add_argument("--ramp", type=int, default=20, help="logins under way at once")
    ap.add_argument("--burst", type=int, help="connect: connections under way at once (default all)")
    ap.add_argument("--no-login", action="store_true", help="connect, idle: stop at the first prompt")
    ap.add_argument("--timeout", type=float, default=60.0)
    ap.add_argument(
        "--telnet", choices=["ignore", "refuse", "full"], help="how the client answers telnet commands"
    )
    ap.add_argument("--host")
    ap.add_argument("--port", type=int)
    ap.add_argument("--remote", action="store_true", help="allow a host that is not loopback")
    ap.add_argument(
        "--pid",
        type=int,
        action="append",
        default=[],
        help="root of a server process tree (default: who listens on the port)",
    )
    ap.add_argument("--pidfile", action="append", default=[])
    ap.add_argument(
        "--apart",
        type=int,
        action="append",
        default=[],
        help="root of a process tree, such as a database's, to count beside the server's and not in it",
    )
    ap.add_argument("--label", default="")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--out", help="also append the JSON object, on one line, to this file")
    return ap


def main(argv=None):
    ap = options()
    args = ap.parse_args(argv)
    prof = Profile(args.profile, args)
    if not args.remote and not (
        prof.host == "localhost" or prof.host.startswith("127.") or prof.host == "::1"
    ):
        ap.error("not a loopback host (use --remote if you mean it)")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if args.players + 64 > resource.getrlimit(resource.RLIMIT_NOFILE)[0]:
        ap.error("more players than file descriptors allowed (ulimit -n)")

    async def go():
        run = Run(prof, args)
        t = now()
        out = {"profile": prof.name, "mode": args.mode, "label": args.label, "telnet": prof.telnet}
        out |= await getattr(run, args.mode)()
        out["failed_logins"] = len(run.failed)
        if run.failed:
            out["failures"] = run.failed[:3]
        out["took_s"] = round(now() - t, 1)
        out["where"] = {
            "cpus": os.cpu_count(),
            "load_1m": round(os.getloadavg()[0], 2),
            "generator_python": platform.python_version(),
            "options": {
                k: v
                for k, v in vars(args).items()
                if v not in (None, [], "", False)
                and k not in ("profile", "out", "pid", "pidfile", "apart", "mode")
            },
        }
        return out

    out = asyncio.run(go())
    print(json.dumps(out, indent=1))
    if args.out:
        with Path(args.out).open("a") as f:
            f.write(json.dumps(out) + "\n")


if __name__ == "__main__":
    main()

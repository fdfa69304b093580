#!/usr/bin/env python3
"""mudload: a load generator for line-based telnet servers (MUDs).

Needs Python 3.11 or newer and nothing else.  A PROFILE (TOML, see profiles/) says how to reach
and log in to a server, which lines a player sends, and how the answer to each is recognised.

    mudload.py PROFILE MODE [options]            prints one JSON object on standard output

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
import gc
import json
import os
import platform
import random
import re
import resource
import socket
import time
import tomllib
from collections import defaultdict, deque
from itertools import count
from pathlib import Path

now = time.perf_counter
IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
OPT_SGA, OPT_ECHO, OPT_TTYPE, OPT_NAWS, OPT_CHARSET = 3, 1, 24, 31, 42
IAC_B, ESC_B = b"\xff", b"\x1b"
ANSI = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")
KEEP = 65536  # bytes of unmatched text kept per player while an answer is awaited
OVERLAP = 1024  # bytes searched again when text arrives in pieces


# ------------------------------------------------------------------ statistics


def pct(sorted_values, q):
    """Nearest-rank percentile of an already sorted list."""
    if not sorted_values:
        return None
    k = max(0, min(len(sorted_values) - 1, int(-(-q * len(sorted_values) // 100)) - 1))
    return sorted_values[k]


def summary(values, scale=1000.0, digits=3):
    """Count, mean and percentiles, in milliseconds by default."""
    v = sorted(values)
    if not v:
        return {"n": 0}
    out = {"n": len(v), "mean": round(sum(v) / len(v) * scale, digits)}
    for name, q in (("p50", 50), ("p95", 95), ("p99", 99)):
        out[name] = round(pct(v, q) * scale, digits)
    out["min"] = round(v[0] * scale, digits)
    out["max"] = round(v[-1] * scale, digits)
    return out


# ------------------------------------------------------------------ the server's processes

TICK = os.sysconf("SC_CLK_TCK")


def processes():
    """Every process of this machine (Linux)."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def listening_pids(port):
    """Processes that hold a listening TCP socket on this port (Linux)."""
    inodes = set()
    for path in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with Path(path).open() as f:
                next(f)
                for line in f:
                    p = line.split()
                    if p[3] == "0A" and int(p[1].rsplit(":", 1)[1], 16) == port:
                        inodes.add(p[9])
        except OSError:
            pass
    found = set()
    for pid in processes():
        try:
            for fd in Path(f"/proc/{pid}/fd").iterdir():
                link = str(fd.readlink())
                if link.startswith("socket:[") and link[8:-1] in inodes:
                    found.add(pid)
                    break
        except OSError:
            pass
    return found


def busy_cpu():
    """CPU seconds spent by everything on this machine since it started."""
    with Path("/proc/stat").open() as f:
        v = [int(x) for x in f.readline().split()[1:9]]
    return (v[0] + v[1] + v[2] + v[5] + v[6]) / TICK


class Server:
    """CPU seconds and memory of a set of process trees, and beside them those of the trees under `apart`."""

    def __init__(self, roots, apart=()):
        self.roots, self.apart = set(roots), set(apart)

    def pids(self):
        """The processes of the trees, and those apart."""
        children = defaultdict(list)
        for pid in processes():
            try:
                stat = Path(f"/proc/{pid}/stat").read_text()
            except OSError:
                continue
            children[int(stat.rpartition(")")[2].split()[1])].append(pid)

        def tree(roots, without=frozenset()):
            seen, todo = set(), list(roots)
            while todo:
                p = todo.pop()
                if p not in seen and p not in without and Path(f"/proc/{p}").exists():
                    seen.add(p)
                    todo += children[p]
            return sorted(seen)

        return tree(self.roots, self.apart), tree(self.apart)

    def sample(self):
        """CPU seconds and memory summed over the trees; processes is 0 when none was found."""
        own, apart = self.pids()
        return {
            **use_of(own),
            "apart": use_of(apart),
            "at": now(),
            "machine_s": busy_cpu(),
            "self_s": time.process_time(),
        }


def use_of(pids):
    """CPU seconds and memory of these processes."""
    cpu = rss = pss = 0
    for pid in pids:
        try:
            s = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        cpu += (int(s[11]) + int(s[12])) / TICK
        rss += int(s[21]) * resource.getpagesize() // 1024
        pss += sum(int(x.split()[1]) for x in rollup.splitlines() if x.startswith("Pss:"))
    return {"cpu_s": round(cpu, 3), "rss_kib": rss, "pss_kib": pss, "processes": len(pids)}


# ------------------------------------------------------------------ telnet


class Telnet:
    """Takes the telnet commands out of a byte stream and answers them.

    policy 'ignore'   answers nothing (like nc)
           'refuse'   DONT to every WILL, WONT to every DO
           'full'     a common MUD client: accepts SGA, ECHO, TTYPE, NAWS; refuses the rest
    """

    def __init__(self, policy, write):
        self.policy, self.write, self.rest, self.done = policy, write, b"", set()

    def feed(self, data):
        if not self.rest and IAC_B not in data:
            return data
        data, self.rest = self.rest + data, b""
        out, i, n = bytearray(), 0, len(data)
        while i < n:
            j = data.find(IAC_B, i)
            if j < 0:
                out += data[i:]
                break
            out += data[i:j]
            if j + 1 >= n:
                self.rest = data[j:]
                break
            c = data[j + 1]
            if c == IAC:
                out.append(IAC)
                i = j + 2
            elif c in (DO, DONT, WILL, WONT):
                if j + 2 >= n:
                    self.rest = data[j:]
                    break
                self.negotiate(c, data[j + 2])
                i = j + 3
            elif c == SB:
                k = data.find(bytes((IAC, SE)), j + 2)
                if k < 0:
                    self.rest = data[j:]
                    break
                self.subnegotiate(data[j + 2 : k])
                i = k + 2
            else:
                i = j + 2
        return bytes(out)

    def negotiate(self, cmd, opt):
        if self.policy == "ignore" or (cmd, opt) in self.done:
            return
        self.done.add((cmd, opt))
        full = self.policy == "full"
        if cmd == DO:
            yes = full and opt in (OPT_SGA, OPT_TTYPE, OPT_NAWS)
            self.write(bytes((IAC, WILL if yes else WONT, opt)))
            if yes and opt == OPT_NAWS:
                self.write(bytes((IAC, SB, OPT_NAWS, 0, 100, 0, 40, IAC, SE)))
        elif cmd == WILL:
            yes = full and opt in (OPT_SGA, OPT_ECHO)
            self.write(bytes((IAC, DO if yes else DONT, opt)))

    def subnegotiate(self, body):
        if self.policy == "full" and body[:2] == bytes((OPT_TTYPE, 1)):
            k = sum(1 for d in self.done if d[0] == "ttype")
            name = (b"MUDLOAD", b"XTERM-256COLOR", b"MTTS 13", b"MTTS 13")[min(k, 3)]
            self.done.add(("ttype", k))
            self.write(bytes((IAC, SB, OPT_TTYPE, 0)) + name + bytes((IAC, SE)))


# ------------------------------------------------------------------ profile


class Fill(dict):
    def __missing__(self, key):
        raise SystemExit(f"profile uses unknown field {{{key}}}")


def matcher(d, what):
    """(kind, value) from a table that has expect (literal, templated) or expect_re."""
    if "expect" in d:
        return ("lit", d["expect"])
    if "expect_re" in d:
        return ("re", re.compile(d["expect_re"].encode(), re.S | re.M))
    raise SystemExit(f"profile: {what} needs expect or expect_re")


class Profile:
    def __init__(self, path, args):
        with Path(path).open("rb") as f:
            p = tomllib.load(f)
        self.name = p.get("name", Path(path).stem)
        self.host = args.host or p.get("host", "127.0.0.1")
        self.port = args.port or p["port"]
        self.eol = p.get("eol", "\r\n").encode()
        self.telnet = args.telnet or p.get("telnet", "refuse")
        self.encoding = p.get("encoding", "utf-8")
        self.prompt = matcher(p["prompt"], "prompt")
        login = p.get("login", {})
        self.rules = [
            (re.compile(r["on"].encode(), re.S | re.M), r["send"], r.get("max", 1))
            for r in login.get("rule", [])
        ]
        self.ready = re.compile(login["ready_re"].encode(), re.S | re.M) if "ready_re" in login else None
        self.fail = re.compile(login["fail_re"].encode(), re.S | re.M) if "fail_re" in login else None
        self.after = login.get("after", [])  # lines sent once after the login, unmeasured
        self.pause = login.get("after_pause", 0.2)
        self.quit = p.get("quit", {}).get("send")
        self.cohorts = p.get("cohort", {"mix": {"name": "p{i:04d}"}})
        self.commands = []
        for c in p["command"]:
            send = c["send"] if isinstance(c["send"], list) else [c["send"]]
            self.commands.append(
                (
                    c["name"],
                    send,
                    matcher(c, "command"),
                    c.get("weight", 1.0),
                    "{token}" in c.get("expect", "") or any("{" in s for s in send),
                )
            )
        self.say = next((c for c in self.commands if c[0] == "say"), None)

    def pick(self, only):
        cmds = [c for c in self.commands if not only or c[0] in only]
        if not cmds:
            raise SystemExit("no command of that name in the profile")
        return cmds, [c[3] for c in cmds]


TOKENS = count(1)


def token():
    return f"tk{next(TOKENS):07d}z"


# ------------------------------------------------------------------ a player


class Player(asyncio.Protocol):
    """One connection.  phase: banner, login, play, closed."""

    def __init__(self, prof, i, cohort, run):
        self.prof, self.i, self.run = prof, i, run
        c = prof.cohorts[cohort]
        alpha = "".join("abcdefghij"[int(d)] for d in f"{i:04d}")  # for servers that want letters only
        self.vars = Fill(i=i, alpha=alpha, password=c.get("password", ""), token="")
        self.vars["name"] = c["name"].format_map(self.vars)
        self.vars["password"] = self.vars["password"].format_map(self.vars)
        self.phase, self.buf, self.scan, self.esc = "banner", b"", 0, b""
        self.pending, self.steps = deque(), defaultdict(int)
        self.t0 = self.t_open = self.t_byte = self.t_prompt = self.t_ready = None
        self.error, self.transport = None, None
        loop = asyncio.get_running_loop()
        self.prompted, self.ready, self.closed = (
            loop.create_future(),
            loop.create_future(),
            loop.create_future(),
        )
        self.on_answer = None
        self.watch = None
        self.bytes_in = 0

    # -- connection
    async def open(self):
        self.t0 = now()
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, self.prof.host, self.prof.port)
        self.t_open = now()
        return self

    def connection_made(self, transport):
        self.transport = transport
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.telnet = Telnet(self.prof.telnet, transport.write)

    def connection_lost(self, exc):
        if self.phase != "closed":
            self.run.dropped += 1
            self.error = self.error or f"connection lost in phase {self.phase}: {exc!r}"
        self.phase = "closed"
        for f in (self.prompted, self.ready):
            if not f.done():
                f.set_exception(ConnectionError(self.error or "closed"))
                f.exception()
        if not self.closed.done():
            self.closed.set_result(None)

    def close(self):
        if self.transport and self.phase != "closed":
            if self.prof.quit and self.phase == "play":
                self.transport.write(self.prof.quit.encode() + self.prof.eol)
            self.phase = "closed"
            self.transport.close()

    # -- text
    def data_received(self, data):
        t = now()
        if self.t_byte is None:
            self.t_byte = t
        self.bytes_in += len(data)
        data = self.telnet.feed(data)
        if self.esc or ESC_B in data:
            data, self.esc = self.esc + data, b""
            data = ANSI.sub(b"", data)
            k = data.rfind(ESC_B)
            if k >= 0 and len(data) - k < 32:
                data, self.esc = data[:k], data[k:]
        if not data:
            return
        if self.phase == "play":
            self.played(data, t)
        elif self.phase != "closed":
            self.buf = (self.buf + data)[-KEEP:]
            self.greeted(t)

    def greeted(self, t):
        """Banner and login: fire the first rule that matches, in text order, until ready."""
        if self.phase == "banner":
            kind, want = self.prof.prompt
            hit = (self.buf.find(want.encode()) >= 0) if kind == "lit" else want.search(self.buf)
            if not hit:
                return
            self.t_prompt, self.phase = t, "wait"
            self.prompted.set_result(None)
        if self.phase == "login":
            self.login_step(t)

    def start_login(self):
        self.phase, self.t_login = "login", now()
        if self.prof.ready is None:
            self.logged_in(self.t_login)
        else:
            self.login_step(self.t_login)

    def login_step(self, t):
        while True:
            if self.prof.fail and (m := self.prof.fail.search(self.buf)):
                self.error = "login failed: " + m.group(0).decode("latin-1")[:120]
                self.transport.close()
                return
            if m := self.prof.ready.search(self.buf):
                self.logged_in(t)
                return
            best = None
            for k, (on, send, most) in enumerate(self.prof.rules):
                if (
                    self.steps[k] < most
                    and (m := on.search(self.buf))
                    and (best is None or m.start() < best[0].start())
                ):
                    best = (m, k, send)
            if best is None:
                return
            m, k, send = best
            self.steps[k] += 1
            self.buf = self.buf[m.end() :]
            self.line(send)

    def logged_in(self, t):
        self.t_ready, self.phase, self.buf, self.scan = t, "play", b"", 0
        if not self.ready.done():
            self.ready.set_result(None)

    def line(self, template):
        self.transport.write(template.format_map(self.vars).encode(self.prof.encoding) + self.prof.eol)

    def played(self, data, t):
        if self.watch and self.watch in self.buf[-64:] + data:
            self.heard(t)
        if not self.pending:
            if self.watch:
                self.buf = data[-64:]
            return
        start = max(0, len(self.buf) - OVERLAP) if self.buf else 0
        start = max(start, self.scan)
        self.buf += data
        while self.pending:
            p = self.pending[0]
            want = p[3]
            if isinstance(want, bytes):
                k = self.buf.find(want, start)
                end = k + len(want)
            else:
                m = want.search(self.buf, start)
                k, end = (m.start(), m.end()) if m else (-1, 0)
            if k < 0:
                break
            self.pending.popleft()
            self.scan = start = end
            if self.on_answer:
                self.on_answer(self, p, t)
        if not self.pending:
            self.buf, self.scan = b"", 0
        elif len(self.buf) > KEEP:
            cut = max(len(self.buf) - KEEP // 2, 0)
            self.buf, self.scan = self.buf[cut:], max(0, self.scan - cut)

    def heard(self, t):
        self.watch = None
        self.run.ears.append((self.i, t))
        if len(self.run.ears) >= self.run.want_ears and not self.run.all_heard.done():
            self.run.all_heard.set_result(None)

    def send(self, cmd, t_sched, tok=None):
        """Send one line of a command; its answer goes to on_answer."""
        name, sends, (kind, want), _, templated = cmd
        s = sends[0]
        if len(sends) > 1:
            k = self.steps[name]
            self.steps[name] = k + 1
            s = sends[k % len(sends)]
        if templated:
            self.vars["token"] = tok or token()
            s = s.format_map(self.vars)
        if kind == "lit":
            want = (want.format_map(self.vars) if templated else want).encode(self.prof.encoding)
        t = now()
        self.pending.append((name, t_sched, t, want))
        self.transport.write(s.encode(self.prof.encoding) + self.prof.eol)
        return t


# ------------------------------------------------------------------ a load


class Load:
    """Lines from players, each at its own times (open loop) or each after the answer to the one before (closed loop)."""

    def __init__(self, run, players, closed):
        self.args, self.rng, self.players, self.closed = run.args, run.rng, players, closed
        self.commands, self.weights = run.prof.pick(self.args.only)
        self.period = 1.0 / self.args.rate
        self.t0 = self.t1 = float("inf")  # the window in which lines and answers count
        self.stopped = False
        self.sent = self.answers = self.unanswered = 0
        self.latency, self.late = defaultdict(list), []

    def start(self):
        gc.collect(), gc.freeze(), gc.disable()
        loop, start = asyncio.get_running_loop(), now()
        for p in self.players:
            p.on_answer = self.answered
            if self.closed:
                for _ in range(self.args.depth):
                    self.one(p, start)
            else:
                first = start + self.rng.uniform(0, self.period)
                loop.call_later(first - now(), self.tick, p, first)

    async def window(self, seconds):
        """Count for so long, then stop. Returns the exact length."""
        self.t0, self.t1 = now(), now() + seconds
        await asyncio.sleep(seconds)
        self.stopped = True
        return now() - self.t0

    async def drain(self, seconds):
        """Await late answers, and count as old as they are those that do not come."""
        limit = now() + seconds
        for p in self.players:
            # Answers come by the thousand: an event for each would cost the measure.
            while p.pending and p.phase == "play" and now() < limit:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        gc.enable()
        for p in self.players:
            for name, _, sent, _ in p.pending:
                if self.t0 <= sent < self.t1:
                    self.latency[name].append(now() - sent)
                    self.unanswered += 1

    def one(self, p, sched):
        if p.phase == "play":
            t = p.send(self.rng.choices(self.commands, self.weights)[0], sched)
            self.sent += self.t0 <= t < self.t1

    def tick(self, p, sched):
        if self.stopped or p.phase != "play":
            return
        if len(p.pending) < self.args.backlog:
            self.one(p, sched)
        following = sched + self.period * self.rng.uniform(1 - self.args.jitter, 1 + self.args.jitter)
        asyncio.get_running_loop().call_later(max(0.0, following - now()), self.tick, p, following)

    def answered(self, p, line, t):
        name, sched, sent, _ = line
        self.answers += self.t0 <= t < self.t1
        if self.t0 <= sent < self.t1:
            self.latency[name].append(t - sent)
            self.late.append(sent - sched)
        if self.closed and not self.stopped:
            self.one(p, now())

    def report(self, span):
        return {
            "window_s": round(span, 2),
            "sent": self.sent,
            "answers_in_window": self.answers,
            "sent_per_s": round(self.sent / span, 1),
            "answers_per_s": round(self.answers / span, 1),
            "unanswered": self.unanswered,
            "latency_ms": summary([t for times in self.latency.values() for t in times]),
            "latency_ms_by_command": {name: summary(times) for name, times in sorted(self.latency.items())},
        }

    def generator(self, s0, s1, span):
        share = (s1["self_s"] - s0["self_s"]) / span
        return {
            "cpu_share": round(share, 3),
            "send_lag_ms": None if self.closed else summary(self.late),
            "limits_the_result": share > 0.85,
        }


# ------------------------------------------------------------------ a run


class Run:
    def __init__(self, prof, args):
        self.prof, self.args = prof, args
        roots = set(args.pid)
        for path in args.pidfile:
            roots.add(int(Path(path).read_text().split()[0]))
        roots |= listening_pids(prof.port) if not roots else set()
        self.server = Server(roots, args.apart)
        self.dropped, self.failed = 0, []
        self.ears, self.want_ears, self.all_heard = [], 0, None
        self.rng = random.Random(args.seed)

    async def gather(self, n, cohort, first=0, login=True, policy=None):
        """n players connected (and logged in), --ramp of them at a time."""
        gate = asyncio.Semaphore(self.args.ramp)
        players = [Player(self.prof, first + i, cohort, self) for i in range(n)]

        async def one(p):
            async with gate:
                try:
                    await asyncio.wait_for(p.open(), self.args.timeout)
                    await asyncio.wait_for(asyncio.shield(p.prompted), self.args.timeout)
                    if login:
                        p.start_login()
                        await asyncio.wait_for(asyncio.shield(p.ready), self.args.timeout)
                        for s in self.prof.after:
                            p.line(s)
                            await asyncio.sleep(self.prof.pause)
                except (OSError, TimeoutError) as e:
                    p.error = p.error or f"{type(e).__name__} in phase {p.phase}: {p.buf[-120:]!r}"
                    self.failed.append(p.error)
                    p.phase = "closed"
                    if p.transport:
                        p.transport.abort()

        t = now()
        await asyncio.gather(*(one(p) for p in players))
        good = [p for p in players if p.phase != "closed"]
        return good, now() - t

    async def release(self, players):
        for p in players:
            p.close()
        if players:
            await asyncio.wait([p.closed for p in players], timeout=10)

    # -- modes
    async def connect(self):
        a, out = self.args, {}
        one = []
        for i in range(a.samples):
            got, _ = await self.gather(1, a.cohort, first=i % a.players, login=not a.no_login)
            if got:
                p = got[0]
                one.append(
                    (
                        p.t_open - p.t0,
                        p.t_byte - p.t0,
                        p.t_prompt - p.t0,
                        p.t_ready - p.t_login if p.t_ready else None,
                    )
                )
            await self.release(got)
            await asyncio.sleep(a.gap)
        out["one_at_a_time_ms"] = {
            "tcp_connect": summary([x[0] for x in one]),
            "first_byte": summary([x[1] for x in one]),
            "first_prompt": summary([x[2] for x in one]),
            "login": summary([x[3] for x in one if x[3] is not None]),
        }
        if a.players > 1:
            s0 = self.server.sample()
            old, a.ramp = a.ramp, a.burst or a.players
            got, took = await self.gather(a.players, a.cohort, login=False)
            a.ramp = old
            s1 = self.server.sample()
            out["burst"] = {
                "connections": len(got),
                "seconds": round(took, 4),
                "to_prompt_per_s": round(len(got) / took, 1),
                "first_prompt_ms": summary([p.t_prompt - p.t0 for p in got]),
            }
            if s1["processes"]:
                out["burst"]["server_cpu_ms_per_connection"] = round(
                    (s1["cpu_s"] - s0["cpu_s"]) * 1000 / max(1, len(got)), 3
                )
            await self.release(got)
        return out

    def spans(self, s0, s1, lines=None):
        if not s1["processes"]:
            return {}  # the server's processes were not found
        wall = s1["at"] - s0["at"]
        out = self.span(s0, s1, wall, lines)
        known = out["cpu_s"] + s1["self_s"] - s0["self_s"]
        if self.server.apart:
            out["apart"] = self.span(s0["apart"], s1["apart"], wall, lines)
            known += out["apart"]["cpu_s"]
        other = s1["machine_s"] - s0["machine_s"] - known
        out["cpu_share_of_others_on_the_machine"] = round(max(0.0, other) / wall, 2)
        return out

    def span(self, s0, s1, wall, lines):
        """What one set of processes used in so many seconds, and for so many lines."""
        cpu = s1["cpu_s"] - s0["cpu_s"]
        out = {
            "cpu_s": round(cpu, 3),
            "cpu_share": round(cpu / wall, 4),
            "rss_mib": round(s1["rss_kib"] / 1024, 1),
            "pss_mib": round(s1["pss_kib"] / 1024, 1),
            "processes": s1["processes"],
        }
        if lines:
            out["cpu_s_per_1000_lines"] = round(cpu * 1000 / lines, 4)
        return out

    def memory(self, s0, s1, n):
        if not s1["processes"] or not n:
            return {}
        return {
            "before_rss_mib": round(s0["rss_kib"] / 1024, 1),
            "after_rss_mib": round(s1["rss_kib"] / 1024, 1),
            "rss_kib_per_connection": round((s1["rss_kib"] - s0["rss_kib"]) / n, 2),
            "pss_kib_per_connection": round((s1["pss_kib"] - s0["pss_kib"]) / n, 2),
        }

    async def settle(self):
        await asyncio.sleep(self.args.settle)

    async def load(self, closed):
        """mix and closed share everything but when the next line is sent."""
        a = self.args
        base = self.server.sample()
        players, ramp_s = await self.gather(a.players, a.cohort)
        if not players:
            raise SystemExit("no player could log in: " + "; ".join(self.failed[:3]))
        await self.settle()
        logged = self.server.sample()
        load = Load(self, players, closed)
        load.start()
        await asyncio.sleep(a.warmup)
        s0 = self.server.sample()
        span = await load.window(a.time)
        s1 = self.server.sample()
        await load.drain(a.drain)
        out = {
            "players": len(players),
            "ramp_s": round(ramp_s, 2),
            **load.report(span),
            "generator": load.generator(s0, s1, span),
            "server": self.spans(s0, s1, load.answers),
            "memory": self.memory(base, logged, len(players)),
            "dropped": self.dropped,
        }
        await self.release(players)
        return out

    async def mix(self):
        return await self.load(False)

    async def closed(self):
        return await self.load(True)

    async def fanout(self):
        a = self.args
        if not self.prof.say:
            raise SystemExit("fanout needs a command named say in the profile")
        players, ramp_s = await self.gather(a.players, a.cohort)
        await self.settle()
        last, each, own, missed = [], [], [], 0
        s0, g0, t_0 = self.server.sample(), time.process_time(), now()
        gc.collect(), gc.freeze(), gc.disable()
        for r in range(a.samples):
            speaker = players[r % len(players)]
            tok = token()
            self.ears, self.want_ears = [], len(players)
            self.all_heard = asyncio.get_running_loop().create_future()
            for p in players:
                p.watch, p.buf = tok.encode(), b""
            t = speaker.send(self.prof.say, now(), tok=tok)
            try:
                await asyncio.wait_for(asyncio.shield(self.all_heard), a.timeout)
            except TimeoutError:
                missed += len(players) - len(self.ears)
            times = [x[1] - t for x in self.ears]
            each += times
            own += [x[1] - t for x in self.ears if x[0] == speaker.i]
            if times:
                last.append(max(times))
            await asyncio.sleep(a.gap)
        gc.enable()
        s1, g1 = self.server.sample(), time.process_time()
        out = {
            "players": len(players),
            "ramp_s": round(ramp_s, 2),
            "rounds": a.samples,
            "missed": missed,
            "last_hears_ms": summary(last),
            "each_hears_ms": summary(each),
            "speaker_hears_ms": summary(own),
            "generator": {"cpu_share": round((g1 - g0) / (now() - t_0), 3)},
            "server": self.spans(s0, s1),
        }
        if s1["processes"] and each:
            out["server"]["cpu_us_per_delivery"] = round((s1["cpu_s"] - s0["cpu_s"]) * 1e6 / len(each), 1)
        await self.release(players)
        return out

    async def idle(self):
        a = self.args
        base = self.server.sample()
        players, ramp_s = await self.gather(a.players, a.cohort, login=not a.no_login)
        await self.settle()
        s0 = self.server.sample()
        await asyncio.sleep(a.time)
        s1 = self.server.sample()
        alive = sum(p.phase in ("play", "wait") for p in players)
        out = {
            "players": len(players),
            "still_there": alive,
            "ramp_s": round(ramp_s, 2),
            "login_per_s": round(len(players) / ramp_s, 1),
            "cpu_s_ramp": round(s0["cpu_s"] - base["cpu_s"], 2) if s0["processes"] else None,
            "memory": self.memory(base, s1, len(players)),
            "server_idle": self.spans(s0, s1),
        }
        await self.release(players)
        await asyncio.sleep(2)
        s2 = self.server.sample()
        if s2["processes"]:
            out["memory"]["after_all_left_rss_mib"] = round(s2["rss_kib"] / 1024, 1)
        return out

    async def stall(self):
        """Players of the cohort play in a closed loop with a small pause; --samples others log in at once."""
        a = self.args
        cmds, weights = self.prof.pick(a.only or ["look"])
        players, _ = await self.gather(a.players, a.cohort)
        await self.settle()
        quiet, busy, loop = [], [], asyncio.get_running_loop()
        box = {"now": quiet, "stop": False}

        def answered(p, e, t):
            box["now"].append(t - e[2])
            loop.call_later(0.05, again, p)

        def again(p):
            if not box["stop"] and p.phase == "play":
                p.send(self.rng.choices(cmds, weights)[0], now())

        for p in players:
            p.on_answer = answered
            again(p)
        await asyncio.sleep(a.time)
        box["now"] = busy
        a.ramp = a.samples
        newcomers, took = await self.gather(
            a.samples, a.login_cohort or a.cohort, first=a.players if not a.login_cohort else 0
        )
        box["stop"] = True
        out = {
            "players": len(players),
            "logins_at_once": len(newcomers),
            "logins_took_s": round(took, 3),
            "login_ms": summary([p.t_ready - p.t_login for p in newcomers if p.t_ready]),
            "play_quiet_ms": summary(quiet),
            "play_during_logins_ms": summary(busy),
        }
        await asyncio.sleep(0.5)
        await self.release(players + newcomers)
        return out


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

"""A run against one server: the modes, and what each reports."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from itertools import count
from pathlib import Path

from .load import Load
from .player import Player
from .statistics import now, summary
from .usage import Server, listening_pids


class Run:
    def __init__(self, prof, args):
        self.prof, self.args = prof, args
        roots = set(args.pid)
        for path in args.pidfile:
            roots.add(int(Path(path).read_text().split()[0]))
        roots |= listening_pids(prof.port) if not roots else set()
        self.server = Server(roots, args.apart)
        self.dropped, self.failed = 0, []
        self.tokens = count(1)
        self.ears, self.want_ears, self.all_heard = [], 0, None
        self.rng = random.Random(args.seed)

    def token(self):
        """A word that nobody has said yet."""
        return f"tk{next(self.tokens):07d}z"

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
            tok = self.token()
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

"""A load: who sends a line when, and how long the answers took."""

from __future__ import annotations

import asyncio
import gc
from collections import defaultdict

from .statistics import now, summary


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

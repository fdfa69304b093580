"""One player: a connection that logs in, sends lines and knows their answers."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import defaultdict, deque

from .profile import Fill
from .statistics import now
from .telnet import Telnet

ESC_B = b"\x1b"
ANSI = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")
KEEP = 65536  # bytes of unmatched text kept per player while an answer is awaited
OVERLAP = 1024  # bytes searched again when text arrives in pieces


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
            self.vars["token"] = tok or self.run.token()
            s = s.format_map(self.vars)
        if kind == "lit":
            want = (want.format_map(self.vars) if templated else want).encode(self.prof.encoding)
        t = now()
        self.pending.append((name, t_sched, t, want))
        self.transport.write(s.encode(self.prof.encoding) + self.prof.eol)
        return t

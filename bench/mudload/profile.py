"""A profile: how a server is reached and logged in to, what is said to it, and how an answer is known."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


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

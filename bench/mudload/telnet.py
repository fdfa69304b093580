"""Telnet as a client speaks it: the commands in a byte stream, and the answers to them."""

from __future__ import annotations

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
OPT_SGA, OPT_ECHO, OPT_TTYPE, OPT_NAWS, OPT_CHARSET = 3, 1, 24, 31, 42
IAC_B = b"\xff"


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

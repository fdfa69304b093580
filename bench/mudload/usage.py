"""What processes use: CPU seconds and memory of the server's process trees (Linux)."""

from __future__ import annotations

import os
import resource
import time
from collections import defaultdict
from pathlib import Path

from .statistics import now

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

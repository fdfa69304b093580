"""Times in numbers: percentiles and their summary."""

from __future__ import annotations

import time

now = time.perf_counter


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

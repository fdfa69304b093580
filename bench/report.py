"""What was measured, as tables in Markdown: ratios to the floor, which hold on any machine, with the milliseconds beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Report = Mapping[str, Any]  # what the load generator printed


def tables(results: Mapping[str, Report]) -> str:
    """All tables that these results allow; the names of the results are those of `bench.run`."""
    parts = (
        _direct(results),
        _fan_out(results),
        _coming(results),
        _turns(results),
        _sizes(results),
        _resets(results),
    )
    return "\n\n".join(part for part in parts if part)


def _direct(results: Mapping[str, Report]) -> str:
    rows = []
    for name, aim in (
        ("mix 1", ""),
        ("mix 50", "p99 < 25 ms"),
        ("mix 200", "p99 < 60 ms"),
        ("mix 500", ""),
        ("mix 1000", ""),
        ("closed 50", "≥ 1,500 lines/s"),
    ):
        ours, floor = results.get(f"mud {name}"), results.get(f"floor {name}")
        if ours and floor:
            rows.append(
                (
                    name,
                    _latency(ours),
                    _latency(floor),
                    _ratio(ours["latency_ms"]["p99"], floor["latency_ms"]["p99"]),
                    _number(ours["answers_per_s"]),
                    _number(floor["answers_per_s"]),
                    aim,
                    _cpu(ours["server"]),
                    _ratio(*(each["server"].get("cpu_s_per_1000_lines") for each in (ours, floor))),
                    _cpu(ours["server"].get("apart")),
                    _memory(ours),
                )
            )
    head = (
        "direct commands",
        "p50 / p99 ms",
        "floor's",
        "p99 to floor",
        "lines/s",
        "floor's",
        "aim",
        "CPU s per 1,000 lines",
        "to floor",
        "engine's CPU s",
        "MiB, engine's MiB",
    )
    return _table(head, rows)


def _fan_out(results: Mapping[str, Report]) -> str:
    rows = []
    for name in ("fan-out 100",):
        ours, floor = results.get(f"mud {name}"), results.get(f"floor {name}")
        if ours and floor:
            each, base = (report["server"]["cpu_us_per_delivery"] for report in (ours, floor))
            times = (_times(report["last_hears_ms"]) for report in (ours, floor))
            rows.append((name, *times, f"{each:.0f} µs", f"{base:.0f} µs", _ratio(each, base)))
    head = ("one speaks", "last hears, p50 / p99 ms", "floor's", "CPU per message", "floor's", "to floor")
    return _table(head, rows)


def _coming(results: Mapping[str, Report]) -> str:
    """Connecting, logging in and being there: a line for each thing measured."""
    kinds = ("idle", "connect", "stall")
    if not all(f"{who} {kind}" in results for who in ("mud", "floor") for kind in kinds):
        return ""
    ours, floor = (_coming_of(*(results[f"{who} {kind}"] for kind in kinds)) for who in ("mud", "floor"))
    rows = [(name, ours[name], floor[name], aim) for name, aim in _COMING]
    return _table(("coming and being there", "measured", "floor's", "aim"), rows)


_COMING = (
    ("first prompt, one at a time, p50 / p99 ms", "p99 ≤ 50 ms"),
    ("first prompt, 200 at once, the last, ms", "≤ 1 s"),
    ("logins per second", ""),
    ("MiB with nobody on", "≤ 200 MiB"),
    ("KiB for each idle player", "≤ 64 KiB"),
    ("50 play, p50 / p99 ms", ""),
    ("50 play while 20 log in, p50 / p99 ms", "p99 ≤ 50 ms, ≤ 5 × quiet"),
)


def _coming_of(idle: Report, connect: Report, stall: Report) -> dict[str, str]:
    values = (
        _times(connect["one_at_a_time_ms"]["first_prompt"]),
        _ms(connect["burst"]["first_prompt_ms"]["max"]),
        _number(idle["login_per_s"]),
        f"{idle['memory']['before_rss_mib']:.0f}",
        f"{idle['memory']['rss_kib_per_connection']:.0f}",
        _times(stall["play_quiet_ms"]),
        _times(stall["play_during_logins_ms"]),
    )
    return {name: value for (name, _), value in zip(_COMING, values, strict=True)}


def _turns(results: Mapping[str, Report]) -> str:
    rows = []
    for players in (1, 50, 200):
        ours = results.get(f"mud turns {players}")
        if ours:
            rows.append(
                (
                    f"{players} players",
                    _number(ours["answers_per_s"]),
                    _latency(ours),
                    str(ours["unanswered"]),
                    _cpu(ours["server"]),
                    _cpu(ours["server"].get("apart")),
                    _memory(ours),
                )
            )
    head = (
        "storyteller's turns",
        "turns/s",
        "p50 / p99 ms",
        "unanswered",
        "CPU s per 1,000 turns",
        "engine's CPU s",
        "MiB, engine's MiB",
    )
    return _table(head, rows)


def _sizes(results: Mapping[str, Report]) -> str:
    measured = [
        (rooms, results[f"rooms {rooms}"])
        for rooms in (1_000, 10_000, 100_000)
        if f"rooms {rooms}" in results
    ]
    rows = []
    for rooms, ours in measured:
        by_command = ours["latency_ms_by_command"]
        rows.append(
            (
                f"{rooms:,}",
                _latency(ours),
                _ratio(ours["latency_ms"]["p50"], measured[0][1]["latency_ms"]["p50"]),
                *(_ms(by_command[command]["p50"]) for command in ("look", "move", "say")),
                _cpu(ours["server"]),
                _cpu(ours["server"].get("apart")),
                _memory(ours),
            )
        )
    head = (
        "rooms (mix, 50 players)",
        "p50 / p99 ms",
        "p50 to the smallest",
        "look p50",
        "move p50",
        "say p50",
        "CPU s per 1,000 lines",
        "engine's CPU s",
        "MiB, engine's MiB",
    )
    return _table(head, rows)


def _resets(results: Mapping[str, Report]) -> str:
    rows = [
        (
            f"{rooms:,}",
            f"{ours['seconds']:.1f}",
            _times(ours["quiet_ms"]),
            _times(ours["meanwhile_ms"]),
            _ms(ours["meanwhile_ms"]["max"]),
            "≤ 100 ms",
        )
        for rooms in (1_000, 10_000, 100_000)
        if (ours := results.get(f"reset {rooms}"))
    ]
    return _table(
        ("reset, rooms", "seconds", "who, before", "who, meanwhile", "the longest, ms", "aim"), rows
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}", *lines])


def _latency(report: Report) -> str:
    return _times(report["latency_ms"])


def _times(summary: Mapping[str, float]) -> str:
    """p50 and p99; a dash for a summary of nothing: the floor's logins are over before anybody has played."""
    return f"{_ms(summary['p50'])} / {_ms(summary['p99'])}" if "p50" in summary else "–"


def _ms(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def _number(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _ratio(ours: float | None, floor: float | None) -> str:
    return f"{ours / floor:.1f} ×" if ours and floor else "–"


def _cpu(use: Report | None) -> str:
    return f"{use['cpu_s_per_1000_lines']:.2f}" if use and "cpu_s_per_1000_lines" in use else "–"


def _memory(report: Report) -> str:
    server = report["server"]
    return ", ".join(f"{use['rss_mib']:.0f}" for use in (server, server.get("apart")) if use)

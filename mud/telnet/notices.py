"""The few lines that the wire itself has to say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notices:
    """Lines for whoever is at the other end, whose language the wire does not know: best said in every language of the castle.

    `full`: too many connections in all; `crowded`: too many from this address; `sorry`: something of ours broke; `too_long`: a line
    was longer than can be taken, and its end is lost; `lost`: text was thrown away because the client did not read it; `here`: the
    answer to "Are you there?" (RFC 854); `closing`: the server stops.
    """

    full: str
    crowded: str
    sorry: str
    too_long: str
    lost: str
    here: str
    closing: str

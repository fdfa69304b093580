"""Whom an address stands for, when connections and tries are counted."""

from __future__ import annotations

import ipaddress

_MAPPED_IPV4 = "::ffff:"
_NETWORK = 64  # bits: what one subscriber or machine is given at the least (RFC 6177, RFC 7934), to take any address in it at will


def address_of(peer: str) -> str:
    """The address of a peer as a socket gives it; that of an IPv4 client who came over a socket for both as IPv4."""
    return peer.removeprefix(_MAPPED_IPV4)


def origin_of(address: str) -> str:
    """What stands for everybody at an address: itself, or the network of 64 bits around an IPv6 one."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return address if parsed.version == 4 else str(ipaddress.ip_network((parsed, _NETWORK), strict=False))  # noqa: PLR2004

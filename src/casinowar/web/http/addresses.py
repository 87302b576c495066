"""Addresses of clients, as they are counted."""

import ipaddress
from functools import lru_cache

NETWORK_BITS = 64
"""A client with IPv6 usually has a network of this size to itself."""


@lru_cache(maxsize=10_000)  # asked at every request
def network_of(address: str) -> str:
    """The address to count: of IPv6 only the network, because a client has many in it."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, NETWORK_BITS), strict=False).network_address)

"""Addresses of clients, by which limits count."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import cache

from fastapi import Request


def client_address(request: Request) -> str:
    """Return the address that a request comes from, as far as one who sends many cannot choose it."""
    return network(request.client.host) if request.client is not None else ""


def network(host: str) -> str:
    """Return an address; of IPv6 its first half, since the rest is for each household to choose.

    >>> network("192.168.1.7"), network("2001:db8:0:1::7"), network("::ffff:192.168.1.7")
    ('192.168.1.7', '2001:db8:0:1::/64', '192.168.1.7')
    """
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def is_proxy(host: str, proxies: Iterable[str]) -> bool:
    """Tell whether an address is of one of the proxies, which are addresses and networks.

    >>> is_proxy("10.1.2.3", ["::1", "10.0.0.0/8"]), is_proxy("10.1.2.3", ["::1"]), is_proxy("a name", ["::1"])
    (True, False, False)
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in _network(proxy) for proxy in proxies)


_network = cache(ipaddress.ip_network)

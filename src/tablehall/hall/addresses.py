"""Addresses: what counts as one caller, and which networks somebody comes from."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network

IPV6_SHARE = 64
"""Of an IPv6 address so many bits are somebody's own network: they have all addresses in it."""
NEAR = tuple(
    map(
        ip_network,
        (
            "127.0.0.0/8",
            "::1/128",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "fe80::/10",
            "fc00::/7",
        ),
    )
)
"""This machine and private networks: nobody there can lend us an address that is not theirs."""


@lru_cache(4096)
def share_of(address: str) -> str:
    """Whose share an address uses up: an IPv4 address is one caller, an IPv6 network of 64 bits as well."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:  # what a door hears on IPv6 of somebody who came by IPv4
        return str(found.ipv4_mapped)
    return str(ip_network((found, IPV6_SHARE), strict=False))


def networks(named: Iterable[str]) -> tuple[Network, ...]:
    """Networks as somebody wrote them down (10.1.0.0/16, or a single address); a ValueError says what is
    none."""
    return tuple(ip_network(name.strip(), strict=False) for name in named)


@lru_cache(4096)
def within(address: str, among: tuple[Network, ...]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found.version == network.version and found in network for network in among)

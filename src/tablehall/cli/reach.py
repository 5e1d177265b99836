"""Who can come in: where a hall listens, in words."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

NOBODY = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses of nobody, to ask the system from which one of ours it would talk to others."""
LIMIT_IT = "Only this machine: tablehall serve --host 127.0.0.1"
PAGE = "docs/operating/internet.md"


def who_can_come_in(hosts: Iterable[str]) -> list[str]:
    """Whom a hall lets in that listens there, how to limit it, and what to read before the world comes."""
    listening = {address for host in hosts for address in addresses(host)}
    if all(ip_address(one).is_loopback for one in listening):
        return ["Only this machine can come in."]
    everywhere = {ip_address(one).version for one in listening if ip_address(one).is_unspecified}
    name = f", under {socket.gethostname()} instead of 127.0.0.1" if everywhere else ""
    reached = listening | {own_address(version) for version in everywhere}
    public = sorted(one for one in reached if one and ip_address(one).is_global)
    if not public:
        return [f"Everybody in your network can come in{name}.", LIMIT_IT]
    warning = (
        f"Everybody on the internet can come in (by {', '.join(public)}) unless a firewall is in between"
    )
    return [f"{warning}, and nothing is encrypted: read {PAGE}.", LIMIT_IT]


def addresses(host: str) -> set[str]:
    """What a host is, as numbers."""
    found = socket.getaddrinfo(host or "0.0.0.0", None, type=socket.SOCK_STREAM)
    return {str(place[0]).partition("%")[0] for *_, place in found}


def own_address(version: int) -> str:
    """From where this machine talks to the rest of the world; nothing if it does not. Nothing is sent."""
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((NOBODY[version], 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""

"""What is believed of a request before anybody answers it: where it comes from, and from which page."""

from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from tablehall.hall.addresses import Network, within

PORTS = {"http": ":80", "https": ":443"}
"""What a browser leaves out behind the name of a host."""


class Entry(NamedTuple):
    """Whose word counts: the proxies in front of the hall, and the pages that may speak to it."""

    origins: frozenset[str] = frozenset()
    """Pages from elsewhere that may come in, beside the hall's own."""
    proxies: tuple[Network, ...] = ()

    def address(self, peer: str, forwarded: str) -> str:
        """Where a request comes from. Each proxy adds at the end of `X-Forwarded-For` whom it heard it from:
        so it is read from the end, as long as those who say so are proxies of ours. What stands before that
        anybody may have written."""
        found = peer
        for said in reversed(forwarded.split(",")):
            if not within(found, self.proxies) or not (address := plain(said)):
                break
            found = address
        return found

    def admits(self, origin: str, host: str) -> bool:
        """Whether a page may speak to the hall: its own may, those that were named, and whatever is no page
        and says nothing of one. `host` is what the request calls this server."""
        origin = origin.lower()
        scheme, _, place = origin.partition("://")
        port = PORTS.get(scheme, "")
        own = bool(place) and place.removesuffix(port) == host.lower().removesuffix(port)
        return not origin or own or origin in self.origins


def plain(said: str) -> str:
    """An address as it stands in a header, without its port if it has one; empty: it is none."""
    said = said.strip().strip('"')
    if said.startswith("["):
        said = said[1:].partition("]")[0]
    elif said.count(":") == 1:
        said = said.partition(":")[0]
    try:
        found = ip_address(said)
    except ValueError:
        return ""
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)

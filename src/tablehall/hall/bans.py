"""Bans: who may not come in, by name or by address, and until when."""

from collections.abc import Iterable, Mapping

import msgspec


class Ban(msgspec.Struct, frozen=True, omit_defaults=True):
    """Since when somebody may not come in, until when (0: for good), and why."""

    since: int
    until: int = 0
    reason: str = ""

    def lapsed(self, now: int) -> bool:
        """Whether its time is over."""
        return 0 < self.until <= now


class Bans:
    """Everybody who was banned from the hall."""

    def __init__(self) -> None:
        self.names: dict[str, Ban] = {}
        self.addresses: dict[str, Ban] = {}

    def kinds(self) -> tuple[tuple[str, dict[str, Ban]], tuple[str, dict[str, Ban]]]:
        """Both lists, each under what it is called among the facts that are kept."""
        return ("name", self.names), ("address", self.addresses)

    def bar(self, name: str, now: int) -> bool:
        """Whether nobody may come in under this name."""
        ban = self.names.get(name)
        return ban is not None and not ban.lapsed(now)

    def bar_address(self, address: str, now: int) -> bool:
        """Whether nobody may come in from this address."""
        if not self.addresses:
            return False
        # what a door hears on IPv6 of somebody who came by IPv4
        ban = self.addresses.get(address.removeprefix("::ffff:"))
        return ban is not None and not ban.lapsed(now)

    def recall(self, kept: Mapping[str, bytes], now: int) -> Iterable[str]:
        """Bring back what was kept; returns the keys of what has lapsed meanwhile."""
        lapsed = []
        kinds = dict(self.kinds())
        for key, value in kept.items():
            kind, _, whom = key.partition("/")
            ban = msgspec.json.decode(value, type=Ban)
            if ban.lapsed(now):
                lapsed.append(key)
            else:
                kinds[kind][whom] = ban
        return lapsed

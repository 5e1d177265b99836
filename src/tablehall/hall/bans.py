"""Bans: who may not come in, by name or by address, and until when."""

from typing import Literal

import msgspec

By = Literal["name", "address"]


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

    def of(self, by: By) -> dict[str, Ban]:
        """Those who are banned by their name, or by their address."""
        return self.names if by == "name" else self.addresses

    def lapsed(self, now: int) -> list[tuple[By, str]]:
        """Whose time is over."""
        kinds: tuple[By, By] = ("name", "address")
        return [(by, whom) for by in kinds for whom, ban in self.of(by).items() if ban.lapsed(now)]

    def count(self, now: int) -> int:
        """How many bans there are."""
        return len(self.names) + len(self.addresses) - len(self.lapsed(now))

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

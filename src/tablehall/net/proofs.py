"""Proof of address: anybody can write a datagram that seems to come from somewhere else, so that the answers
go there. Who is far away therefore gets little before they have said something back that only
whoever receives there can know.

Near is this machine and private networks (`addresses.NEAR`), and whatever else the door trusts.
"""

from collections import OrderedDict, deque
from typing import Any

from tablehall.hall import addresses
from tablehall.hall.addresses import Network, share_of, within
from tablehall.hall.budget import Budgets

Address = tuple[Any, ...]

BOUGHT = 1_024
"""Bytes that a registration buys an address that has not proven itself."""
SHARE = (2_048, 32_768)
"""Bytes a second, and at once, for all such addresses of one caller together, ..."""
STRANGERS = (1_000, 2_000)
"""... and registrations from such addresses, whosever they seem to be."""
SILENCE = 600_000
"""A proof is good for so many milliseconds."""
KNOWN = 20_000
"""Of so many addresses is remembered what they have bought or proven."""
TOKENS = 32
"""So many tokens an address may still say back: the latest ones."""


class _Far:
    """An address that is not near."""

    __slots__ = ("bought", "proven", "tokens")

    def __init__(self) -> None:
        self.bought = 0
        self.proven = 0
        """When it last said a token back."""
        self.tokens: deque[str] = deque(maxlen=TOKENS)


class Proofs:
    """Which addresses are really those of who speaks, and what may be sent to the others."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._networks = addresses.NEAR + trusted
        self._near: dict[str, bool] = {}
        self._doubtful: OrderedDict[Address, _Far] = OrderedDict()
        self._proven: OrderedDict[Address, _Far] = OrderedDict()
        """Apart from the others, so that no flood of those drives them out."""
        self._shares = Budgets(*SHARE)
        self._strangers = Budgets(*STRANGERS)

    def near(self, addr: Address) -> bool:
        """Whether an address is one that nobody far away can lend us."""
        known = self._near.get(addr[0])
        if known is None:
            if len(self._near) >= KNOWN:
                self._near.clear()
            known = self._near[addr[0]] = within(addr[0], self._networks)
        return known

    def sure(self, addr: Address, now: int) -> bool:
        """Whether somebody receives there who wants to."""
        if self.near(addr):
            return True
        far = self._proven.get(addr[:2])
        if far is None:
            return False
        if now - far.proven > SILENCE:
            del self._proven[addr[:2]]
            self._doubt(addr, far)
            return False
        return True

    def _doubt(self, addr: Address, far: _Far) -> None:
        self._doubtful[addr[:2]] = far
        self._doubtful.move_to_end(addr[:2])
        if len(self._doubtful) > KNOWN:
            self._doubtful.popitem(last=False)

    def registers(self, addr: Address, now: int) -> bool:
        """Somebody registers from there, which buys an address that has not proven itself some bytes; whether
        it may be, with all those who seem to."""
        if self.sure(addr, now):
            return True
        if not self._strangers.spend("all", 1, now):
            return False
        far = self._doubtful.get(addr[:2]) or _Far()
        far.bought = BOUGHT
        self._doubt(addr, far)
        return True

    def pays(self, addr: Address, size: int, now: int) -> bool:
        """Whether so many bytes may be sent there; then they are."""
        if self.sure(addr, now):
            return True
        far = self._doubtful.get(addr[:2])
        if far is None or far.bought < size or not self._shares.spend(share_of(addr[0]), size, now):
            return False
        far.bought -= size
        return True

    def expect(self, addr: Address, token: str) -> None:
        """A token is sent there, and to nobody else."""
        if not self.near(addr):
            far = self._proven.get(addr[:2]) or self._doubtful.get(addr[:2])
            if far is not None:
                far.tokens.append(token)

    def heard(self, addr: Address, token: str, now: int) -> bool:
        """Somebody there has said a token; returns whether it is sure now that they receive there."""
        if self.near(addr):
            return True
        where = addr[:2]
        far = self._proven.get(where) or self._doubtful.get(where)
        if far is None or token not in far.tokens:
            return self.sure(addr, now)
        far.proven = now
        self._doubtful.pop(where, None)
        self._proven[where] = far
        self._proven.move_to_end(where)
        if len(self._proven) > KNOWN:
            self._proven.popitem(last=False)
        return True

"""What programs cost a contest of Mia that register and never say anything again.

Two fields of the same bots play side by side, each in a hall of its own; in one of them many names are
registered that nobody answers for.
"""

import argparse
import socket
import time

from tablehall_lab.bench.mia import Field, playing
from tablehall_lab.bench.rude import ACQUAINTANCE, Cost

HOSTS = 4
"""Loopback addresses that the names come from; each has only so many ports."""
PAUSE = 0.0005
"""Seconds between two registrations."""


def register_silent(field: Field, names: int) -> None:
    """Register so many names, each from a port of its own that is closed at once."""
    for number in range(names):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as program:
            program.bind((f"127.0.0.{2 + number % HOSTS}", 0))
            program.sendto(b"REGISTER;silent%d" % number, ("127.0.0.1", field.doors["mia"]))
        time.sleep(PAUSE)


def compare(bots: int, silent: int, seconds: float) -> Cost:
    """Let bots play without silent programs and with them, at the same time."""
    with playing(bots) as clean, playing(bots) as dirty:
        register_silent(dirty, silent)
        dirty.wait_for(min(silent, 9_000))
        time.sleep(ACQUAINTANCE)
        begun = clean.mark(), dirty.mark()
        time.sleep(seconds)
        return Cost(clean.since(begun[0]), dirty.since(begun[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=36)
    parser.add_argument("--silent", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10)
    wanted = parser.parse_args()
    found = compare(wanted.bots, wanted.silent, wanted.seconds)
    for whose, result in (("alone", found.clean), (f"with {wanted.silent} silent names", found.dirty)):
        print(f"{wanted.bots} bots {whose}: {result.rate:.1f} games/s, {result.server_missed} missed")
    print(f"ratio: {found.ratio:.2f}")


if __name__ == "__main__":
    main()

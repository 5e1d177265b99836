"""More seeds than the tests play: python -m tests.cluster.bottle FIRST COUNT"""

import sys
from collections import Counter

from tests.cluster.bottle.run import play

SHOWN = 6
"""So many seeds that broke something are told of."""


def main(first: int, count: int) -> int:
    """Play seeds with deaths; how many of them broke something."""
    broken, counts = 0, Counter[str]()
    for seed in range(first, first + count):
        report = play(seed, deaths=True)
        counts.update(report.counts)
        counts.update(report.faults)
        if report.problems:
            broken += 1
            if broken <= SHOWN:
                print(report.told())
    print(f"{broken} of {count} seeds broke something; {dict(sorted(counts.items()))}")
    return broken


if __name__ == "__main__":
    sys.exit(min(main(int(sys.argv[1]), int(sys.argv[2])), 1))

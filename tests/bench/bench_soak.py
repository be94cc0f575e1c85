"""Sixty days of one board in virtual time, `make bench-soak`: 5,000 games, 200 power cuts, a host that comes seldom.

The exit status is 1 if anything that was on the flash is not in the host's store, or comes twice, or if the board
keeps more in memory at the end. What the board itself would refuse to survive ends the bench with its traceback.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from soak import soak

DAYS, GAMES, CUTS = 60, 5000, 200
SEEDS = (1, 2, 3)


def main() -> int:
    """Print a line a seed."""
    os.environ["TZ"] = "Europe/Berlin"  # its summer time ends within these days
    time.tzset()
    has_failed = False
    for seed in SEEDS:
        begun_s = time.monotonic()
        board = soak(DAYS, GAMES, CUTS, seed)
        wrong, counts = board.check(), board.counts
        print(
            f"seed {seed}: {DAYS} days, {counts['games']} games, {len(board.noted)} events, {counts['cuts']} cuts,"
            f" {counts['visits']} visits of a host, {counts['full']} times full; {len(wrong)} wrong {wrong[:3]};"
            f" {board.sizes[0]} bytes kept at first, {board.sizes[-1]} at the end; {time.monotonic() - begun_s:.0f} s",
            flush=True,
        )
        has_failed = has_failed or bool(wrong)
    return has_failed


if __name__ == "__main__":
    sys.exit(main())

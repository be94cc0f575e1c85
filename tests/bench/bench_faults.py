"""Puts flash, line and host in trouble and counts what is lost or doubled; exit status 1 if anything is.

Power cuts at every operation of the flash, games over a bad line, killed hosts, nonsense to both ends.
"""

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from troubles import Counts, cut_power, feed_nonsense_to_board, feed_nonsense_to_host, kill_hosts, play_over_bad_line

EVENTS = 128  # of which 100 and more are actions
PROCESSES = 2
GAMES = 100
KILLS = 200
LINES = 1_000_000
MEMORY_KB = 50_000
HARMFUL = ("lost", "doubled", "stuck", "wrong", "wrong events", "wrong commands", "acknowledged before it was stored")


def cut_everywhere() -> Counts:
    """Cut at every operation, in as many processes as there are cores."""
    with ThreadPoolExecutor(PROCESSES) as pool:
        parts = list(pool.map(lambda first: cut_power(first, PROCESSES, EVENTS), range(PROCESSES)))
    total = parts[0]
    for name in ("cuts", "lost", "doubled", "stuck", "written_but_not_shown"):
        total[name] = sum(part[name] for part in parts)
    assert total["cuts"] == total["operations"] and total["actions"] >= 100, total
    return total


def main() -> int:
    """Run all; print what was counted."""
    harm = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            "power cut at every flash operation": cut_everywhere,
            "games over a bad line": lambda: play_over_bad_line(GAMES, f"sqlite:///{folder}/line.db"),
            "hosts killed": lambda: kill_hosts(KILLS, f"sqlite:///{folder}/host.db"),
            "nonsense to the board": lambda: feed_nonsense_to_board(LINES),
            "nonsense to the host": lambda: feed_nonsense_to_host(LINES),
        }
        for name, run in runs.items():
            began = time.monotonic()
            counts = run()
            bad = sum(int(counts.get(each, 0)) for each in HARMFUL) + (counts.get("kilobytes more", 0) > MEMORY_KB)
            harm += bad
            figures = ", ".join(f"{key} {value}" for key, value in counts.items())
            print(f"{name}: {figures} ({time.monotonic() - began:.0f} s) {'FAILED' if bad else 'ok'}", flush=True)
    return 1 if harm else 0


if __name__ == "__main__":
    sys.exit(main())

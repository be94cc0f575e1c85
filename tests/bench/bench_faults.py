"""Puts flash, line and host in trouble and counts what is lost or doubled; exit status 1 if anything is.

Power cuts at every operation of the flash, games over a bad line, killed hosts and imports, locked and full databases,
nonsense to both ends, boards that lie. With PostgreSQL installed, hosts and imports are killed with it, too.
Options choose parts (a part of their names is enough) and how much of each: `bench_faults.py hosts lies --scale 0.1`.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import NullPool, create_engine

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import postgres
from port_troubles import kill_logs, lie_at_prompt
from store_troubles import kill_imports, trouble_store
from troubles import Counts, cut_power, feed_nonsense_to_board, feed_nonsense_to_host, kill_hosts, play_over_bad_line

EVENTS = 128  # 100 and more of them are actions
PROCESSES = 2
GAMES = 100
KILLS = 200
LOGS = 40
IMPORTS = 20  # of 600 games each
LOCKS = 150
LIES = 300
LINES = 1_000_000
MEMORY_KB = 50_000
HARMFUL = ("lost", "doubled", "stuck", "wrong", "wrong events", "wrong commands", "acknowledged before it was stored")


def cut_everywhere(every: int) -> Counts:
    """Cut at every operation, or at some, in as many processes as there are cores."""
    with ThreadPoolExecutor(PROCESSES) as pool:
        cut = pool.map(lambda first: cut_power(first * every, PROCESSES * every, EVENTS), range(PROCESSES))
        counted = list(cut)
    total = counted[0]
    for name in ("cuts", "second cuts", "lost", "doubled", "stuck", "written_but_not_shown"):
        total[name] = sum(part[name] for part in counted)
    assert every > 1 or (total["cuts"] == total["operations"] and total["actions"] >= 100), total
    return total


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the URLs of a SQLite file and, if it is installed, of a PostgreSQL server, by what is said of them."""
    urls = {"": f"sqlite:///{folder}/"}
    if not postgres.find_program("initdb"):
        print("PostgreSQL is not installed: without it", flush=True)
        yield urls
        return
    folder.chmod(0o755)
    with postgres.server(folder / "cluster") as server:
        engine = create_engine(f"{server}postgres", isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            for name in ("host.db", "log.db", "import.db"):
                connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        yield urls | {", PostgreSQL": server}


def parts(folder: Path, urls: dict[str, str], scale: float) -> dict[str, Callable[[], Counts]]:
    """Return all kinds of trouble by what is printed of them; `scale` is how much of each, 1 the usual."""

    def times(count: int) -> int:
        return max(1, round(count * scale))

    return {
        "power cut at every flash operation, and once more": lambda: cut_everywhere(round(1 / scale)),
        "games over a bad line": lambda: play_over_bad_line(times(GAMES), f"sqlite:///{folder}/line.db"),
        **{f"hosts killed{said}": partial(kill_hosts, times(KILLS), f"{url}host.db") for said, url in urls.items()},
        **{
            f"treppe log killed at a port{said}": partial(kill_logs, times(LOGS), f"{url}log.db", folder / "port")
            for said, url in urls.items()
        },
        **{
            f"imports killed{said}": partial(kill_imports, times(IMPORTS), f"{url}import.db", folder)
            for said, url in urls.items()
        },
        "databases locked and full": lambda: trouble_store(times(LOCKS), folder / "locked.db"),
        "lies at a board's prompt": lambda: lie_at_prompt(times(LIES), folder / "lies"),
        "nonsense to the board": lambda: feed_nonsense_to_board(times(LINES)),
        "nonsense to the host": lambda: feed_nonsense_to_host(times(LINES)),
    }


def main() -> int:
    """Run what is wished; print what was counted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", help="words of the names of parts; all by default")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of each part, 0.01 to 1")
    wished = parser.parse_args()
    harm = 0
    with tempfile.TemporaryDirectory() as name, databases(Path(name)) as urls:
        runs = parts(Path(name), urls, wished.scale)
        chosen = [part for part in runs if not wished.parts or any(word in part for word in wished.parts)]
        if not chosen:
            parser.error(f"no part has such a name; there are: {'; '.join(runs)}")
        for part in chosen:
            began = time.monotonic()
            counts = runs[part]()
            bad = sum(int(counts.get(each, 0)) for each in HARMFUL) + (counts.get("kilobytes more", 0) > MEMORY_KB)
            harm += bad
            figures = ", ".join(f"{key} {value}" for key, value in counts.items())
            print(f"{part}: {figures} ({time.monotonic() - began:.0f} s) {'FAILED' if bad else 'ok'}", flush=True)
    return 1 if harm else 0


if __name__ == "__main__":
    sys.exit(main())

"""Puts flash, line and host in trouble and counts what is lost or doubled; exit status 1 if anything is.

Power cuts at every operation of the flash, games over a bad line, killed hosts and imports, locked and full databases,
nonsense to both ends. With PostgreSQL installed, hosts and imports are killed with it, too.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import NullPool, create_engine

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import postgres
from store_troubles import kill_imports, trouble_store
from troubles import Counts, cut_power, feed_nonsense_to_board, feed_nonsense_to_host, kill_hosts, play_over_bad_line

EVENTS = 128  # of which 100 and more are actions
PROCESSES = 2
GAMES = 100
KILLS = 200
IMPORTS = 20  # of 600 games each
LOCKS = 150
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
            for name in ("host.db", "import.db"):
                connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        yield urls | {", PostgreSQL": server}


def main() -> int:
    """Run all; print what was counted."""
    harm = 0
    with tempfile.TemporaryDirectory() as name, databases(Path(name)) as urls:
        folder = Path(name)
        runs = {
            "power cut at every flash operation": cut_everywhere,
            "games over a bad line": lambda: play_over_bad_line(GAMES, f"sqlite:///{folder}/line.db"),
            **{f"hosts killed{said}": partial(kill_hosts, KILLS, f"{url}host.db") for said, url in urls.items()},
            **{
                f"imports killed{said}": partial(kill_imports, IMPORTS, f"{url}import.db", folder)
                for said, url in urls.items()
            },
            "databases locked and full": lambda: trouble_store(LOCKS, folder / "locked.db"),
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

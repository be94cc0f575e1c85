"""What can go wrong with the store, in runs of any size: each returns what was counted (see troubles.py)."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from game_files import import_text
from link_pair import LinkPair
from random_sheets import random_sheet
from treppe_host.errors import StoreUnavailable
from treppe_host.records.exchange import export
from treppe_host.records.json_lines import write_json
from treppe_host.records.review import verify
from treppe_host.store import database
from treppe_host.store.store import Store
from troubles import Counts, compare_games, random_game

_GAMES = ("step", "sprung", "aufstellen")
_NO_LIMIT = 1 << 30
_PATIENCE_S = 0.01
_IMPORT = """
import sys
from pathlib import Path
from treppe_host.records.exchange import import_file
from treppe_host.store.store import Store

def tell(progress):
    print(progress, flush=True)

print(import_file(Store(sys.argv[1]), Path(sys.argv[2]), tell), flush=True)
"""


# Imports.


def kill_imports(num_kills: int, url: str, folder: Path, seed: int = 7, num_games: int = 600) -> Counts:
    """Import files without origins, kill each import at a random moment, then import what is not there again."""
    chance = random.Random(seed)
    sheets = [random_sheet(name, seed) for name in _GAMES]
    partly = whole = 0
    for number in range(num_kills):
        file = folder / f"{number}.jsonl"
        lines = (replace(chance.choice(sheets), event=f"E{number}", seats=[f"P{place}"]) for place in range(num_games))
        file.write_text("".join(map(write_json, lines)))
        _kill_import(url, file, chance)
        store = Store(url)
        num_kept = _num_at(store, f"E{number}")
        whole += num_kept == num_games
        partly += num_kept not in (0, num_games)
        if num_kept != num_games:
            import_text(store, file.read_text())
        store.close()
    store = Store(url)
    kept = store.games()
    seats = {(game.event, game.seats[0]) for game in kept}
    wrong = sum(bool(verify(store, game.number)) for game in chance.sample(kept, 100))
    reported = [game.number for game in reversed(kept) if game.event == "E0"]
    wrong += _without_origins(export(store, reported, "jsonl")) != _without_origins((folder / "0.jsonl").read_text())
    store.close()
    return {
        "kills": num_kills,
        "games": num_kills * num_games,
        "killed too late": whole,
        "lost": num_kills * num_games - len(seats),
        "doubled": len(kept) - len(seats),
        "wrong": wrong + partly,
    }


def _kill_import(url: str, file: Path, chance: random.Random) -> None:
    """Kill an import some time after it has reported a random one of its steps."""
    run = subprocess.Popen([sys.executable, "-c", _IMPORT, url, str(file)], stdout=subprocess.PIPE, text=True)
    assert run.stdout
    for _ in range(chance.randint(1, 6)):
        run.stdout.readline()
    time.sleep(chance.random() * 0.3)
    run.send_signal(signal.SIGKILL)
    run.communicate()


def _num_at(store: Store, event: str) -> int:
    return sum(game.event == event for game in store.games())


def _without_origins(content: str) -> list[str]:
    return [line.split('"firmware"')[0] for line in content.splitlines()]


# Locked and full.


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def _full(store: Store) -> Iterator[None]:
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    yield
    with store.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={_NO_LIMIT}")


def trouble_store(num_games: int, file: Path, seed: int = 8) -> Counts:
    """Log games and import files while the database is now locked by another program, now full."""
    chance = random.Random(seed)
    sheets = [random_sheet(name, seed) for name in _GAMES]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_PATIENCE_S", _PATIENCE_S)
        store = Store(f"sqlite:///{file}")
    log = LinkPair(store)
    played: list[Counts] = []
    refused = 0
    for number in range(num_games):
        lines = "".join(write_json(replace(each, event=f"E{number}")) for each in sheets)
        trouble = chance.choice([_locked(file), _full(store)])
        with trouble:
            for event in random_game(chance.choice(_GAMES), chance, 40):
                played.append(event)
                log.journal.append(event)
                log.run(10 * chance.randrange(4))
            try:
                import_text(store, lines)
                is_refused = False
            except StoreUnavailable:
                is_refused = True
        refused += is_refused
        log.run(10 * chance.randrange(100))
        if is_refused:
            import_text(store, lines)
    for _ in range(20_000):
        if log.journal.acknowledged == len(played):
            break
        log.run(10)
    counts = compare_games(store, played)
    counts |= {"imports refused": refused, "times that the log had to wait": log.num_failures}
    imported = [game.event for game in store.games() if game.event]
    counts["lost"] += 3 * num_games - len(imported)
    counts["doubled"] += sum(imported.count(event) > 3 for event in set(imported))
    store.close()
    return counts

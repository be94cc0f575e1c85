"""How long 100,000 games take from a file into a database and out of it, and how long its list takes then.

Exit status 1 if a goal is missed, or if what comes out is not what went in. With PostgreSQL installed, that, too.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import postgres
from random_sheets import random_sheet
from treppe.games import catalogue
from treppe_host.records.json_lines import write_json

GAMES = int(os.environ.get("GAMES") or 100_000)
GOALS_S = {"import": 300 * GAMES / 100_000, "export": 60 * GAMES / 100_000, "list": 1.0}
TREPPE = [sys.executable, "-m", "treppe_host.cli", "--db"]


def write_games(file: Path) -> int:
    """Write games of all kinds, of sixty actions at most, some taken back; return the number of moves."""
    sheets = [random_sheet(name, seed) for seed in range(10) for name in catalogue.names()]
    num_moves = 0
    with file.open("w") as out:
        for number in range(GAMES):
            sheet = sheets[number % len(sheets)]
            names = [f"P{number % 50}", f"Q{number % 7}"]
            facts = {"origin": f"b1/1/{number + 1}", "board": "b1", "event": f"Cup {number % 40}"}
            out.write(write_json(replace(sheet, seats=names, started_at=1.7e9 + 600 * number, **facts)))
            num_moves += len(sheet.moves)
    return num_moves


def processor_s() -> float:
    """Return the processor's time that ended children have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(url: str, file: Path) -> dict[str, tuple[float, float]]:
    """Return the seconds of each command, and those of the processor; a server's are not among them."""
    again = file.with_suffix(".again.jsonl")
    commands = {"import": ["import", str(file)], "export": ["export", "-o", str(again)], "list": ["list"]}
    seconds = {}
    for name, command in commands.items():
        began, used = time.monotonic(), processor_s()
        subprocess.run([*TREPPE, url, "games", *command], check=True, stdout=subprocess.DEVNULL)
        seconds[name] = time.monotonic() - began, processor_s() - used
    assert again.read_bytes() == file.read_bytes(), "what was exported is not what was imported"
    return seconds


def main() -> int:
    """Measure with each database; print it."""
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "games.jsonl"
        print(
            f"{GAMES} games, {write_games(file) / GAMES:.0f} moves each, {file.stat().st_size / 1e6:.0f} MB", flush=True
        )
        has_server = postgres.find_program("initdb")
        with postgres.server(folder / "cluster") if has_server else nullcontext() as server:
            databases = {"SQLite": f"sqlite:///{folder}/games.db"}
            databases |= {"PostgreSQL": f"{server}postgres"} if server else {}
            for database, url in databases.items():
                for what, (seconds, used_s) in measure(url, file).items():
                    is_missed = seconds > GOALS_S[what]
                    missed += is_missed
                    goal = f"goal {GOALS_S[what]:.0f} s{': MISSED' if is_missed else ''}"
                    print(f"{database}, {what}: {seconds:.1f} s, {used_s:.1f} s of the processor ({goal})", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

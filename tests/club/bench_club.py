"""A club on one machine: boards, spectators over real connections, and how long an action takes to each of them.

`make bench-club [BOARDS=64] [RATE=10] [SPECTATORS=500] [SECONDS=60]`. The boards are simulated as far as their events:
recorded games, stored on PCs as `treppe log` stores them and sent by its own code; PostgreSQL writes through to the
disk; meanwhile somebody looks back at one table after the other. The goal: 99 of 100 times less than 300 ms from the
action to a spectator.
"""

import json
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from waiting import wait_until

sys.path.insert(0, "tests/support")
sys.path.insert(0, "tests/club")
import club_boards
import played_boards
import postgres
from sqlalchemy import create_engine, text
from treppe_club import invitations
from treppe_club.roles import Role
from treppe_club.store import ClubStore

GOAL_MS = 300
BOARDS_A_PC = 4
TREPPE = str(Path(sys.executable).parent / "treppe")
TABLES = ("events", "actions", "games", "club_board")
_LOOK_S = 0.2
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main(boards: int, rate: float, spectators: int, seconds: float) -> bool:
    with tempfile.TemporaryDirectory() as parent:
        os.chmod(parent, 0o755)
        with postgres.server(Path(parent) / "cluster") as server:
            return measure(server, Path(parent), boards, rate, spectators, seconds)


def measure(server: str, folder: Path, boards: int, rate: float, spectators: int, seconds: float) -> bool:
    url = prepare(server)
    store = ClubStore(url)
    with store.transaction(writes=True) as connection:
        links = [
            invitations.invite(connection, Role.BOARD, f"PC {number}", BOARDS_A_PC)
            for number in range(-(-boards // BOARDS_A_PC))
        ]
        principal = invitations.guest_of(connection, invitations.invite(connection, Role.SPECTATOR, "bench"))
        cookie = invitations.begin_session(connection, principal)
    club = subprocess.Popen([TREPPE, "--db", url, "club"], stdout=subprocess.PIPE, text=True)
    port = int(re.search(r":(\d+)/", club.stdout.readline())[1])
    pcs = [
        club_boards.ClubPc(f"http://localhost:{port}/enter#{link}", folder / f"pc{n}") for n, link in enumerate(links)
    ]
    try:
        played = set_up(pcs, boards)
        watching = subprocess.Popen(
            [sys.executable, "tests/club/club_spectators.py", "localhost", str(port), cookie, str(spectators)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert watching.stdout.readline().strip() == "ready"
        before = figures(store, club.pid)
        with looking_back(port, cookie, boards) as looks_ms:
            log = play(played, rate, seconds)
        time.sleep(2)
        told_by = Counter(pc.reported[-1] for pc in pcs)
        print(*(f"{count} PCs: {what}" for what, count in told_by.items()), sep="\n")
        after = figures(store, club.pid)
        reported = json.loads(watching.communicate("\n")[0])
        games = game_of(store)
    finally:
        club.terminate()
        club.wait()
        for pc in pcs:
            pc.close()
        store.close()
    half_ms, all_ms = statistics.median(looks_ms), max(looks_ms)
    print(f"{len(looks_ms)} looks back at a table: half in {half_ms:.0f} ms, all in {all_ms:.0f} ms")
    return report(reported, log, games, before, after, spectators, seconds)


@contextmanager
def looking_back(port: int, cookie: str, boards: int) -> Iterator[list[float]]:
    """Ask for the steps of one table after the other while the block lasts; yield the times of the answers, in ms."""
    looks_ms: list[float] = []
    end = threading.Event()

    def look() -> None:
        place = 0
        while not end.wait(_LOOK_S):
            place = place % boards + 1
            asked = Request(f"http://localhost:{port}/tables/{place}", headers={"Cookie": f"treppe-club={cookie}"})
            begun = time.monotonic()
            with urlopen(asked) as answer:
                answer.read()
            looks_ms.append(1000 * (time.monotonic() - begun))

    looker = threading.Thread(target=look)
    looker.start()
    try:
        yield looks_ms
    finally:
        end.set()
        looker.join()


def prepare(server: str) -> str:
    """Make a database on a server that writes through to the disk; return its URL."""
    admin = create_engine(
        server.replace("postgresql:", "postgresql+psycopg:") + "postgres", isolation_level="AUTOCOMMIT"
    )
    name = f"club_{secrets.token_hex(4)}"
    with admin.connect() as connection:
        for statement in ("ALTER SYSTEM SET fsync = on", "SELECT pg_reload_conf()", f"CREATE DATABASE {name}"):
            connection.execute(text(statement))
    admin.dispose()
    return server + name


def set_up(pcs: list[club_boards.ClubPc], count: int) -> list[tuple[club_boards.ClubPc, played_boards.PlayedBoard]]:
    """Connect the boards, each in the middle of a game."""
    records = played_boards.recorded_games()
    played = []
    for number in range(count):
        record = records[number % len(records)]
        board = played_boards.PlayedBoard(f"{random.getrandbits(52):013x}{number:03x}", record)
        pc = pcs[number % len(pcs)]
        pc.plug(board)
        pc.store_events(board, [board.next_event() for _ in range(random.randint(1, len(record.actions) // 2))])
        played.append((pc, board))
    for pc in pcs:
        pc.begin()
    wait_until(lambda: all(any("has what" in reported for reported in pc.reported) for pc in pcs))
    time.sleep(1)
    return played


def play(played: list, rate: float, seconds: float) -> list[tuple[str, int, float]]:
    """Play at random boards; return board, number of the event and time of each action."""
    log = []
    begin_s = time.time()
    for count in range(int(rate * seconds)):
        pause_s = begin_s + count / rate - time.time()
        if pause_s > 0:
            time.sleep(pause_s)
        pc, board = random.choice(played)
        event = board.next_event()
        at_s = time.time()
        pc.store_events(board, [event])
        if event["k"] == "action":
            log.append((board.board, event["e"], at_s))
    return log


def figures(store: ClubStore, club: int) -> dict:
    """Return processor seconds, memory and rows."""
    with store.transaction() as connection:
        rows = {name: connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in TABLES}
        size = connection.scalar(text("SELECT pg_database_size(current_database())"))
        postmaster = connection.scalar(text("SELECT pg_backend_pid()"))
    parent = int(Path(f"/proc/{postmaster}/stat").read_text().rpartition(")")[2].split()[1])
    backends = [int(path.name) for path in Path("/proc").glob("[0-9]*") if parent_of(path) == parent]
    return {
        "club_s": cpu_s(club),
        "postgres_s": sum(cpu_s(each) for each in (parent, *backends)),
        "club_mb": memory_mb(club),
        "postgres_mb": sum(memory_mb(each) for each in (parent, *backends)),
        "rows": rows,
        "size": size,
        "at_s": time.time(),
    }


def parent_of(path: Path) -> int:
    try:
        return int((path / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def cpu_s(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) * _TICK_S


def memory_mb(process: int) -> float:
    """Return the memory that is a process's share."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def game_of(store: ClubStore) -> dict[tuple[str, int], tuple[str, int, int]]:
    """Return table, game and ply of each action, by board and number of the event."""
    query = text(
        "SELECT events.board_id, events.number, club_board.id, events.game_id, "
        "count(*) FILTER (WHERE events.kind = 'action') OVER (PARTITION BY events.game_id ORDER BY events.number) "
        "FROM events JOIN club_board ON club_board.board_id = events.board_id"
    )
    with store.transaction() as connection:
        return {(row[0], row[1]): (str(row[2]), row[3], row[4]) for row in connection.execute(query)}


def report(reported: dict, log: list, games: dict, before: dict, after: dict, spectators: int, seconds: float) -> bool:
    shown: dict[tuple[str, int], list[tuple[int, int]]] = {}
    current: dict[str, int] = {}
    for frame in reported["frames"]:
        for table, changes in frame["tables"].items():
            current[table] = changes.get("game", current.get(table, 0))
            if "ply" in changes:
                shown.setdefault((table, current[table]), []).append((changes["ply"], frame["number"]))
    delays, lost = [], 0
    for board, number, at_s in log:
        if (board, number) not in games:
            lost += spectators
            continue
        table, game, ply = games[board, number]
        frame = next((frame for shown_ply, frame in shown.get((table, game), ()) if shown_ply >= ply), None)
        times = reported["times"].get(str(frame), [])
        lost += spectators - len(times)
        delays += [1000 * (each - at_s) for each in times]
    delays.sort()
    middle, late, worst = (delays[min(len(delays) - 1, int(part * len(delays)))] for part in (0.5, 0.99, 1.0))
    span_s = after["at_s"] - before["at_s"]
    club, base = (100 * (after[name] - before[name]) / span_s for name in ("club_s", "postgres_s"))
    print(
        f"{len(log)} actions, {len(log) / seconds:.1f} a second, {spectators} spectators; shown {len(delays)} times, "
        f"{lost} not"
    )
    print(
        f"action to spectator: half in {middle:.0f} ms, 99 of 100 in {late:.0f} ms (goal {GOAL_MS}), "
        f"all in {worst:.0f} ms"
    )
    print(f"processor (of one core): club {club:.1f} %, PostgreSQL {base:.1f} %")
    print(f"memory: club {after['club_mb']:.0f} MB, PostgreSQL {after['postgres_mb']:.0f} MB")
    print(f"to each spectator: {reported['bytes'] / span_s / 1000:.1f} kB/s, the wall at first included")
    for name in TABLES:
        print(f"rows of {name}: {(after['rows'][name] - before['rows'][name]) * 86400 / span_s:,.0f} a day")
    print(f"database: {(after['size'] - before['size']) / len(log):,.0f} bytes an action")
    return late < GOAL_MS and not lost


if __name__ == "__main__":
    values = [float(each) for each in sys.argv[1:]] + [64, 10, 500, 60][len(sys.argv) - 1 :]
    sys.exit(not main(int(values[0]), values[1], int(values[2]), values[3]))

"""Measures link, store and flash: events a second, catching up, growth, queries, wear. Exit status 1 below a goal."""

import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from fakes_link import ListStore, MemoryStorage, PipeConsole
from flash_files import write_file
from link_pair import HELLO
from sqlalchemy import insert
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.store import Store
from treppe_host.store.tables import actions, boards, events, games
from treppe_sim.board import SimulatedBoard
from troubles import cut_power
from whole_board import WholeBoard

EVENTS = 10_000
CATCH_UP_GOAL_S = 10.0
GAMES = 100_000
ACTIONS = 20  # of each of them
QUERY_GOAL_S = 1.0
BLOCKS = 352
ENDURANCE = 100_000  # erases of a sector, by the flash's data sheet
ERASE_MS, PROGRAM_MS = 45, 0.4  # as the simulated flash charges


def filled_storage(num_events: int) -> MemoryStorage:
    """Return a flash with so many events, in games of a hundred."""
    storage = MemoryStorage(1 << 26)
    journal = Journal(storage, "cafe")
    for number in range(num_events):
        if number % 100 == 0:
            start = {"k": "start", "game": "step", "options": {"players": 2}, "seats": ["A", "B"], "firmware": "0.1.0"}
            journal.append(start)
        elif number % 100 == 99:
            journal.append({"k": "end", "reason": "top", "winners": [0], "scores": None})
        else:
            journal.append({"k": "action", "player": number % 2, "word": "a1-b1"})
    return storage


def board_to_host() -> float:
    """Return events a second through both ends of the link, without wires."""
    console = PipeConsole()
    link = Link(console, Journal(filled_storage(EVENTS)), HELLO, None)
    store = ListStore()
    client = Client(store, streams=())
    began = time.perf_counter()
    now_ms = 0
    while len(store.events) < EVENTS:
        now_ms += 10
        link.tick(now_ms)
        client.feed(console.take(), now_ms / 1000)
        console.incoming.extend(client.take_output())
    return EVENTS / (time.perf_counter() - began)


def host_to_store(folder: Path) -> tuple[float, float]:
    """Return events a second into the database in pieces of 16, and its bytes a game of 100 events."""
    store = Store(f"sqlite:///{folder}/store.db")
    written = list(Journal(filled_storage(EVENTS)).read_from(1))
    store.connect_board(HELLO | {"boot": 1, "ms": 0, "next": EVENTS + 1})
    began = time.perf_counter()
    for place in range(0, EVENTS, 16):
        store.add_events("b1", written[place : place + 16])
    speed = EVENTS / (time.perf_counter() - began)
    store.close()
    return speed, (folder / "store.db").stat().st_size / (EVENTS / 100)


def catch_up(folder: Path) -> float:
    """Return the seconds in which a host fetches 10,000 events of a board with the whole firmware, over a port."""
    board = SimulatedBoard("reed12", folder / "board")
    for name, content in filled_storage(EVENTS).files.items():
        if name.endswith(".log"):
            write_file(board, f"/journal/{name}", content)
    store = Store(f"sqlite:///{folder}/caught.db")
    with board:
        client = Client(store, streams=())
        board.run_ms(2000)
        began = time.monotonic()
        with SerialTransport(client, board.port):
            while True:
                time.sleep(0.05)
                number = store.games()[0].number if store.has_games() else 0
                if number == EVENTS // 100 and len(store.events(number)) >= 100:
                    break
                assert time.monotonic() - began < 120, f"only {number} games"
        seconds = time.monotonic() - began
    store.close()
    return seconds


def query(folder: Path) -> dict[str, float]:
    """Return the seconds of queries over 100,000 games."""
    store = Store(f"sqlite:///{folder}/many.db")
    fill(store)
    wanted = {
        "list": lambda: store.games(GameFilter(limit=50)),
        "list by player": lambda: store.games(GameFilter(player="P7", limit=50)),
        "list by player and result": lambda: store.games(GameFilter(player="P9", result="blue", limit=50)),
        "list by event and day": lambda: store.games(
            GameFilter(event="Cup 3", since=1.7e9, until=1.7e9 + 1e6, limit=50)
        ),
        "list nothing": lambda: store.games(GameFilter(player="nobody", limit=50)),
        "stats": lambda: store.statistics(GameFilter()),
        "stats of a game": lambda: store.statistics(GameFilter(game="step")),
        "stats of a player": lambda: store.statistics(GameFilter(player="P3")),
    }
    seconds = {}
    for name, run in wanted.items():
        began = time.perf_counter()
        run()
        seconds[name] = time.perf_counter() - began
    store.close()
    return seconds


def fill(store: Store) -> None:
    """Put games into a database as if they had been played."""
    chance = random.Random(1)
    names = ("step", "tor", "sprung", "weltreich")
    with store.engine.execution_options(writes=True).begin() as connection:
        board = {"id": "b1", "surface": "square7", "firmware": "0.1.0", "journal": 1, "boot": 1, "started_at": 0.0}
        connection.execute(insert(boards), [board])
        for first in range(0, GAMES, 2000):
            numbers = range(first + 1, first + 2001)
            connection.execute(insert(games), [game_row(number, names, chance) for number in numbers])
            rows = [event_row(number, ply) for number in numbers for ply in range(ACTIONS)]
            connection.execute(insert(events), rows)
            connection.execute(insert(actions), [action_row(row, chance) for row in rows])


def game_row(number: int, names: tuple[str, ...], chance: random.Random) -> dict[str, object]:
    seats = [f"P{chance.randrange(50)}", f"P{chance.randrange(50)}"]
    row = {"id": number, "board_id": "b1", "game": chance.choice(names), "options": {"players": 2}, "seats": seats}
    ending = {"reason": "goal", "winners": [chance.randrange(2)], "scores": None, "num_actions": ACTIONS}
    times = {"started_at": 1.7e9 + 600 * number, "ended_at": 1.7e9 + 600 * number + 300}
    return row | ending | times | {"firmware": "0.1.0", "event": f"Cup {number % 40}", "origin": f"b1/1/{number}"}


def event_row(number: int, ply: int) -> dict[str, object]:
    key = number * ACTIONS + ply
    row = {"id": key, "board_id": "b1", "journal": 1, "number": key, "game_id": number, "kind": "action"}
    return row | {"boot": 1, "board_ms": 1000 * ply, "raw": "{}", "received_at": 1.7e9}


def action_row(event: dict[str, object], chance: random.Random) -> dict[str, object]:
    row = {"id": event["id"], "game_id": event["game_id"], "event_id": event["id"], "player": chance.randrange(2)}
    return row | {"word": f"a{chance.randrange(1, 8)}-b2", "boot": 1, "board_ms": 0, "thinking_ms": 1000}


def wear() -> str:
    """Return what a game of a hundred actions costs the flash, and how many such games it lives."""
    counts = cut_power(first=10**9, every=1, num_events=128)
    erases, programs, num_events = counts["erases"], counts["programs"], counts["events"]
    lives = BLOCKS * ENDURANCE // erases
    pause_ms = (erases * ERASE_MS + programs * PROGRAM_MS) / num_events
    life = f"{lives} such games until {ENDURANCE} erases of each of {BLOCKS} sectors"
    return (
        f"{erases} erases and {programs} pages of 256 bytes for {num_events} events ({counts['actions']} actions): "
        f"{life}; {pause_ms:.0f} ms an event"
    )


def pauses(folder: Path) -> str:
    """Return how long the whole firmware did not scan while games were begun, in virtual time."""
    with WholeBoard("reed12", folder / "pauses", streams=()) as at:
        at.board.pauses_ms.clear()
        for _ in range(20):
            at.ask("new", game="tor", options={}, seats=["A", "B"])
            at.board.run_ms(200)
        found = sorted(at.board.pauses_ms)
    return f"{len(found)} pauses in 20 starts of games, median {found[len(found) // 2]} ms, longest {found[-1]} ms"


def main() -> int:
    """Measure all; print it."""
    missed = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"board to host: {board_to_host():.0f} events/s", flush=True)
        speed, growth = host_to_store(folder)
        print(
            f"host to store: {speed:.0f} events/s (SQLite, full sync); {growth:.0f} bytes a game of 100 events",
            flush=True,
        )
        seconds = catch_up(folder)
        print(
            f"catching up {EVENTS} events over a port, into the store: {seconds:.1f} s (goal {CATCH_UP_GOAL_S} s)",
            flush=True,
        )
        missed += [seconds] if seconds > CATCH_UP_GOAL_S else []
        for name, took in query(folder).items():
            print(f"{name}, {GAMES} games: {took:.3f} s (goal {QUERY_GOAL_S} s)", flush=True)
            missed += [took] if took > QUERY_GOAL_S else []
        print(f"flash: {wear()}", flush=True)
        print(f"flash: {pauses(folder)}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""A host that is killed while it logs: the record is exact, whenever that was."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from fakes_link import MemoryStorage, PipeConsole
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.store import Store

KILLS = 6
ACTIONS = 200

# The host: client and store on the pipes of its process.
HOST = """
import os, sys, time
from treppe_host.client import Client
from treppe_host.store import Store
client = Client(Store(sys.argv[1]))
client.tick(time.monotonic())
while True:
    os.write(1, client.take_output())
    client.feed(os.read(0, 4096), time.monotonic())
"""


def run_board(link: Link, console: PipeConsole, host: subprocess.Popen, now_ms: int, duration_s: float) -> int:
    """Let the board tick over the host's pipes for a while; return the board's time then."""
    assert host.stdin and host.stdout
    end = time.monotonic() + duration_s
    while time.monotonic() < end:
        now_ms += 10
        link.tick(now_ms)
        try:
            host.stdin.write(console.take() or b"\n")
            host.stdin.flush()
        except BrokenPipeError:
            break
        with contextlib.suppress(BlockingIOError):
            console.incoming.extend(os.read(host.stdout.fileno(), 4096))
        time.sleep(0.001)
    return now_ms


def test_a_killed_host_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    moment = random.Random(4)
    console = PipeConsole()
    journal = Journal(MemoryStorage())
    link = Link(console, journal, {"firmware": "0.1.0", "board": "b1", "surface": "square7"}, None)
    journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
    for number in range(ACTIONS):
        journal.append({"k": "action", "player": number % 2, "word": f"w{number}"})
    now_ms = 0
    seen = []
    for turn in range(KILLS + 1):
        host = subprocess.Popen([sys.executable, "-c", HOST, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert host.stdout
        console.incoming.extend(os.read(host.stdout.fileno(), 4096))  # it is up and greets
        os.set_blocking(host.stdout.fileno(), False)
        now_ms = run_board(link, console, host, now_ms, moment.uniform(0.005, 0.12) if turn < KILLS else 1.5)
        host.send_signal(signal.SIGKILL)
        host.communicate()
        store = Store(url)
        seen.append(len(store.record_words(1)) if store.games() else 0)
        assert journal.acknowledged <= seen[-1] + 1, "acknowledged before it was stored"
        store.close()
    assert len(set(seen)) > 2, f"the kills did not come while it was logging: {seen}"
    store = Store(url)
    assert store.record_words(1) == [f"w{number}" for number in range(ACTIONS)]
    store.close()

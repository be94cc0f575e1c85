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


def run_board(link: Link, journal: Journal, console: PipeConsole, host: subprocess.Popen, until: int) -> None:
    """Let the board tick over the host's pipes until the host has acknowledged so many events."""
    assert host.stdin and host.stdout
    began = time.monotonic()
    while journal.acknowledged < until:
        now_ms = int(1000 * time.monotonic())
        assert time.monotonic() - began < 20, f"only {journal.acknowledged} of {until} events were acknowledged"
        link.tick(now_ms)
        try:
            host.stdin.write(console.take() or b"\n")
            host.stdin.flush()
        except BrokenPipeError:
            break
        with contextlib.suppress(BlockingIOError):
            console.incoming.extend(os.read(host.stdout.fileno(), 4096))
        time.sleep(0.001)


def test_a_killed_host_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    moment = random.Random(4)
    console = PipeConsole()
    journal = Journal(MemoryStorage())
    link = Link(console, journal, {"firmware": "0.1.0", "board": "b1", "surface": "square7"}, None)
    journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
    for number in range(ACTIONS):
        journal.append({"k": "action", "player": number % 2, "word": f"w{number}"})
    kept = []
    kills = sorted(moment.sample(range(1, ACTIONS), KILLS))
    for until in [*kills, ACTIONS + 1]:
        host = subprocess.Popen([sys.executable, "-c", HOST, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert host.stdout
        console.incoming.extend(os.read(host.stdout.fileno(), 4096))  # it is up and greets
        os.set_blocking(host.stdout.fileno(), False)
        run_board(link, journal, console, host, until)
        host.send_signal(signal.SIGKILL)
        host.communicate()
        store = Store(url)
        kept.append(len(store.record_words(1)))
        assert journal.acknowledged <= kept[-1] + 1, "acknowledged before it was stored"
        store.close()
    assert kept[0] < ACTIONS, "the first kill did not come while it was logging"
    store = Store(url)
    assert store.record_words(1) == [f"w{number}" for number in range(ACTIONS)]
    store.close()

"""Faults of flash, line and host, in runs of any size; each returns its counts."""

import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import board_side
from board_side import BoardSide
from fakes_link import ListStore, MemoryStorage, PipeConsole
from link_pair import HELLO, LinkPair
from treppe import games
from treppe.link.journal import Journal
from treppe.link.line import encode
from treppe.link.link import Link
from treppe_host.link.client import Client
from treppe_host.records.review import verify
from treppe_host.store.store import Store
from treppe_sim.interpreter import find_micropython
from troubled_line import Rates

ROOT = Path(__file__).resolve().parents[2]
BAD_LINE = Rates(lost=0.01, repeated=0.01, flipped=1e-4)

Counts = dict[str, Any]


# Power.


def cut_power(first: int, every: int, num_events: int) -> Counts:
    """Cut the power at operations of the flash of a game, restart after each (see flash_faults.py)."""
    command = [find_micropython(), "-X", "heapsize=64m", "tests/support/flash_faults.py", str(ROOT)]
    command += [str(first), str(every), str(num_events)]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    # Before it the interpreter complains of files that cannot be closed because the power has gone.
    counts: Counts = json.loads(run.stdout.splitlines()[-1])
    return counts


# The line.


def random_game(name: str, chance: random.Random, limit: int) -> Iterator[Counts]:
    """Yield the events of a game as a table would write them."""
    state = games.start(name)
    seats = [f"P{player}" for player in range(state.players)]
    yield {"k": "start", "game": name, "options": state.options, "seats": seats, "firmware": "0.1.0"}
    for _ in range(limit):
        if state.is_terminal():
            break
        if len(state.history()) > 3 and chance.random() < 0.05:
            count = chance.randint(1, 2)
            for _ in range(count):
                state.undo_action()
            yield {"k": "undo", "count": count}
        action = chance.choice(state.legal_actions())
        yield {"k": "action", "player": state.current_player(), "word": state.word(action)}
        state.apply_action(action)
    scores = None if state.scores is None else list(state.scores)
    result = {"reason": state.reason, "winners": list(state.winners), "scores": scores}
    if not state.is_terminal():
        result = {"reason": "agreed", "winners": [], "scores": None}
    yield {"k": "end", **result}


def play_over_bad_line(num_games: int, url: str, seed: int = 1, rates: Rates = BAD_LINE) -> Counts:
    """Play games on a board whose line to the host is bad; compare what the host stored with what was played."""
    chance = random.Random(seed)
    store = Store(url)
    pair = LinkPair(store, rates, seed)
    played: list[Counts] = []
    for _ in range(num_games):
        for event in random_game(chance.choice(("step", "sprung", "aufstellen")), chance, 40):
            played.append(event)
            pair.journal.append(event)
            pair.run(10 * chance.randrange(4))
    limit_ms = pair.now_ms + 120_000
    while pair.journal.acknowledged < len(played) and pair.now_ms < limit_ms:
        pair.run(10)
    found = compare_games(store, played)
    store.close()
    return found | {
        "bad lines": pair.client.figures.bad_lines + pair.link.bad_lines,
        "resends": pair.link.resends + pair.client.figures.gaps,
    }


def compare_games(store: Store, played: list[Counts]) -> Counts:
    """Compare what a store has of the board with what was played, event by event."""
    logged = [game for game in reversed(store.games()) if game.board == HELLO["board"]]
    stored = [event for game in logged for event in store.events(game.number)]
    stripped = [
        {name: event[name] for name in event if name not in ("e", "boot", "ms", "laid", "day")} for event in stored
    ]
    numbers = [event["e"] for event in stored]
    return {
        "games": len(logged),
        "events": len(played),
        "lost": len(set(range(1, len(played) + 1)) - set(numbers)),
        "doubled": len(numbers) - len(set(numbers)),
        "wrong": sum(bool(verify(store, game.number)) for game in store.games()) + (stripped != played),
    }


# The host.

_NEVER = 1 << 30
_ON_THEIR_WAY = 130  # two windows of the link: so many events more a host that is killed may have stored
_MOST_WORDS = 100  # of a host without any event acknowledged: it says ten a second at most when it has nothing to do
_SILENCE_S = 120.0  # of a host on a machine that has a lot of other things to do
_HOST = """
import os, signal, sys, time
from treppe_host.link.client import Client
from treppe_host.store.store import Store

class MortalStore(Store):
    def add_events(self, board, events):
        super().add_events(board, events)
        if events[-1]["e"] >= int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)  # stored, and not acknowledged yet

client = Client(MortalStore(sys.argv[1]))
client.tick(time.monotonic())
while True:
    os.write(1, client.take_output())
    client.feed(os.read(0, 4096), time.monotonic())
"""


def kill_hosts(num_kills: int, url: str, seed: int = 4) -> Counts:
    """Log a long game, kill the host at random moments of it, and see whether the record is exact."""
    chance = random.Random(seed)
    num_actions = 50 + 30 * num_kills
    console = PipeConsole()
    journal = Journal(MemoryStorage(1 << 24), "cafe")
    link = Link(console, journal, HELLO, None)
    journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
    for number in range(num_actions):
        journal.append({"k": "action", "player": number % 2, "word": f"w{number}"})
    early = 0
    num_events = num_actions + 1
    moments = sorted(chance.sample(range(1, num_actions - _ON_THEIR_WAY), num_kills))
    # The last but one ends itself when it has stored everything and not acknowledged the end.
    lives = [*((until, _NEVER) for until in moments), (num_events, num_events), (num_events, _NEVER)]
    for until, last_stored in lives:
        command = [sys.executable, "-c", _HOST, url, str(last_stored)]
        host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert host.stdout and host.stdin
        console.incoming.extend(os.read(host.stdout.fileno(), 4096))  # the host greets once it runs
        os.set_blocking(host.stdout.fileno(), False)
        _run_board(link, journal, console, host, until)
        time.sleep(chance.random() * 0.004)
        host.send_signal(signal.SIGKILL)
        host.communicate()
        store = Store(url)
        stored = len(store.record_words(1)) if store.has_games() else 0
        early += journal.acknowledged > stored + 1
        store.close()
    store = Store(url)
    found = compare_words(store.record_words(1), [f"w{number}" for number in range(num_actions)])
    store.close()
    return {"kills": num_kills, **found, "acknowledged before it was stored": early}


def compare_words(stored: list[str], played: list[str]) -> Counts:
    """Count the words that a record lacks, and those that it has twice, of a game whose words all differ."""
    return {
        "actions": len(played),
        "lost": len(set(played) - set(stored)),
        "doubled": len(stored) - len(set(stored)),
        "wrong": int(stored != played),
    }


def _run_board(link: Link, journal: Journal, console: PipeConsole, host: "subprocess.Popen[bytes]", until: int) -> None:
    """Let the board tick over the host's pipes until the host has acknowledged so many events, or is dead.

    However slow the machine: only a host that goes on talking without acknowledging, or says nothing at all, fails.
    """
    assert host.stdin and host.stdout
    known, num_words, heard_s = journal.acknowledged, 0, time.monotonic()
    while journal.acknowledged < until:
        if journal.acknowledged > known:
            known, num_words = journal.acknowledged, 0
        assert num_words < _MOST_WORDS, f"only {known} of {until} events were acknowledged"
        assert time.monotonic() - heard_s < _SILENCE_S, f"the host is silent after {known} of {until} events"
        link.tick(int(1000 * time.monotonic()))
        try:
            host.stdin.write(console.take() or b"\n")
            host.stdin.flush()
        except BrokenPipeError:
            break
        with contextlib.suppress(BlockingIOError):
            said = os.read(host.stdout.fileno(), 4096)
            console.incoming.extend(said)
            num_words += said.count(b"\n")
            heard_s = time.monotonic() if said else heard_s
        time.sleep(0.001)


# Nonsense.


def _mutated(lines: list[bytes], chance: random.Random) -> bytes:
    """Return a line that is random, or one of these with some of its bytes changed, left out or doubled."""
    kind = chance.random()
    if kind < 0.2:
        return chance.randbytes(chance.randrange(80)) + b"\n"
    line = bytearray(chance.choice(lines))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(line))
        change = chance.random()
        if change < 0.6:
            line[place] = chance.randrange(256)
        elif change < 0.8:
            del line[place]
        else:
            line[place:place] = line[place : place + chance.randrange(8)]
        line = line or bytearray(b"\n")
    return bytes(line)


def _kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def feed_nonsense_to_board(num_lines: int, seed: int = 5) -> Counts:
    """Feed the board's end; count its wrong reactions."""
    chance = random.Random(seed)
    console = PipeConsole(4096)
    done: list[str] = []

    def command(name: str, fields: Counts) -> Counts:
        done.append(name)
        return {}

    journal = Journal(MemoryStorage())
    for number in range(20):
        journal.append({"k": "action", "player": 0, "word": f"w{number}"})
    link = Link(console, journal, HELLO, command)
    said = [{"hello": "s"}, {"c": 3, "do": "undo", "count": 1}, {"from": 7}, {"ack": 9}, {"m": "again"}]
    said.append({"c": 4, "do": "lease", "streams": ["lamps"]})
    lines = [encode({"s": "s"} | message) for message in said]
    before = _kilobytes()
    for now in range(num_lines // 50):
        console.incoming.extend(b"".join(_mutated(lines, chance) for _ in range(50)))
        while console.incoming:
            link.tick(now * 10)
            console.take()
    console.incoming.extend(
        b"\n"
        + encode({"hello": "new"})
        + encode({"from": 1, "s": "new"})
        + encode({"c": 1, "s": "new", "do": "lease", "streams": []})
    )
    for _ in range(20):
        link.tick(num_lines)
    answers = console.take()
    events = answers.count(b'"k":"action"')
    return {
        "lines": num_lines,
        "bad lines": link.bad_lines,
        "wrong commands": len(set(done) - {"undo"}),
        "wrong events": events != 20,
        "kilobytes more": _kilobytes() - before,
    }


def feed_nonsense_to_host(num_lines: int, seed: int = 6) -> Counts:
    """Feed the host's end; count events in its store that no board has sent."""
    chance = random.Random(seed)
    store = ListStore()
    client = Client(store, streams=["lamps"])
    board = BoardSide(client)
    board.hear()
    hello = board_side.HELLO | {"session": board.session, "boot": 1, "next": 99}
    lease = {"shown": 1, "next": 3, "stored": 0, "bad_lines": 0, "resends": 0}
    said = [hello, {"re": 2, "s": board.session, "ok": lease}, {"m": "lamps", "roles": "." * 49}]
    said += [{"m": "missing", "first": 90, "last": 91}, {"m": "again"}]
    said += [{"e": number, "boot": 1, "ms": 1, "k": "action", "player": 0, "word": "a1-b1"} for number in (1, 2, 3)]
    lines = [encode(message) for message in said]
    client.feed(lines[0], 0.0)
    before = _kilobytes()
    for now in range(num_lines // 50):
        client.feed(b"".join(_mutated(lines, chance) for _ in range(50)), now / 100)
        client.take_output()
        if not client.hello:
            client.feed(lines[0], now / 100)
    wrong = [event for event in store.events if event not in said]
    return {
        "lines": num_lines,
        "bad lines": client.figures.bad_lines,
        "wrong events": len(wrong),
        "kilobytes more": _kilobytes() - before,
    }

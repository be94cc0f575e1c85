"""The compiled firmware under real MicroPython on an emulated RP2040: `make test-pico UF2=path`.

Times are emulated: those of a Pico at 125 MHz whose flash cache never misses, so a little optimistic.
"""

# ruff: noqa: E402, B023
import json
import os
import random
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

UF2 = os.environ.get("UF2", "")
ACTIONS = int(os.environ.get("ACTIONS", "2"))
if not UF2:
    pytest.skip("needs a MicroPython image for the Pico: make test-pico UF2=path", allow_module_level=True)
pytest.importorskip("rp2040py", reason="make test-pico UF2=path installs the emulator")
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "bench")]

from emulated_board import EmulatedBoard
from rp2040py.memory_map import FLASH_START_ADDRESS
from treppe import games
from treppe_host.client import Client
from treppe_host.deploy import bundle as bundles
from treppe_host.deploy import doctor, enquiry
from treppe_sim.hands import Hands, script
from treppe_sim.material import start_stacks, start_supply

PROFILE = (Path(__file__).parent / "profile_board.py").read_bytes()
METER = (Path(__file__).parents[1] / "idle_board.py").read_text()
WATCHED = """
import time
from drivers.watchdog import Watchdog
dog = Watchdog()
dog.stop()
time.sleep(3)
print("alive")
"""
LEGAL = """
import gc, sys, time
if sys.path[0] != "/a":
    sys.path.insert(0, "/a")
from treppe.games import positions
state = positions.read(TEXT)
quickest_us = 1 << 29
for _ in range(3):
    gc.collect()
    begun = time.ticks_us()
    actions = state.legal_actions()
    quickest_us = min(quickest_us, time.ticks_diff(time.ticks_us(), begun))
print(quickest_us, len(actions))
"""
HUNG = """
from drivers.watchdog import Watchdog
dog = Watchdog()
while True:
    pass
"""


class Store:
    """Keeps events in memory."""

    def __init__(self):
        self.words = []

    def connect_board(self, hello):
        return 0

    def add_events(self, board, events):
        self.words += [event["word"] for event in events if event["k"] == "action"]


@pytest.fixture(scope="module")
def bundle():
    return bundles.build()


@pytest.fixture(scope="module")
def profiled(bundle, tmp_path_factory):
    """Return boards that measure themselves, by surface: starting one is a minute's work, so games share it."""
    boards = {}

    def find(surface):
        if surface not in boards:
            folder = tmp_path_factory.mktemp(surface)
            board = EmulatedBoard(UF2, bundle, surface, folder, launcher=PROFILE)
            board.start()
            boards[surface] = board, *attach(board)
        return boards[surface]

    return find


def switch_on(bundle, surface, folder):
    board = EmulatedBoard(UF2, bundle, surface, folder)
    board.boot_ms = board.start()
    return board


def attach(board):
    store = Store()
    client = Client(store)
    board.attach(client)
    assert board.run_until(lambda: client.hello, 5000), board.said
    return store, client


def shown(client, name):
    return client.latest.get("display", {}).get(name)


@pytest.mark.parametrize("surface", ["reed12", "square7"])
def test_it_starts_quickly_with_its_outputs_at_rest(bundle, tmp_path, surface):
    board = EmulatedBoard(UF2, bundle, surface, tmp_path)
    rises = []
    for pin in (19, 22):  # supplies of sensors and lamps
        board.mcu.gpio[pin].add_listener(lambda level, _, pin=pin: rises.append((pin, int(level), board.now_ms)))
    first_light_ms = []
    boot_ms = board.start(watch=lambda: any(map(any, board.pixels)) and first_light_ms.append(board.now_ms))
    high = [(pin, at_ms) for pin, level, at_ms in rises if level == 1]
    assert {pin for pin, _ in high} == ({22} if surface == "reed12" else {19, 22})
    print(f"\n{surface}: hello {boot_ms:.0f} ms, lamps on {high[-1][1]:.0f} ms, first light {first_light_ms[0]:.0f} ms")
    assert first_light_ms[0] < 2000
    assert len(board.pixels) == max(board.surface.LAMPS) + 2  # the last one only comes back


def test_the_watchdog_bites_and_can_be_stopped(bundle, tmp_path):
    board = switch_on(bundle, "reed12", tmp_path)
    assert "alive" in board.run_script(WATCHED)
    board.begin_script(HUNG)
    assert board.run_until(lambda: b'"m":"hello"' in board.said, 5000), board.said


def test_a_tool_on_the_pc_talks_through_a_terminal(bundle, tmp_path, monkeypatch):
    board = switch_on(bundle, "square7", tmp_path)
    emulated = SimpleNamespace(monotonic=lambda: board.now_ms / 1000)  # the tool's patience is of the board's time
    monkeypatch.setattr(enquiry, "time", emulated)
    lines = []
    tool = threading.Thread(target=lambda: lines.extend(doctor.examine(board.port)))

    def is_over():
        if not tool.ident:
            tool.start()
        return not tool.is_alive()

    assert board.serve(is_over, 8000)
    for line in lines:
        print(f"\n{line.name}: {line.verdict}, {line.found} {line.advice}", end="")
    assert {"firmware", "memory", "surface", "multiplexer M3"} <= {line.name for line in lines}
    assert not [line for line in lines if line.verdict == doctor.BROKEN and line.name != "memory of the surface"]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game(profiled, name):
    state = games.start(name)
    board, store, client = profiled(state.surface)
    hands = Hands(board, lambda: client.latest.get("display", {}))
    store.words.clear()
    board.world.arrange([[]] * board.surface.FIELDS, {})  # what stays of another game would have to be taken off
    board.run_ms(300)
    begun_ms = board.now_ms
    ask(board, client, "new", game=name, options=state.options)
    board.world.arrange(start_stacks(state), start_supply(state))
    assert board.run_until(lambda: shown(client, "phase") == "play", 5000), client.latest
    new_ms = board.now_ms - begun_ms
    ask(board, client, "forget")
    lights_ms = play(board, client, store, hands, state)
    figures = ask(board, client, "profile")
    report(name, figures, new_ms, lights_ms)
    parts = figures["parts"]
    assert figures["free"] > 80_000
    assert sum(parts[part][1] / parts[part][0] for part in ("scan", "decode")) < 5_000
    assert parts["legal"][2] < 30_000
    assert figures["pause_us"] < 50_000
    assert max(lights_ms, default=0) < (70 if board.surface.SENSOR == "reed" else 130)


def ask(board, client, do, **fields):
    asked = client.command(do, **fields)
    assert board.run_until(asked.done, 10_000), board.said
    return asked.result()


def play(board, client, store, hands, state):
    """Let hands play a few random actions; return how long each lift took to show in the lamps, in milliseconds."""
    chance = random.Random(1)
    words, lights_ms = [], []
    for _ in range(ACTIONS):
        action = chance.choice(state.legal_actions())
        words.append(state.word(action))
        for movement in script(state, action):
            board.run_ms(250)
            before, at_ms = client.latest["lamps"]["roles"], board.now_ms
            hands.do(movement)
            if movement.act == "lift" and board.run_until(lambda: client.latest["lamps"]["roles"] != before, 500):
                lights_ms.append(board.now_ms - at_ms)
        if not board.run_until(lambda: len(store.words) == len(words), 1500):
            hands.choose([words[-1]])
        assert board.run_until(lambda: store.words == words, 3000), (words, store.words, client.latest["display"])
        state.apply_action(action)
        hands.tidy(state)
    return lights_ms


def report(name, figures, new_ms, lights_ms):
    parts = ", ".join(
        f"{part} {total / count / 1000:.1f}/{worst / 1000:.1f}"
        for part, (count, total, worst) in figures["parts"].items()
        if count
    )
    light = f"lift to light {max(lights_ms):.0f} ms; " if lights_ms else ""
    print(
        f"\n{name}: free {figures['free'] // 1000} kB, used {figures['used'] // 1000} kB; new {new_ms:.0f} ms; "
        f"{light}collecting {figures['pause_us'] / 1000:.0f} ms; mean/worst ms: {parts}"
    )


def test_the_worst_positions_of_random_games_are_quick(bundle, tmp_path):
    positions = json.loads((Path(__file__).parents[1] / "data/worst_positions.json").read_text())
    board = EmulatedBoard(UF2, bundle, "reed12", tmp_path, launcher=b"")
    board.mcu.core.pc = FLASH_START_ADDRESS
    board.run_ms(300)
    worst = {}
    for name in games.NAMES:
        quickest_us, num_actions = map(int, board.run_script(LEGAL.replace("TEXT", repr(positions[name]))).split())
        worst[name] = quickest_us / 1000
        print(f"\n{name}: {num_actions} actions in {worst[name]:.1f} ms", end="")
    assert max(worst.values()) < 30, worst


def test_the_journal_outlives_a_restart_and_an_idle_board_allocates_nothing(bundle, tmp_path):
    board = switch_on(bundle, "reed12", tmp_path)
    state = games.start("aufstellen")
    board.world.arrange(start_stacks(state), start_supply(state))
    _, client = attach(board)
    asked = client.command("new", game="aufstellen", options={})
    assert board.run_until(asked.done, 10_000)
    number = client.hello["next"]
    board.restart()
    client.disconnect()
    assert board.run_until(lambda: client.hello and client.hello["boot"] == 2, 5000)
    assert client.hello["next"] > number
    assert board.run_until(lambda: shown(client, "game") == "aufstellen", 5000)
    board.attach(None)
    used = json.loads(board.run_script(METER).split("IDLE")[1])
    print(f"\nidle, bytes a frame: {used}")
    assert used["frame"] == 0

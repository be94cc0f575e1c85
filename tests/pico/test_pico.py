"""The compiled firmware under real MicroPython on an emulated RP2040: `make test-pico UF2=path`.

Times are emulated: those of a Pico at 125 MHz whose flash cache never misses, so a little optimistic.
"""

# ruff: noqa: E402, B023
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from needs import require

UF2 = os.environ.get("UF2", "")
ACTIONS = int(os.environ.get("ACTIONS", "2"))
require("uf2")
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "bench")]

from emulated_board import STACK_BYTES, EmulatedBoard
from rp2040py.memory_map import FLASH_START_ADDRESS
from treppe import games
from treppe.games import catalogue
from treppe.table.show.roles import palette
from treppe_host.deploy import bundle as bundles
from treppe_host.firmware import firmware_module
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_sim.hands import Hands, script
from treppe_sim.hands.movements import BEYOND
from treppe_sim.material import start_stacks, start_supply

PROFILE = (Path(__file__).parent / "profile_board.py").read_bytes()
METER = (Path(__file__).parents[1] / "support" / "idle_board.py").read_text()
WATCHED = """
import time
from drivers_watchdog import Watchdog
dog = Watchdog()
dog.stop()
time.sleep(3)
print("alive")
"""
LEGAL = """
import gc, sys, time
if sys.path[0] != "/a":
    sys.path[:0] = ["/a", "/a/small"]
import games_positions as positions
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
from drivers_watchdog import Watchdog
dog = Watchdog()
while True:
    pass
"""


class Words:
    """A store that keeps the words of actions, in memory."""

    def __init__(self):
        self.words = []

    def connect_board(self, hello):
        return 0

    def add_events(self, board, events):
        self.words += [event["word"] for event in events if event["k"] == "action"]

    def add_gap(self, board, first, last):
        raise AssertionError(f"events {first} to {last} are missing")

    def add_measurement(self, board, event, readings):
        pass


@pytest.fixture(scope="module")
def bundle():
    return bundles.build()


@pytest.fixture(scope="module")
def boards(bundle, tmp_path_factory):
    """Return boards as `treppe flash` leaves them, by surface: a start takes the PC a minute, so tests share it."""
    known = {}

    def find(surface):
        if surface not in known:
            board = known[surface] = EmulatedBoard(UF2, bundle, surface, tmp_path_factory.mktemp(surface))
            board.rises = []
            for pin in (19, 22):  # supplies of sensors and lamps
                note = lambda level, _, pin=pin: board.rises.append((pin, int(level), board.now_ms))  # noqa: E731
                board.mcu.gpio[pin].add_listener(note)
            lit_ms = []
            board.boot_ms = board.start(watch=lambda: any(map(any, board.pixels)) and lit_ms.append(board.now_ms))
            board.first_light_ms = lit_ms[0]
        return known[surface]

    return find


@pytest.fixture(scope="module")
def profiled(bundle, tmp_path_factory):
    """Return boards that measure themselves, by surface, with store and client."""
    known = {}

    def find(surface):
        if surface not in known:
            folder = tmp_path_factory.mktemp(surface)
            board = EmulatedBoard(UF2, bundle, surface, folder, launcher=PROFILE)
            board.start()
            known[surface] = board, *attach(board)
            figures = ask(board, known[surface][2], "profile")
            print(f"\n{surface}: free {figures['free'] // 1000} kB after the start, used {figures['used'] // 1000} kB")
        return known[surface]

    return find


def attach(board):
    store = Words()
    client = Client(store)
    board.attach(client)
    assert board.run_until(lambda: client.hello, 5000), board.last_words
    return store, client


def shown(client, name):
    return client.latest.get("display", {}).get(name)


@pytest.mark.parametrize("surface", ["reed12", "square7"])
def test_it_starts_quickly_with_its_outputs_at_rest(boards, surface):
    board = boards(surface)
    high = [(pin, at_ms) for pin, level, at_ms in board.rises if level == 1]
    assert {pin for pin, _ in high} == ({22} if surface == "reed12" else {19, 22})
    print(
        f"\n{surface}: hello {board.boot_ms:.0f} ms, lamps on {high[-1][1]:.0f} ms, "
        f"first light {board.first_light_ms:.0f} ms"
    )
    assert board.first_light_ms < 2000
    assert len(board.pixels) == max(board.surface.LAMPS) + 2  # the last one only comes back


def test_the_journal_outlives_a_restart_and_an_idle_board_allocates_nothing(boards):
    board = boards("reed12")
    state = games.start("aufstellen")
    store, client = attach(board)
    begin_game(board, client, state)
    action = state.legal_actions()[0]
    Hands(board).play(state, action)
    assert board.run_until(lambda: store.words == [state.word(action)], 3000), board.last_words
    state.apply_action(action)
    boot = client.hello["boot"]  # other tests may have restarted this board
    board.restart()
    client.disconnect()
    # Until the game is open, no host is answered: MicroPython alone imports its modules for 2.8 s before.
    assert board.run_until(lambda: client.hello and client.hello["boot"] == boot + 1, 8000)
    assert board.run_until(lambda: shown(client, "phase") == "play", 5000)
    assert ask(board, client, "status")["text"] == state.text()
    board.attach(None)
    used = json.loads(board.run_script(METER).split("IDLE")[1])
    print(f"\nidle, bytes a frame: {used}")
    assert used["frame"] == 0


def test_the_watchdog_bites_and_can_be_stopped(boards):
    board = boards("reed12")
    assert "alive" in board.run_script(WATCHED)
    board.begin_script(HUNG)
    assert board.run_until(lambda: b'"m":"hello"' in board.said, 5000), board.last_words


@pytest.fixture
def start_tool(tmp_path):
    """Start `treppe` with a data folder of its own and the board's clock; what it says goes to a file."""
    started = []

    def start(*words):
        with (tmp_path / f"{words[0]}.txt").open("w") as said:
            tool = subprocess.Popen(
                [sys.executable, str(Path(__file__).parent / "tool.py"), str(tmp_path / "clock"), *words],
                stdout=said,
                stderr=said,
                env=os.environ | {"TREPPE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"},
            )
        started.append(tool)
        return tool

    yield start
    for tool in started:
        tool.kill()
        tool.wait()


def test_doctor_and_log_talk_through_a_terminal(boards, start_tool, tmp_path):
    board = boards("square7")
    with board.open_port(tmp_path / "clock") as port:
        doctor = start_tool("doctor", "--port", port)
        assert board.run_until(lambda: doctor.poll() is not None, 10_000), board.last_words
    told = (tmp_path / "doctor.txt").read_text()
    print("\n" + told)
    assert "micropython 1." in told and "multiplexers" in told
    # The scan of the bus is made by hand on its pins, where the emulated memory does not listen.
    broken = [line for line in told.splitlines() if " broken " in line]
    assert len(broken) == 1 and broken[0].startswith("surface memory"), told

    state = games.start("step")
    _, client = attach(board)
    begin_game(board, client, state)
    board.attach(None)
    with board.open_port(tmp_path / "clock") as port:
        log = start_tool("log", "--port", port)
        logged = tmp_path / "log.txt"
        words = []
        for _ in range(ACTIONS):
            action = state.legal_actions()[-1]
            words.append(state.word(action))
            Hands(board).play(state, action)
            state.apply_action(action)
            assert board.run_until(lambda: f'"word": "{words[-1]}"' in logged.read_text(), 5000), board.last_words
        log.send_signal(signal.SIGINT)
        assert board.run_until(lambda: log.poll() is not None, 30_000)
    assert logged.read_text().endswith("The log ends here; the board goes on.\n")
    assert Store(f"sqlite:///{tmp_path / 'games.db'}").record_words(1) == words


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game(profiled, name):
    state = games.start(name)
    board, store, client = profiled(state.surface)
    store.words.clear()
    board.world.arrange([[]] * board.surface.FIELDS, {})  # what stays of another game would have to be taken off
    board.run_ms(300)
    board.paint_stack()
    begun_ms = board.now_ms
    begin_game(board, client, state)
    new_ms = board.now_ms - begun_ms
    ask(board, client, "forget")
    lights_ms = play(board, client, store, state)
    figures = ask(board, client, "profile")
    for command in ("undo", "pause", "resume", "pause"):
        ask(board, client, command)
    report(name, board, figures, new_ms, lights_ms)
    parts = figures["parts"]
    assert board.stack_used < 0.9 * STACK_BYTES
    assert figures["free"] > 80_000
    assert sum(parts[part][1] / parts[part][0] for part in ("scan", "decode")) < 5_000
    assert parts["legal"][2] < 30_000
    assert figures["pause_us"] < 50_000
    assert max(lights_ms, default=0) < (70 if board.surface.SENSOR == "reed" else 130)


def begin_game(board, client, state):
    """Ask for a game, and lay it out."""
    ask(board, client, "new", game=state.NAME, options=state.options)
    board.world.arrange(start_stacks(state), start_supply(state))
    is_laid_out = lambda: (shown(client, "game"), shown(client, "phase")) == (state.NAME, "play")  # noqa: E731
    assert board.run_until(is_laid_out, 5000), (client.latest, board.last_words)


def ask(board, client, do, **fields):
    asked = client.command(do, **fields)
    assert board.run_until(asked.done, 10_000), board.last_words
    return asked.result()


def play(board, client, store, state):
    """Let hands play a few random actions, and hold the lamps against the rules before each, and after each lift.

    Return how long each first lift took to show on the strip, in milliseconds.
    """
    chance = random.Random(1)
    hands = Hands(board, lambda: client.latest.get("display", {}))
    lamps = Lamps(board)
    lights_ms = []
    while len(store.words) < ACTIONS and not state.is_terminal():
        action = choose(chance, state)
        words = [*store.words, state.word(action)]
        movements = script(state, action)
        board.run_ms(150)
        lamps.watch()
        board.run_ms(300)  # longer than a lamp is dark that blinks
        lifting = "l" if state.players == 1 else "0123"  # whoever plays alone needs no colour
        assert lamps.colours(lifting) >= movable(state), (lamps.seen, client.latest)
        assert lamps.colours("gb") == fillable(state), (lamps.seen, client.latest)
        for movement in movements:
            lamps.watch(movement.field)
            lifted_ms = board.now_ms
            hands.do(movement)
            if movement is movements[0] and movement.act == "lift":
                assert board.run_until(lambda: lamps.changed_ms, 500), client.latest
                lights_ms.append(lamps.changed_ms - lifted_ms)
                lamps.watch()
                board.run_ms(300)
                targets = ends_of(state, movement.field)
                assert targets <= lamps.colours("gbx") <= targets | later(state, movement.field), (lamps.seen, targets)
            else:
                board.run_ms(150)
        if not board.run_until(lambda: store.words == words, 1500):
            hands.choose(lambda choice, word=words[-1]: choice == [word])
        assert board.run_until(lambda: store.words == words, 3000), (words, store.words, client.latest["display"])
        state.apply_action(action)
        hands.tidy(state)
    return lights_ms


def choose(chance, state):
    """Return a random action, one that hands can show where there is any."""
    actions = state.legal_actions()
    return chance.choice([action for action in actions if state.placement(action)] or actions)


def movable(state):
    """Return the fields from which the player may lift something."""
    return set(state.ends(state.legal_actions())[0]) - {BEYOND}


def fillable(state):
    """Return the fields on which something from the supply may be put."""
    firsts, lasts = state.ends(state.legal_actions())
    return {last for first, last in zip(firsts, lasts, strict=True) if first == BEYOND} - {BEYOND}


def ends_of(state, field):
    """Return where what is lifted from a field may go."""
    firsts, lasts = state.ends(state.legal_actions())
    return {last for first, last in zip(firsts, lasts, strict=True) if first == field} - {BEYOND}


def later(state, field, depth=4):
    """Return what else may be lit of all actions that this lift may belong to, and of those that may follow them."""
    lit = set()
    for action in state.legal_actions():
        places = {place for place, _ in state.placement(action)}
        if field not in places:
            continue
        lit |= places
        after = state.clone()
        after.apply_action(action)
        if depth and not after.is_terminal() and after.current_player() == state.current_player():
            end = state.ends([action])[1][0]
            lit |= later(after, end, depth - 1)
    return lit


class Lamps:
    """The fields' lamps by the roles that their colours have, as the strip was seen since `watch`."""

    def __init__(self, board):
        percent = firmware_module("settings").DEFAULTS["brightness_percent"]
        self.roles = {}
        for role, look in palette().items():
            self.roles.setdefault(tuple(part * percent // 100 for part in look[:3]), role)
        self.board = board
        board.chips.on_frame = self.look
        self.watch()

    def watch(self, field=BEYOND):
        """Forget what was seen; note when the lamp of the field changes."""
        self.field, self.first = field, self.frame()
        self.seen = {}
        self.changed_ms = 0

    def frame(self):
        return [self.board.pixels[lamp] for lamp in self.board.surface.LAMPS]

    def look(self):
        frame = self.frame()
        for field, colour in enumerate(frame):
            if any(colour):
                self.seen.setdefault(self.roles.get(colour, colour), set()).add(field)
        if self.field != BEYOND and frame[self.field] != self.first[self.field] and not self.changed_ms:
            self.changed_ms = self.board.now_ms

    def colours(self, roles):
        """Return the fields that were seen in the colour of one of the roles."""
        return set().union(*(self.seen.get(role, set()) for role in roles))


def report(name, board, figures, new_ms, lights_ms):
    parts = ", ".join(
        f"{part} {total / count / 1000:.1f}/{worst / 1000:.1f}"
        for part, (count, total, worst) in figures["parts"].items()
        if count
    )
    light = f"lift to light {max(lights_ms):.0f} ms; " if lights_ms else ""
    print(
        f"\n{name}: free {figures['free'] // 1000} kB, used {figures['used'] // 1000} kB; "
        f"stack {board.stack_used} of {STACK_BYTES}; new {new_ms:.0f} ms; "
        f"{light}collecting {figures['pause_us'] / 1000:.0f} ms; mean/worst ms: {parts}"
    )


def test_the_worst_positions_of_random_games_are_quick(tmp_path):
    positions = json.loads((Path(__file__).parents[1] / "data/worst_positions.json").read_text())
    with_positions = bundles.build(for_engine=True)  # what reads a position's text is on no board
    board = EmulatedBoard(UF2, with_positions, "reed12", tmp_path, launcher=b"")
    board.mcu.core.pc = FLASH_START_ADDRESS
    board.run_ms(300)
    worst = {}
    for name in catalogue.names():
        quickest_us, num_actions = map(int, board.run_script(LEGAL.replace("TEXT", repr(positions[name]))).split())
        worst[name] = quickest_us / 1000
        print(f"\n{name}: {num_actions} actions in {worst[name]:.1f} ms", end="")
    assert max(worst.values()) < 15, worst

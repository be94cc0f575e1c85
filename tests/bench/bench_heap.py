"""How much heap the whole firmware needs with each game on the simulated board: `make bench-heap`.

Simulated hands play the beginning of a seeded game; the smallest heap in which the board lives through it is what
firmware and simulated electronics need together. Exit status 1 if the firmware alone needs more than its 192 kB.
"""

import random
import subprocess
import sys
import tempfile

from treppe import games
from treppe.games import catalogue
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.compiled import LAUNCHER, compiled_folder
from treppe_sim.errors import BoardDied
from treppe_sim.hands import Hands
from treppe_sim.interpreter import find_micropython
from treppe_sim.material import start_supply

GOAL_KB = 192
STEP_KB = 1
LARGEST_KB = 512

# What the simulated electronics take: their code, their buffers, the flash as a file, and what stands for chips and
# pins, as many as the drivers of a tower surface keep; those of a Pico take hardly any heap.
SHARE = """
import gc, sys
sys.path.insert(0, {device!r})
gc.collect()
before = gc.mem_alloc()
for name in {names!r}:
    __import__(name)
sys.modules["channel"].open_line(0, 1)
device = sys.modules["flash_file"].FlashFile({file!r})
machine, rp2 = sys.modules["machine"], sys.modules["rp2"]
memory = sys.modules["eeprom"].Eeprom(open({file!r}, "rb"), None)
display = sys.modules["ssd1306"].Ssd1306(open({file!r}, "r+b"))
pins = [machine.Pin(number, machine.Pin.OUT) for number in range({pins})]
parts = [machine.ADC(26), machine.ADC(27), machine.ADC(28), machine.ADC(29), machine.I2C(0), machine.PWM(pins[0])]
parts += [machine.WDT(timeout=2000), rp2.DMA()]
gc.collect()
print(gc.mem_alloc() - before)
"""
# Four buttons, four select and two enable lines of the multiplexers, and whether the 5 V are plugged in.
NUM_PINS = 11


# Longer than the board waits before it records an action, or asks which one it was.
PATIENCE_MS = 3000


class Counter:
    """A store that keeps only the number of actions."""

    def __init__(self) -> None:
        self.actions = 0

    def connect_board(self, hello):
        return 0

    def add_events(self, board, events):
        self.actions += sum(event["k"] == "action" for event in events)

    def add_gap(self, board, first, last):
        raise AssertionError(f"events {first} to {last} are missing")

    def add_measurement(self, board, event, readings):
        pass


def survives(name: str, heap_kb: int, num_actions: int) -> bool:
    """Play a few actions in a heap of this size; False if it is too small."""
    state = games.start(name)
    store = Counter()
    chance = random.Random(1)
    board = SimulatedBoard(state.surface, clock="virtual", heap_kb=heap_kb)
    client = Client(store)
    board.attach(client)
    try:
        board.start()
        board.run_ms(500)
        set_up = [state.pieces(field) for field in range(board.surface.FIELDS)]
        board.world.arrange(set_up, start_supply(state))
        client.command("new", game=name, options={})
        board.run_until(lambda: client.latest.get("display", {}).get("phase") == "play", 5000)
        hands = Hands(board, lambda: client.latest.get("display", {}))
        while store.actions < num_actions and not state.is_terminal():
            action = chance.choice(state.legal_actions())
            if not play(board, hands, store, state, action):
                raise SystemExit(f"{name}: {state.word(action)} was not understood in a heap of {heap_kb} kB")
            state.apply_action(action)
            board.run_ms(300)
            hands.tidy(state)
    except BoardDied as death:
        if "MemoryError" not in str(death):
            raise
        return False
    finally:
        board.stop()
    return True


def play(board, hands, store, state, action) -> bool:
    """Let hands play an action, and choose it at the board if that asks; False if the board does not record it."""
    word, played = state.word(action), store.actions
    hands.play(state, action)
    is_recorded = lambda: store.actions > played  # noqa: E731
    if state.placement(action):
        board.run_until(lambda: is_recorded() or hands.asked(), PATIENCE_MS)
    if not is_recorded():
        board.run_ms(300)  # the display may still show the question before
        hands.choose(lambda choice: choice == [word], ends=word == ".")
    return board.run_until(is_recorded, PATIENCE_MS)


def smallest_heap_kb(name: str, num_actions: int) -> int:
    """Find the smallest heap that suffices, to STEP_KB."""
    too_small, enough = 64, LARGEST_KB
    while enough - too_small > STEP_KB:
        heap_kb = (too_small + enough) // 2
        if survives(name, heap_kb, num_actions):
            enough = heap_kb
        else:
            too_small = heap_kb
    return enough


def simulation_share_kb() -> float:
    """Measure what the fake modules and their buffers take."""
    device = (compiled_folder() / LAUNCHER).parent
    names = sorted(path.stem for path in device.glob("*.mpy") if path.stem not in ("start", "converter"))
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(4096))
        file.flush()
        program = SHARE.format(device=str(device), names=names, file=file.name, pins=NUM_PINS)
        run = subprocess.run([find_micropython(), "-c", program], capture_output=True, text=True, check=True)
    return int(run.stdout) / 1024


def main(names: list[str], num_actions: int = 30) -> int:
    """Print one line a game; return the number of games that need too much."""
    share_kb = simulation_share_kb()
    missed = 0
    print(f"simulated electronics: {share_kb:.1f} kB; goal for the firmware: {GOAL_KB} kB")
    for name in names:
        total_kb = smallest_heap_kb(name, num_actions)
        firmware_kb = total_kb - share_kb
        missed += firmware_kb > GOAL_KB
        print(f"{name:12} firmware {firmware_kb:5.0f} kB, with simulation {total_kb} kB")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or catalogue.names()) > 0)

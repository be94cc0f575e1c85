"""The image on an emulated RP2040, at length: lights, records, memory, and what a start survives; `make test-pico`.

Times are emulated: those of a Pico at 125 MHz whose flash cache never misses, so a little optimistic.
"""

# ruff: noqa: E402, B023
import json
import os
import random
import signal
import sys
from pathlib import Path

import pytest
from needs import require

require("pico")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import STACK_BYTES, ChipBoard, find_places, flash_with
from flash_contents import put_files
from pico_host import PicoHost
from pico_images import IMAGE, ROOT, overlay_files
from treppe import VERSION, games
from treppe.alphabet.image import BEYOND
from treppe.alphabet.roles import palette
from treppe.games import catalogue
from treppe_host.errors import CommandRefused
from treppe_host.firmware import firmware_module
from treppe_host.store.store import Store
from treppe_sim.compiled import sources
from treppe_sim.hands import Hands, script

ACTIONS = int(os.environ.get("ACTIONS", "2"))
METER = (ROOT / "tests/support/idle_board.py").read_text()
READER = (ROOT / "firmware/treppe/games/positions.py").read_text()
WATCHED = """
import time
from drivers.watchdog import Watchdog
dog = Watchdog()
dog.stop()
time.sleep(10)
print("alive")
"""
HUNG = """
import time
from drivers.watchdog import Watchdog
dog = Watchdog()
time.sleep(100)
"""
LEGAL = """
import gc, time
state = read(TEXT)
quickest_us = 1 << 29
for _ in range(3):
    gc.collect()
    begun = time.ticks_us()
    actions = state.legal_actions()
    quickest_us = min(quickest_us, time.ticks_diff(time.ticks_us(), begun))
print(quickest_us, len(actions))
"""
ASSEMBLED = """
import rp2
from drivers.lamp_program import SEND_BITS

@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8)
def send_bits():
    wrap_target()
    label("next_bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("next_bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()

send_bits[1:4] = SEND_BITS[1:4]  # where it lies, which the board knows by now
print(send_bits == SEND_BITS)
"""
SURFACES = ("reed12", "square7", "hex49")


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Return where the image has its collector."""
    return find_places(IMAGE, tmp_path_factory.mktemp("places"))


@pytest.fixture(scope="module")
def hosts(places, tmp_path_factory):
    """Return boards with a host at the cable, by surface: a start takes the PC some seconds, so tests share it."""
    known = {}

    def find(surface):
        if surface not in known:
            board = ChipBoard(flash_with(IMAGE), surface, tmp_path_factory.mktemp(surface), places=places)
            board.hello_ms = board.start()
            known[surface] = PicoHost(board)
        return known[surface]

    yield find
    for host in known.values():
        host.board.close()


@pytest.fixture
def start(tmp_path):
    """Switch a board on, with files on its flash, for one test."""
    started = []

    def start(files, surface="reed12"):
        started.append(ChipBoard(put_files(flash_with(IMAGE), files), surface, tmp_path))
        return started[-1]

    yield start
    for board in started:
        board.close()


@pytest.mark.parametrize("surface", SURFACES)
def test_it_starts_quickly(hosts, surface):
    host = hosts(surface)
    lit_ms = next(at_ms for at_ms, strip in host.board.noted.strips if any(strip))
    print(f"\n{surface}: first light {lit_ms:.0f} ms, hello {host.board.hello_ms:.0f} ms")
    assert lit_ms < 400 and host.board.hello_ms < 800
    assert host.client.hello["firmware"] == VERSION and host.client.hello["complaints"] == []
    assert len(host.board.pixels) == max(host.board.surface.LAMPS) + 2  # the last one only comes back


def test_the_journal_outlives_a_power_cut_and_an_idle_board_allocates_nothing(start):
    board = start({})
    host = PicoHost(board)
    state = games.start("aufstellen")
    host.begin(state)
    action = state.legal_actions()[0]
    Hands(board).play(state, action)
    assert board.run_until(lambda: host.store.notations == [state.word(action)], 3000), board.last_words
    state.apply_action(action)
    boot = host.client.hello["boot"]
    board.pull_cable()
    host.client.disconnect()
    board.plug_in()
    assert board.run_until(lambda: host.client.hello and host.client.hello["boot"] == boot + 1, 3000)
    assert board.run_until(lambda: host.shown("phase") == "play", 5000)
    assert host.ask("status")["text"] == state.text()
    used = json.loads(board.run_script(METER, 20_000).split("IDLE")[1])
    print(f"\nidle, bytes a frame: {used}")
    assert used["frame"] == 0


# What a start survives.


def test_the_watchdog_can_be_stopped_and_bites(start):
    board = start({})
    board.start()
    assert "alive" in board.run_script(WATCHED, 12_000)
    board.stop_firmware()
    board.type(HUNG.encode() + b"\x04")
    board.start(12_000)


def test_a_start_that_hangs_is_bitten_twice_and_then_rests_where_it_can_be_mended(start):
    text = sources()["assembly.py"].replace("supplies = Supplies()", "time.sleep(100)\n        supplies = Supplies()")
    board = start(overlay_files({"assembly.py": text}))
    for _ in range(2):
        assert board.run_until(lambda: board.is_at_usb, 3000)
        begun_ms = board.now_ms
        assert board.run_until(lambda: not board.is_at_usb, 10_000)
        assert 7000 < board.now_ms - begun_ms < 9000, "the watchdog waits for eight seconds from the start on"
    assert board.run_until(lambda: board.is_at_usb, 3000)
    board.run_ms(10_000)
    assert board.is_at_usb and board.run_script("import sys\nprint('board' in sys.modules)") == "False", "it rests"


def test_a_command_that_finds_no_memory_is_answered_and_the_board_lives(start):
    text = sources()["figures.py"].replace("def take(", "def take(*_):\n    bytearray(1 << 20)\n\n\ndef took(")
    host = PicoHost(start(overlay_files({"figures.py": text})))
    boot = host.client.hello["boot"]
    with pytest.raises(CommandRefused, match="memory"):
        host.ask("figures")
    assert host.ask("ping") == {} and host.client.hello["boot"] == boot


def test_the_program_of_the_lamps_is_what_the_assembler_makes(start):
    board = start({})
    board.start()
    assert board.run_script(ASSEMBLED) == "True"


def test_files_on_the_flash_do_not_count_as_modules(start):
    names = ["image", "modules", "pins", "board", "typing", "treppe/__init__", "drivers/__init__", "lib/treppe"]
    board = start({f"{name}.py": b"1 / 0" for name in (*names, "_boot", "main", "boot")})
    board.start()
    assert f'"firmware":"{VERSION}","complaints":[]'.encode() in board.last_words


def test_doctor_and_log_talk_through_a_terminal(start, tmp_path):
    board = start({}, "square7")
    board.start()
    with board.open_port(tmp_path) as port:
        board.run_tool("doctor")
        print("\n" + port.said)
        assert "micropython 1." in port.said and "multiplexers" in port.said
        # What sends no byte is made by hand on the bus's pins, where the emulated memory does not listen.
        broken = [line for line in port.said.splitlines() if " broken " in line]
        assert len(broken) == 1 and broken[0].startswith("surface memory"), port.said
    state = games.start("step")
    PicoHost(board).begin(state)
    board.attach(None)
    with board.open_port(tmp_path) as port:
        log = port.start_tool("log", "--port", port.name)
        words = []
        for _ in range(ACTIONS):
            action = state.legal_actions()[-1]
            words.append(state.word(action))
            Hands(board).play(state, action)
            state.apply_action(action)
            assert board.run_until(lambda: f'"word": "{words[-1]}"' in port.said, 20_000), board.last_words
        log.send_signal(signal.SIGINT)
        assert board.run_until(lambda: log.poll() is not None, 30_000)
        assert port.said.endswith("The log ends here; the board goes on.\n")
    assert Store(f"sqlite:///{tmp_path / 'games.db'}").record_words(1) == words


# Games.


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game(hosts, name):
    state = games.start(name)
    host = hosts(state.surface)
    board = host.board
    board.paint_stack()
    first_pause = len(board.noted.pauses)
    begun_ms = board.now_ms
    host.begin(state)
    new_ms = board.now_ms - begun_ms
    lights_ms = play(host, state)
    for command in ("undo", "pause", "resume", "pause"):
        host.ask(command)
    board.run_ms(3000)
    free = min(free for _, _, free, _ in board.noted.pauses[first_pause:])
    print(
        f"\n{name}: free {free // 1000} kB; stack {board.stack_used} of {STACK_BYTES}; new {new_ms:.0f} ms; "
        f"lift to light {max(lights_ms, default=0):.0f} ms"
    )
    assert board.stack_used < 0.9 * STACK_BYTES
    assert free > 120_000, "rules of games that were played stay in the memory; bench-pico has the goals"
    assert max(lights_ms, default=0) < (70 if board.surface.SENSOR == "reed" else 130)


def play(host, state):
    """Let hands play a few random actions, and hold the lamps against the rules before each, and after each lift.

    Return how long each first lift took to show on the strip, in milliseconds.
    """
    board, client, store = host.board, host.client, host.store
    chance = random.Random(1)
    hands = Hands(board, lambda: client.latest.get("display", {}))
    lamps = Lamps(board)
    lights_ms = []
    while len(store.notations) < ACTIONS and not state.is_terminal():
        action = choose(chance, state)
        words = [*store.notations, state.word(action)]
        movements = script(state, action)
        board.run_ms(150)
        lamps.watch()
        board.run_ms(300)  # longer than a lamp is dark that blinks
        lifting = "l" if state.players == 1 else "0123"  # whoever plays alone needs no colour
        assert lamps.seen(lifting) >= movable(state), client.latest
        assert lamps.seen("gb") == fillable(state), client.latest
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
                assert targets <= lamps.seen("gbx") <= targets | later(state, movement.field), targets
            else:
                board.run_ms(150)
        if not board.run_until(lambda: store.notations == words, 1500):
            hands.choose(lambda choice, word=words[-1]: choice == [word])
        assert board.run_until(lambda: store.notations == words, 3000), (words, store.notations)
        state.apply_action(action)
        hands.tidy(state)
    return lights_ms


def choose(chance, state):
    """Return a random action, one that hands can show where there is any."""
    actions = state.legal_actions()
    return chance.choice([action for action in actions if state.hand_moves(action)] or actions)


def movable(state):
    """Return the fields from which the player may lift something."""
    return set(state.endpoints(state.legal_actions())[0]) - {BEYOND}


def fillable(state):
    """Return the fields on which something from the supply may be put."""
    firsts, lasts = state.endpoints(state.legal_actions())
    return {last for first, last in zip(firsts, lasts, strict=True) if first == BEYOND} - {BEYOND}


def ends_of(state, field):
    """Return where what is lifted from a field may go."""
    firsts, lasts = state.endpoints(state.legal_actions())
    return {last for first, last in zip(firsts, lasts, strict=True) if first == field} - {BEYOND}


def later(state, field, depth=4):
    """Return what else may be lit of all actions that this lift may belong to, and of those that may follow them."""
    lit = set()
    for action in state.legal_actions():
        places = {place for place, _ in state.hand_moves(action)}
        if field not in places:
            continue
        lit |= places
        after = state.clone()
        after.apply_action(action)
        if depth and not after.is_terminal() and after.current_player() == state.current_player():
            end = state.endpoints([action])[1][0]
            lit |= later(after, end, depth - 1)
    return lit


class Lamps:
    """The fields' lamps by the roles that their colours have, as the strip was sent since `watch`."""

    def __init__(self, board):
        percent = firmware_module("settings").DEFAULTS["brightness_percent"]
        self.roles = {}
        for role, look in palette().items():
            self.roles.setdefault(tuple(part * percent // 100 for part in look[:3]), role)
        self.board = board
        self.watch()

    def watch(self, field=BEYOND):
        """Forget what was seen; from now on see when the lamp of a field changes."""
        self.field, self.begun_ms, self.first = field, self.board.now_ms, len(self.board.noted.strips)
        self.before = self.colours_in(self.board.pixels)

    def colours_in(self, pixels):
        return [pixels[lamp] for lamp in self.board.surface.LAMPS]

    @property
    def frames(self):
        """When the strip was sent, and the colours of the fields, the present ones first."""
        strips = self.board.noted.strips[self.first :]
        sent = [(at_ms, [(s[at + 1], s[at], s[at + 2]) for at in range(0, len(s) - 2, 3)]) for at_ms, s in strips]
        return [(self.begun_ms, self.before), *((at_ms, self.colours_in(pixels)) for at_ms, pixels in sent)]

    @property
    def changed_ms(self):
        """When the lamp of the field changed; 0 before."""
        return next((at_ms for at_ms, frame in self.frames if frame[self.field] != self.before[self.field]), 0)

    def seen(self, roles):
        """Return the fields that were seen in the colour of one of the roles."""
        return {
            field
            for _, frame in self.frames
            for field, colour in enumerate(frame)
            if any(colour) and self.roles.get(colour, "") in [*roles]
        }


def test_the_worst_positions_of_random_games_are_quick(start):
    positions = json.loads((ROOT / "tests/data/worst_positions.json").read_text())
    board = start({})
    board.start()
    board.run_script("pass")
    worst = {}
    for name in catalogue.names():
        printed = board.run_script(READER + LEGAL.replace("TEXT", repr(positions[name])), 20_000)
        quickest_us, num_actions = map(int, printed.split())
        worst[name] = quickest_us / 1000
        print(f"\n{name}: {num_actions} actions in {worst[name]:.1f} ms", end="")
    assert max(worst.values()) < 15, worst

"""Builds the board: safe pins first, then drivers and sensing for the surface that is plugged in."""

import os
import time

import pins
import settings
from drivers.bus import DISPLAY, answers, open_bus
from drivers.buttons import Buttons
from drivers.flash import Storage, lost
from drivers.identity import identify
from drivers.lamps import Lamps
from drivers.oled import Oled
from drivers.piezo import Piezo
from drivers.supply import Supply
from machine import ADC, PWM, Pin
from treppe import surfaces
from treppe.events import FAULT
from treppe.link.journal import Journal
from treppe.runtime import const, end_of_trace
from treppe.sensing import self_test

_LOOK_MS = const(500)  # between two looks for a surface
_TEST_SCANS = const(16)  # at the start; on demand there are more


class Parts:
    """The parts of the board below the table. `complaints` tells what is wrong with them."""

    def __init__(self, settings_path: str, crash_path: str, feed):
        supplies = Supplies()  # safe outputs first
        self.surface = surface = surfaces.load(wait_for_surface(feed))
        self.settings, complaint = settings.read(settings_path, surface)
        self.lamps = Lamps(max(surface.LAMPS) + 1, Pin(pins.LAMP_DATA), supplies.lamps)
        show_life(self.lamps)
        kind = __import__("assembly_" + surface.SENSOR)  # the other kind's modules would take 10 kB
        self.scanner, self.sensing, sensing_complaint = kind.build(surface, self.settings, supplies)
        self.open_memory = kind.open_memory
        self.frame = self.scanner.frame()
        found = test_sensors(self.scanner, self.frame, self.sensing)
        self.storage = Storage("/journal", feed)  # a long game is read for longer than the watchdog waits
        self.journal = Journal(self.storage, os.urandom(4).hex())
        self.supply = Supply(supplies.external)
        buttons = (pins.BUTTON_END, pins.BUTTON_UNDO, pins.BUTTON_MENU, pins.BUTTON_OK)
        self.buttons = Buttons([Pin(number, Pin.IN, Pin.PULL_UP) for number in buttons])
        self.display = find_display()
        self.piezo = Piezo(PWM(Pin(pins.PIEZO)), self.settings["sound"])
        lost_files = {"code": "files_lost"} if lost[0] else {}
        found = [lost_files, complaint, sensing_complaint, take_crash(crash_path, self.journal)] + found
        self.complaints = [each for each in found if each]


def find_display():
    """Return the display, None if there is none."""
    wires = open_bus()
    return Oled(wires) if answers(wires, DISPLAY) else None


class Supplies:
    """The pins that could do harm, in their safe state: supplies and multiplexers off."""

    def __init__(self):
        self.lamps = Pin(pins.LAMP_SUPPLY, Pin.OUT, value=0)
        self.sensors = Pin(pins.SENSOR_SUPPLY, Pin.OUT, value=0)
        self.enable_a = Pin(pins.MUX_ENABLE_A, Pin.OUT, value=1)
        self.enable_b = Pin(pins.MUX_ENABLE_B, Pin.OUT, value=1)
        self.external = Pin(pins.EXTERNAL_5V, Pin.IN)


def show_life(lamps):
    """Light one lamp dimly: the tests of all sensors and reading the last game take a second."""
    while lamps.is_busy():
        pass  # the first frame, all dark, lasts four milliseconds
    time.sleep_ms(1)  # after 0.3 ms of a quiet line the lamps take the next bytes for a new frame
    lamps.grb[0:3] = b"\x08\x08\x08"
    lamps.show()


def wait_for_surface(feed) -> str:
    """Return the name of the surface that is plugged in, as soon as there is one; feed the watchdog meanwhile."""
    converter = ADC(Pin(pins.ADC2))
    name = identify(converter)
    if not name:
        print("Treppe: no surface is plugged in: GP28 reads nothing")
    while not name:
        feed()
        time.sleep_ms(_LOOK_MS)
        name = identify(converter)
    return name


def test_sensors(scanner, frame, sensing) -> list[dict]:
    """Test the sensors; return what is wrong, without fields: sensing reports those.

    The scans follow each other without a pause: no piece moves yet.
    """
    test = sensing.begin_test()
    for _ in range(_TEST_SCANS):
        scanner.scan(frame)
        test.update(frame)
    results = self_test.conclude(test, sensing)
    odd = [told for state, told in results if state != "good"]
    return [told for told in odd if "field" not in told and told["code"] != "weights_rough"]


def take_crash(path: str, journal) -> dict:
    """Return the traceback of the last crash as a code, empty if there was none; write it into the journal.

    The journal gets the same traceback once, however often it comes.
    """
    trace = _read(path)
    if not trace:
        return {}
    told = {"code": "crashed", "trace": end_of_trace(trace)}
    try:
        if trace != _read(path + ".told"):
            journal.append({"k": FAULT, "told": told})
        os.rename(path, path + ".told")
    except OSError:
        pass  # a full flash: it is told once more at the next start
    return told


def _read(path: str) -> str:
    """Return what a file says; nothing if there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""

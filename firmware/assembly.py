"""Builds the board: safe pins first, then drivers and sensing for the surface that is plugged in."""

import os
import time
from typing import Any

import pins
import settings
import starts
from drivers.bus import DISPLAY, answers, open_bus
from drivers.buttons import Buttons
from drivers.flash import Storage
from drivers.identity import identify, read_part
from drivers.lamps import Lamps
from drivers.oled import Oled
from drivers.piezo import Piezo
from drivers.supply import Supply
from machine import ADC, PWM, Pin
from treppe import surfaces
from treppe.alphabet.events import FAULT
from treppe.link.journal import Journal
from treppe.runtime import const, end_of_trace
from treppe.sensing import self_test

_LOOK_MS = const(500)  # between two looks for a surface
_TEST_SCANS = const(16)  # at the start; on demand there are more


class Parts:
    """The parts of the board below the table. `complaints` tells what is wrong with them."""

    def __init__(self, settings_path: str, crash_path: str, feed):
        supplies = Supplies()  # safe outputs first
        self.surface = surface = surfaces.load(wait_for_surface(supplies, feed))
        if surface.READER == "PICO":
            supplies.leave()
        settings.is_left_out[0] = not may_load_settings(settings_path)
        self.settings, diagnostic = settings.read(settings_path, surface)
        self.lamps = Lamps(max(surface.LAMPS) + 1, Pin(pins.LAMP_DATA), supplies.lamps)
        show_life(self.lamps)
        kind = __import__("assembly_" + surface.SENSOR)  # the other kind's modules would take 10 kB
        self.scanner, self.sensing, sensing_diagnostic = kind.build_parts(surface, self.settings, supplies)
        self.open_memory = kind.open_memory
        self.frame = self.scanner.frame()
        found = test_sensors(self.scanner, self.frame, self.sensing)
        self.storage = Storage("/journal", feed)  # a long game is read for longer than the watchdog waits
        self.journal = Journal(self.storage, os.urandom(4).hex())
        self.supply = Supply(supplies.external, supplies.revision)
        buttons = (pins.BUTTON_END, pins.BUTTON_UNDO, pins.BUTTON_MENU, pins.BUTTON_OK)
        self.buttons = Buttons([Pin(number, Pin.IN, Pin.PULL_UP) for number in buttons])
        self.display = find_display()
        self.piezo = Piezo(PWM(Pin(pins.PIEZO)), self.settings["sound"])
        found = [diagnostic, sensing_diagnostic, take_crash(crash_path, self.journal)] + found
        self.diagnostics = [each for each in found if each]


def may_load_settings(path: str) -> bool:
    """Tell whether the settings file, if there is one, has not stopped the board."""
    try:
        stored = settings.content(path)
    except OSError:
        return True  # `read` says what is wrong
    return not stored or starts.may_load("settings", stored)


def find_display():
    """Return the display, None if there is none."""
    wires = open_bus()
    return Oled(wires) if answers(wires, DISPLAY) else None


class Supplies:
    """The pins that could do harm, in their safe state: supplies and multiplexers off.

    Until the surface is known no pin is driven high: contacts may join each of them to ground.
    """

    def __init__(self):
        self.lamps: Any = Pin(pins.LAMP_SUPPLY, Pin.OUT, value=0)
        self.sensors = Pin(pins.SENSOR_SUPPLY, Pin.OUT, value=0)
        self.enable_a = Pin(pins.MUX_ENABLE_A, Pin.IN, Pin.PULL_UP)
        self.enable_b = Pin(pins.MUX_ENABLE_B, Pin.IN, Pin.PULL_UP)
        self.external: Any = Pin(pins.EXTERNAL_5V, Pin.IN)
        self.revision = Pin(pins.REVISION, Pin.IN, Pin.PULL_UP)

    def close_multiplexers(self):
        """Drive both enables high, which also feeds the divider that identifies a surface of towers."""
        self.enable_a.init(Pin.OUT, value=1)
        self.enable_b.init(Pin.OUT, value=1)

    def leave(self):
        """Leave the pins to the contacts of a surface that has no supplies to switch."""
        self.lamps = self.external = _nothing


def _nothing(_level=0):
    return 0


def show_life(lamps):
    """Light one lamp dimly: the tests of all sensors and reading the last game take a second."""
    while lamps.is_busy():
        pass  # the first frame, all dark, lasts four milliseconds
    time.sleep_ms(1)  # after 0.3 ms of a quiet line the lamps take the next bytes for a new frame
    lamps.grb[0:3] = b"\x08\x08\x08"
    lamps.show()


def wait_for_surface(supplies, feed) -> str:
    """Return the name of the surface that is plugged in, as soon as there is one; feed the watchdog meanwhile."""
    converter = ADC(Pin(pins.ADC2))
    name = identify(read_part(converter))
    if name == "gpio16":
        return name
    supplies.close_multiplexers()
    name = identify(read_part(converter))
    if not name:
        print("Treppe: no surface is plugged in: GP28 reads nothing")
    while not name:
        feed()
        time.sleep_ms(_LOOK_MS)
        name = identify(read_part(converter))
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
    odd = [diagnostic for state, diagnostic in results if state != "good"]
    return [diagnostic for diagnostic in odd if "field" not in diagnostic and diagnostic["code"] != "weights_rough"]


def take_crash(path: str, journal) -> dict:
    """Return the traceback of the last crash as a code, empty if there was none; write it into the journal.

    The journal gets the same traceback once, however often it comes.
    """
    trace = _read_text(path)
    if not trace:
        return {}
    diagnostic = {"code": "crashed", "trace": end_of_trace(trace)}
    try:
        if trace != _read_text(path + ".reported"):
            journal.append({"k": FAULT, "told": diagnostic})
        os.rename(path, path + ".reported")
    except OSError:
        pass  # a full flash: it is reported once more at the next start
    return diagnostic


def _read_text(path: str) -> str:
    """Return what a file says; nothing if there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""

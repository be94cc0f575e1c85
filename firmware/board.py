"""The board: builds drivers, surface, sensing, table and link, and runs them 100 times a second."""

# ruff: noqa: E402
import gc

# Garbage is collected whenever there is so much of it, from the first import on: what stays then lies close
# together. Without it the heap breaks into small pieces, and a game needs a quarter more of it.
gc.threshold(16_384)

import os
import sys
import time

import pins
from drivers.buttons import Buttons
from drivers.console import Console
from drivers.flash import Storage
from drivers.identity import identify
from drivers.lamps import Lamps
from drivers.piezo import Piezo
from drivers.supply import Supply
from drivers.watchdog import Watchdog
from machine import ADC, I2C, PWM, SPI, Pin, unique_id
from treppe import VERSION, surfaces
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe.runtime import let_go
from treppe.table.lights import Budget, Lights
from treppe.table.quiet import Quiet
from treppe.table.session import Session
from treppe.table.sounds import Sounds

FRAME_MS = 10
LAMPS_EVERY = 3  # frames: the strip gets what it shows 33 times a second
SETTLED_MS = 10_000  # a start that has gone well for so long was a good one
LOOK_MS = 500  # between two looks for a surface
SETTINGS = "/settings.json"


def draw_lot(count: int) -> int:
    """Return a number from 0 on below a small count, at random."""
    return int.from_bytes(os.urandom(2), "little") % count


def read_settings():
    """Return the settings, and what is wrong with their file."""
    import settings

    found = settings.read(SETTINGS)
    let_go("settings")
    return found


def open_bus() -> I2C:
    """Return the bus of display and surface; a chip that holds it is given up after 10 ms."""
    return I2C(0, scl=Pin(pins.I2C_SCL), sda=Pin(pins.I2C_SDA), freq=400_000, timeout=10_000)


def find_display():
    """Return the display, None if there is none."""
    wires = open_bus()
    if 0x3C not in wires.scan():
        return None
    from drivers.oled import Oled

    return Oled(wires)


class Supplies:
    """The pins that can do harm, in their safe state: supplies off, no multiplexer on."""

    def __init__(self):
        self.lamps = Pin(pins.LAMP_SUPPLY, Pin.OUT, value=0)
        self.sensors = Pin(pins.SENSOR_SUPPLY, Pin.OUT, value=0)
        self.enable_a = Pin(pins.MUX_ENABLE_A, Pin.OUT, value=1)
        self.enable_b = Pin(pins.MUX_ENABLE_B, Pin.OUT, value=1)
        self.external = Pin(pins.EXTERNAL_5V, Pin.IN)


def build_reeds(surface, values, supplies):
    """Return driver and sensing of a reed surface, no memory; there is nothing to complain of."""
    from treppe.sensing.reeds import ReedSensing

    if surface.READER == "MCP23017":
        from drivers.reed_expanders import ReedExpanders

        far = I2C(1, scl=Pin(pins.SPI_MOSI), sda=Pin(pins.SPI_SCK), freq=400_000)
        return ReedExpanders(open_bus(), far), ReedSensing(surface, values), None, ""
    from drivers.reed_chain import ReedChain

    clock, sent, received = Pin(pins.SPI_SCK), Pin(pins.SPI_MOSI), Pin(pins.SPI_MISO, Pin.IN, Pin.PULL_UP)
    bus = SPI(0, 1_000_000, polarity=1, phase=0, sck=clock, mosi=sent, miso=received)
    return ReedChain(bus, Pin(pins.REED_LOAD, Pin.OUT, value=1)), ReedSensing(surface, values), None, ""


def build_cells(surface, values, supplies):
    """Return driver, sensing and memory of a tower surface, and what is wrong with its calibration."""
    from treppe.sensing.cells import CellSensing  # first: compiling it takes most

    if sys.platform == "rp2":
        from drivers.cell_registers import RegisterCellMux as CellMux
    else:
        from drivers.cell_mux import CellMux  # type: ignore[assignment]
    from drivers.surface_memory import SurfaceMemory

    memory = SurfaceMemory(open_bus())
    table, complaint = read_calibration(memory.copies(), surface)
    inputs = [ADC(Pin(number)) for number in (pins.ADC0, pins.ADC1, pins.ADC2)]
    numbers = (pins.MUX_SELECT0, pins.MUX_SELECT1, pins.MUX_SELECT2, pins.MUX_SELECT3)
    selects = [Pin(number, Pin.OUT, value=0) for number in numbers]
    driver = CellMux(inputs, selects, supplies.enable_a, supplies.enable_b, supplies.sensors)
    return driver, CellSensing(surface, table, values), memory, complaint


def test_sensors(scanner, frame, surface, sensing) -> list[str]:
    """Look at the sensors before anything else is loaded; return what is not good besides fields, which sensing names.

    They are scanned without a pause, for nothing moves yet.
    """
    from treppe.sensing import self_test

    test = self_test.begin(surface, sensing)
    scanner.scan(frame)
    while not test.update(frame):
        scanner.scan(frame)
    results = self_test.conclude(test, sensing)
    is_named = ("field", "calibration")
    return [f"{name}: {text}" for name, state, text in results if state != "good" and not name.startswith(is_named)]


def read_calibration(copies, surface):
    """Return the newest good calibration among the copies, else the type's own, and what is wrong then."""
    from treppe.sensing import calibration

    return calibration.choose(copies, surface)


def wait_for_surface() -> str:
    """Return the name of the surface that is plugged in, as soon as there is one."""
    converter = ADC(Pin(pins.ADC2))
    name = identify(converter)
    if not name:
        print("Treppe: no surface is plugged in: GP28 reads nothing")
    while not name:
        time.sleep_ms(LOOK_MS)
        name = identify(converter)
    return name


class Board:
    """The whole controller, built for the surface that is plugged in."""

    def __init__(self, crash_path: str = ""):
        """Build everything, once a surface is plugged in. What fell at the last start is told to the host."""
        supplies = Supplies()  # safe outputs first
        values, complaint = read_settings()
        self._settings = values
        name = wait_for_surface()
        surface = surfaces.load(name)
        self._surface_name = name
        build = build_reeds if surface.SENSOR == "reed" else build_cells
        self._scanner, self._sensing, memory, sensing_complaint = build(surface, values, supplies)
        self._frame = self._scanner.frame()
        found = test_sensors(self._scanner, self._frame, surface, self._sensing)
        self._storage = Storage("/journal")
        self._journal = Journal(self._storage, os.urandom(4).hex())
        given = (self._keep_setting, draw_lot, memory, self._look_at_parts)
        self._session = Session(surface, self._sensing, self._journal, values, *given)
        self._lamps = Lamps(max(surface.LAMPS) + 1, Pin(pins.LAMP_DATA), supplies.lamps)
        self._lights = Lights(surface, self._lamps.grb)
        self._budget = Budget(surface.SENSOR)
        self._supply = Supply(supplies.external)
        buttons = (pins.BUTTON_END, pins.BUTTON_UNDO, pins.BUTTON_MENU, pins.BUTTON_OK)
        self._buttons = Buttons([Pin(number, Pin.IN, Pin.PULL_UP) for number in buttons])
        self._display = find_display()
        self._piezo = Piezo(PWM(Pin(pins.PIEZO)), values["sound"])
        self._sounds = Sounds(self._session)
        found = [complaint, sensing_complaint, self._take_crash(crash_path)] + found
        complaints = [text for text in found if text]
        identity = unique_id().hex()
        hello = {"firmware": VERSION, "board": identity, "surface": name, "complaints": complaints}
        self._link = Link(Console(), self._journal, hello, self._command)
        self._image_version = self._slowest_ms = self._num_frames = 0
        self._shown_version = -1
        self._quiet = Quiet()
        self._offer_streams(self._session, self._sensing)

    def _offer_streams(self, session, sensing):
        offer = self._link.stream
        offer("lamps", lambda: session.roles_version, lambda: {"roles": str(session.roles, "ascii")})
        offer("image", lambda: self._image_version, lambda: {"fields": sensing.image.hex()})
        offer("display", lambda: session.display_version, lambda: session.display)
        # For who tunes: each scan as it comes, and what its readings mean.
        offer("calibration", lambda: sensing.serial, lambda: {"record": sensing.record().hex()})
        offer("raw", lambda: self._num_frames, lambda: {"n": self._num_frames, "frame": bytes(self._frame).hex()})

    def _take_crash(self, path):
        """Put what the last crash said into the journal; return it in one line, empty if there was none."""
        try:
            with open(path) as file:
                words = file.read().strip().split("\n")
        except OSError:
            return ""
        text = "the firmware crashed: " + " / ".join([word.strip() for word in words[-3:]])[:300]
        try:
            self._journal.append({"k": "fault", "text": text})
        except OSError:
            return text  # and once more at the next start
        os.rename(path, path + ".told")
        return text

    def _command(self, name, fields):
        """Carry out a host's command: `ping`, `figures`, `frame` (what the sensors read), `settings` here, all others
        at the table.
        """
        if name == "ping":
            return {}
        if name == "figures":
            return self._figures()
        if name == "frame":
            return {"hex": bytes(self._frame).hex()}
        if name == "settings":
            import tuning  # seldom needed

            answer = tuning.change(self._settings, self._sensing, fields, SETTINGS)
            let_go("tuning")
            let_go("settings")
            return answer
        return self._session.command(name, fields)

    def _keep_setting(self, name, value):
        """Let a setting take effect and keep it; raise InvalidSettings, or ValueError for a field that is none."""
        import settings

        settings.check(name, value)
        changed = dict(self._settings)
        changed[name] = value
        if name.startswith(("reed_", "cell_")):
            self._sensing.apply(changed)
        settings.keep(SETTINGS, name, value)
        let_go("settings")
        self._settings[name] = value
        self._piezo.may_sound = self._settings["sound"]

    def _figures(self) -> dict:
        """Return what `treppe doctor` asks: memory and flash in bytes, longest frame, supply, link."""
        gc.collect()
        figures = {
            "python": sys.version.split(" on ")[0].split(" v")[-1],
            "heap": gc.mem_free(),
            "flash": self._storage.free(),
        }
        figures["supply_mv"] = self._supply.read_mv()
        figures["external"] = bool(self._supply.is_external())
        figures["slowest_ms"], self._slowest_ms = self._slowest_ms, 0
        figures["i2c"] = open_bus().scan()
        figures["bad_lines"], figures["resends"] = self._link.bad_lines, self._link.resends
        return figures

    def _look_at_parts(self):
        """Test what is not sensing's: supply, identity, select lines, memory, display."""
        from drivers import parts

        found = parts.look(self._surface_name, self._supply)
        let_go("drivers.parts")
        return found

    def show_crash(self):
        """Light every fourth lamp red: the firmware has crashed and starts anew."""
        grb = self._lamps.grb
        for at in range(len(grb)):
            grb[at] = 40 if at % 12 == 1 else 0
        self._lamps.show()

    def run(self, settled=None):
        """Scan, explain, light and talk, 100 times a second, until Ctrl-C; the watchdog is on meanwhile.

        `settled` is called when it has gone well for a while.
        """
        watchdog = Watchdog()
        self._storage.on_access = watchdog.feed  # a long game is read for longer than the watchdog waits
        try:
            self._loop(watchdog.feed, settled)
        finally:
            watchdog.stop()

    def _loop(self, feed, settled):
        frame = self._frame
        now_ms = 0
        last = due = time.ticks_ms()
        while True:
            ticks = time.ticks_ms()
            now_ms += time.ticks_diff(ticks, last)  # goes on where ticks wrap
            last = ticks
            feed()
            self._scanner.scan(frame)
            self._tick(frame, now_ms)
            self._num_frames += 1
            self._light(now_ms, self._num_frames % LAMPS_EVERY == 0)
            self._show()
            self._collect(now_ms)
            due = time.ticks_add(due, FRAME_MS)
            spare_ms = time.ticks_diff(due, time.ticks_ms())
            self._slowest_ms = max(self._slowest_ms, FRAME_MS - spare_ms)
            if settled and now_ms > SETTLED_MS:
                settled()
                settled = None
            if spare_ms < 0:
                due = time.ticks_ms()  # what was missed is not made up for
            time.sleep_ms(max(0, spare_ms))

    def _tick(self, frame, now_ms):
        if self._sensing.update(frame):
            self._image_version += 1
        self._session.tick(now_ms, self._buttons.scan())
        self._link.tick(now_ms)
        sound = self._sounds.due()
        if sound:
            self._piezo.play(sound, now_ms)
        self._piezo.tick(now_ms)

    def _collect(self, now_ms):
        """Sweep up while nobody waits for a light: else the collector comes in the midst of a move."""
        session = self._session
        version = self._image_version + session.roles_version + session.display_version
        if self._quiet.is_due(now_ms, version, self._link.lease_active):
            gc.collect()

    def _show(self):
        """Let the display follow the session, a line a frame."""
        if self._display:
            if self._session.display_version != self._shown_version:
                self._shown_version = self._session.display_version
                self._display.show(self._session.display["lines"])
            self._display.tick()

    def _light(self, now_ms, is_due):
        """Show what has changed at once; what has not is sent again now and then, for a strip may have missed it."""
        if self._lamps.is_busy():
            return  # half of one frame and half of another might draw more than either
        session, percent = self._session, self._settings["brightness_percent"]
        light_ma = self._budget.look(self._supply.is_external(), self._supply.read_mv(), now_ms)
        if self._lights.show(session.roles, session.roles_version, now_ms, percent, light_ma) or is_due:
            self._lamps.show()


def run(crash_path: str = "", settled=None):
    """Build the board and run it (see `Board.run`); a crash is shown by the lamps and raised."""
    board = Board(crash_path)
    try:
        board.run(settled)
    except Exception:
        board.show_crash()
        raise

"""Builds the parts below the table for a browser: readings come from plain_world, nothing has pins."""

import os

import plain_world
import settings
from drivers.bus import open_bus
from drivers.flash import Storage
from drivers.surface_memory import SurfaceMemory
from machine import unique_id
from treppe.link.journal import Journal
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing


class Lamps:
    """A strip without lamps: the page shows roles."""

    def __init__(self, count):
        self.grb = bytearray(3 * count)

    def is_busy(self):
        """Tell whether a frame is being sent."""
        return False

    def show(self):
        """Send a frame."""


class Supply:
    """A good supply of its own."""

    def read_mv(self):
        return 5000

    def is_external(self):
        """Tell whether it is not USB."""
        return True

    feeds_lamps = is_external


class Buttons:
    """Presses as the driver tells them: bits 0 to 3, and with bit 4 those that were long."""

    def __init__(self):
        self.presses = 0

    def scan(self):
        """Return the presses since the last frame."""
        presses, self.presses = self.presses, 0
        return presses


class Piezo:
    """Silent."""

    may_sound = False

    def play_figure(self, _figure, _now_ms):
        """Begin a figure."""

    def tick(self, _now_ms):
        """Go on with it."""


class Parts:
    """What Board takes, see the firmware's assembly.py."""

    def __init__(self, settings_path, _crash_path, _feed):
        self.surface = surface = plain_world.world.surface
        self.settings, diagnostic = settings.read(settings_path, surface)
        self.scanner = plain_world.world
        self.frame = self.scanner.frame()
        self.sensing = _sensing(surface, self.settings)
        self.storage = Storage("/" + unique_id().hex())  # each board has its own
        self.journal = Journal(self.storage, os.urandom(4).hex())
        self.lamps = Lamps(max(surface.LAMPS) + 1)
        self.supply = Supply()
        self.buttons = Buttons()
        self.display = None
        self.open_memory = _open_memory if plain_world.world.kind.IS_CALIBRATED else None
        self.piezo = Piezo()
        self.diagnostics = [diagnostic] if diagnostic else []


def _open_memory(kind="calibration"):
    return SurfaceMemory(open_bus(), kind)


def _sensing(surface, values):
    if plain_world.world.kind.IS_CALIBRATED:
        return CellSensing(surface, plain_world.world.calibration, values)
    return ReedSensing(surface, values)

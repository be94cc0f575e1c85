"""Builds what a tower surface needs, see assembly.py."""

import sys

import pins
import starts
from drivers.bus import open_bus
from drivers.surface_memory import SurfaceMemory
from machine import ADC, Pin
from treppe.sensing import stored
from treppe.sensing.cells import CellSensing

if sys.platform == "rp2":
    from drivers.cell_registers import RegisterCellMux as CellMux
else:
    from drivers.cell_mux import CellMux  # type: ignore[assignment]


def open_memory(kind: str = "calibration"):
    """Return the surface's memory for a kind of record."""
    return SurfaceMemory(open_bus(), kind)


def build_parts(surface, values, supplies):
    """Return driver and sensing of a tower surface, and what is wrong with its calibration."""
    copies = open_memory().copies()
    if any(copies) and not starts.may_load("calibration", b"".join(copies)):
        copies = []  # a diagnostic of its own says so
    table, diagnostic = stored.choose_copy(copies, surface)
    inputs = [ADC(Pin(number)) for number in (pins.ADC0, pins.ADC1, pins.ADC2)]
    numbers = (pins.MUX_SELECT0, pins.MUX_SELECT1, pins.MUX_SELECT2, pins.MUX_SELECT3)
    selects = [Pin(number, Pin.OUT, value=0) for number in numbers]
    driver = CellMux(inputs, selects, supplies.enable_a, supplies.enable_b, supplies.sensors)
    return driver, CellSensing(surface, table, values), diagnostic

"""Figures of the controller for `treppe doctor`: memory, flash, supply, bus, link."""

import gc
import sys

from drivers.bus import DISPLAY, MEMORY, answers, open_bus


def take(storage, supply, link, slowest_ms: int) -> dict:
    """Return free heap and flash in bytes, the longest frame, supply, addresses on the bus, and the link's counters."""
    gc.collect()
    wires = open_bus()
    python = sys.implementation
    return {
        "python": f"{python.name} {python.version[0]}.{python.version[1]}.{python.version[2]}",
        "heap": gc.mem_free(),
        "flash": storage.free(),
        "supply_mv": supply.read_mv(),
        "external": bool(supply.is_external()),
        "slowest_ms": slowest_ms,
        "i2c": [address for address in (DISPLAY, MEMORY) if answers(wires, address)],
        "bad_lines": link.bad_lines,
        "resends": link.resends,
    }

"""Calibrations and checks of a tower surface, led by lamps: loaded when the first one begins."""

# Each after those that it imports: loaded by each other they would lie deep in a Pico's stack.
# ruff: noqa: I001
from treppe.sensing.calibrating import steady
from treppe.sensing.calibrating import guided
from treppe.sensing.calibrating import curve
from treppe.sensing.calibrating import field_table, procedure, quick_check, unfinished, upload

__all__ = ("curve", "field_table", "guided", "procedure", "quick_check", "steady", "unfinished", "upload")

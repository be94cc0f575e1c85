"""Calibrations and checks of a tower surface, led by lamps: loaded when one begins, and let go after it."""

# Each after those that it imports: loaded by each other they would lie deep in a Pico's stack.
# ruff: noqa: I001
from treppe.sensing.calibrating import steady
from treppe.sensing.calibrating import guided
from treppe.sensing.calibrating import curve
from treppe.sensing.calibrating import field_table, given, procedure, quick_check, unfinished

__all__ = ("curve", "field_table", "given", "guided", "procedure", "quick_check", "steady", "unfinished")

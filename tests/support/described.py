"""The hardware as the checkout describes it, read once for all tests of a process."""

from pathlib import Path

from treppe_hardware import read_hardware

HARDWARE = read_hardware(Path(__file__).parents[2])

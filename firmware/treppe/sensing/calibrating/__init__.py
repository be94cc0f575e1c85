"""Calibrations and checks of a tower surface, led by lamps: loaded when one begins, and let go after it."""

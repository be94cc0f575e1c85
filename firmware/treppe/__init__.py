"""Treppe: a controller for physical board games. This package runs unchanged on MicroPython and CPython."""

VERSION = "0.1.0"

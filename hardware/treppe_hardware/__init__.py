"""Checks the hardware described in `hardware/*.toml`, and generates files from it."""

from treppe_hardware.build import build, build_variant, render_all
from treppe_hardware.descriptions.description import Hardware, read_hardware, read_variant
from treppe_hardware.descriptions.source import InvalidDescription

__all__ = [
    "Hardware",
    "InvalidDescription",
    "build",
    "build_variant",
    "read_hardware",
    "read_variant",
    "render_all",
]

"""Checks the hardware described in `hardware/*.toml`, and generates files from it."""

from hardware.tools.build import build, build_variant, render_all
from hardware.tools.descriptions.description import Hardware, read_hardware, read_variant
from hardware.tools.descriptions.source import InvalidDescription

__all__ = [
    "Hardware",
    "InvalidDescription",
    "build",
    "build_variant",
    "read_hardware",
    "read_variant",
    "render_all",
]

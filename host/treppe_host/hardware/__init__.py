"""Hardware described in `hardware/*.toml`: what is generated from it, and what is checked."""

from treppe_host.hardware.build import build, build_variant, render_all
from treppe_host.hardware.description import Hardware, read_hardware, read_variant
from treppe_host.hardware.source import InvalidDescription

__all__ = [
    "Hardware",
    "InvalidDescription",
    "build",
    "build_variant",
    "read_hardware",
    "read_variant",
    "render_all",
]

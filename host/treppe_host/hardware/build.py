"""Writes what is generated from the descriptions, and touches nothing that is right already."""

from collections.abc import Callable
from pathlib import Path

from treppe_host.hardware.description import FOLDER, Hardware, read_hardware
from treppe_host.hardware.tables import render_module, render_pin_table, render_pins

TABLE_FOLDER = Path("firmware/treppe/surfaces")
GENERATED = FOLDER / "generated"


def render_all(hardware: Hardware) -> dict[Path, bytes]:
    """Return every generated file of a checkout: its path from the top folder, and its content."""
    files: dict[Path, bytes] = {}
    for surface in hardware.surfaces.values():
        if surface.within is None:
            files[TABLE_FOLDER / f"{surface.name}.py"] = render_module(surface).encode()
    files[Path("firmware/pins.py")] = render_pins(hardware.controller).encode()
    files[GENERATED / "pins.md"] = render_pin_table(hardware.controller).encode()
    return files


def build(root: Path, render: Callable[[Hardware], dict[Path, bytes]] = render_all) -> list[Path]:
    """Write what is generated from the descriptions under `root`; return the files that changed."""
    return write_changed(root, render(read_hardware(root)))


def write_changed(root: Path, files: dict[Path, bytes]) -> list[Path]:
    """Write those of the files whose content differs; return them."""
    changed = []
    for path, content in files.items():
        target = root / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            changed.append(target)
    return changed

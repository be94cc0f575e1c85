from pathlib import Path

import pytest
from described import HARDWARE
from treppe_hardware import render_all
from treppe_hardware.boards.kicad_api import load_kicad


@pytest.fixture(scope="session")
def kicad() -> object:
    """KiCad's library; who takes it needs KiCad, see `needs.FIXTURES`."""
    return load_kicad()


@pytest.fixture(scope="session")
def generated() -> dict[Path, bytes]:
    """What is generated from the hardware's descriptions, by path from the top folder."""
    return render_all(HARDWARE)

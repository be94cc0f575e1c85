from pathlib import Path

import pytest

from hardware.tools import read_hardware, render_all


@pytest.fixture(scope="session")
def generated() -> dict[Path, bytes]:
    """What is generated from the hardware's descriptions, by path from the top folder."""
    return render_all(read_hardware(Path(__file__).parents[2]))

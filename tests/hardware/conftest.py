from pathlib import Path

import pytest
from described import HARDWARE

from hardware.tools import render_all


@pytest.fixture(scope="session")
def generated() -> dict[Path, bytes]:
    """What is generated from the hardware's descriptions, by path from the top folder."""
    return render_all(HARDWARE)

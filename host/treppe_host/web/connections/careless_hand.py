"""A careless hand on a simulated board: now and then it puts pieces like the simulated people of treppe_sim."""

import random

from treppe_sim.cells import Cells
from treppe_sim.hands import RATES
from treppe_sim.parameters import PARAMETERS
from treppe_sim.reeds import CAREFUL_SD_MM, Reeds

_REST_MS = (100.0, 1500.0)


def take_care(sensors: Cells | Reeds) -> None:
    """Let the next piece land gently in the middle of its field."""
    if isinstance(sensors, Cells):
        sensors.is_abrupt, sensors.hand_rests_ms = False, (0.0, 0.0)
    else:
        sensors.put_sd_mm = CAREFUL_SD_MM


def put_carelessly(sensors: Cells | Reeds) -> list[str]:
    """Let the next piece land carelessly; return the ways: `beside` the centre, `abrupt`, `rest` of the hand."""
    if isinstance(sensors, Cells):
        ways = [each for each in ("abrupt", "rest") if random.random() < RATES[each]]
        sensors.is_abrupt = "abrupt" in ways
        sensors.hand_rests_ms = _REST_MS if "rest" in ways else (0.0, 0.0)
    else:
        ways = ["beside"] if random.random() < RATES["off_centre"] else []
        sensors.put_sd_mm = PARAMETERS["hand"]["put_sd_mm_per_axis"] if ways else CAREFUL_SD_MM
    return ways

"""How a careless hand puts pieces on a simulated board: now and then as the people of treppe_sim do."""

import random

from treppe_sim.cells import Cells
from treppe_sim.hands import RATES
from treppe_sim.parameters import PARAMETERS
from treppe_sim.reeds import CAREFUL_SD_MM, Reeds

_REST_MS = (100.0, 1500.0)


def take_care(sensors: Cells | Reeds) -> None:
    """Put what comes next into the middle of its field, gently."""
    if isinstance(sensors, Cells):
        sensors.is_abrupt, sensors.hand_rests_ms = False, (0.0, 0.0)
    else:
        sensors.put_sd_mm = CAREFUL_SD_MM


def slip(sensors: Cells | Reeds) -> list[str]:
    """Put what comes next carelessly, in this or that way; return in which: `beside` the centre, `abrupt`, `rest`."""
    if isinstance(sensors, Cells):
        slips = [each for each in ("abrupt", "rest") if random.random() < RATES[each]]
        sensors.is_abrupt = "abrupt" in slips
        sensors.hand_rests_ms = _REST_MS if "rest" in slips else (0.0, 0.0)
    else:
        slips = ["beside"] if random.random() < RATES["off_centre"] else []
        sensors.put_sd_mm = PARAMETERS["hand"]["put_sd_mm_per_axis"] if slips else CAREFUL_SD_MM
    return slips

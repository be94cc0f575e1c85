"""What can break, by name: for tests, for the bench, and to see what the board says of it."""

from treppe_sim.cells import Cells
from treppe_sim.errors import SimulationError
from treppe_sim.reeds import Reeds
from treppe_sim.world import World

NAMES = ("stuck reed", "dead reed", "broken chain", "open hall", "lost magnet", "reference gone", "dead lamp", "sag")
_SAG_V = 4.2


class NoSuchFault(SimulationError):
    """Nothing of this name can break on this surface."""


def break_part(world: World, name: str, number: int = 0) -> None:
    """Break something: field `number` (reeds, Halls), chip (chain), multiplexer (reference), lamp; a sag has none."""
    sensors = world.sensors
    if name == "dead lamp":
        world.dark_from = number
    elif name == "sag":
        world.supply_v = _SAG_V
    elif isinstance(sensors, Reeds) and name in ("stuck reed", "dead reed"):
        sensors.stuck[number] = name == "stuck reed"
    elif isinstance(sensors, Reeds) and name == "broken chain":
        sensors.chips = number
    elif isinstance(sensors, Cells) and name in ("open hall", "lost magnet"):
        sensors.breaks[world.surface.CHANNELS[number]] = 3.0 if name == "open hall" else 2050.0
    elif isinstance(sensors, Cells) and name == "reference gone":
        sensors.breaks[16 * number + 15] = 3.0
    else:
        raise NoSuchFault(f"{world.surface.NAME} has no {name!r} to break; there are: {', '.join(NAMES)}")

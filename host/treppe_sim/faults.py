"""What can break, by name: for tests, for the bench, and to see what the board says of it."""

from treppe_sim.cells import Cells
from treppe_sim.errors import SimulationError
from treppe_sim.reeds import Reeds
from treppe_sim.world import World

_SAG_V = 4.2
# What the multiplexer sees then, in codes of the converter.
_HALLS = {"open hall": 3.0, "shorted hall": 4094.0, "lost magnet": 2050.0, "jammed platform": 3840.0}
_REEDS = ("stuck reed", "dead reed", "chattering reed", "broken chain")
NAMES = (*_REEDS, *_HALLS, "reference gone", "noisy converter", "dead lamp", "sag")


class NoSuchFault(SimulationError):
    """Nothing of this name can break on this surface."""


def break_part(world: World, name: str, number: int = 0) -> None:
    """Break something: field `number` (reeds, Halls), chip (chain), multiplexer (reference), lamp; others have none."""
    sensors = world.sensors
    if name == "dead lamp":
        world.dark_from = number
    elif name == "sag":
        world.supply_v = _SAG_V
    elif isinstance(sensors, Reeds) and name in ("stuck reed", "dead reed"):
        sensors.stuck[number] = name == "stuck reed"
    elif isinstance(sensors, Reeds) and name == "chattering reed":
        sensors.chattering.add(number)
    elif isinstance(sensors, Reeds) and name == "broken chain":
        sensors.chips = number
    elif isinstance(sensors, Cells) and name in _HALLS:
        sensors.breaks[world.surface.CHANNELS[number]] = _HALLS[name]
    elif isinstance(sensors, Cells) and name == "reference gone":
        sensors.breaks[16 * number + 15] = 3.0
    elif isinstance(sensors, Cells) and name == "noisy converter":
        sensors.noise_codes = 5.0
    else:
        raise NoSuchFault(f"{world.surface.NAME} has no {name!r} to break; there are: {', '.join(NAMES)}")


def mend(world: World) -> None:
    """Make everything whole again."""
    world.dark_from = 1 << 16
    world.supply_v = 5.0
    world.sensors.mend()

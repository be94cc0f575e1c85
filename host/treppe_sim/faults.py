"""Faults of a simulated board, by name: for tests, and for people who want to see how a board reports them.

In words a fault is NAME or NAME:PART, `open hall:c4`; blanks may be hyphens. The part is a field (reeds, Halls, lamps),
a tile of the reed chain (1 to 9) or a multiplexer (0 to 3); without one it is in the middle.
"""

from types import ModuleType

from treppe_sim.errors import SimulationError
from treppe_sim.world import SENSORS, World, sensors_of

_SAG_V = 4.2
_EVERYWHERE = ("dead lamp", "sag")
NAMES = (*(name for kind in SENSORS.values() for name in kind.FAULTS), *_EVERYWHERE)
_WHOLE = ("sag", "noisy converter")  # these have no part
_MIDDLE = {"broken chain": "4", "reference gone": "1"}
_PARTS = {"broken chain": "they are the tiles 1 to 9", "reference gone": "they are the multiplexers 0 to 3"}


class NoSuchFault(SimulationError):
    """Nothing of this name can break on this surface."""


def names_for(surface: ModuleType) -> list[str]:
    """Return what can break on a board with this surface."""
    return [*sensors_of(surface).FAULTS, *_EVERYWHERE]


def break_named(world: World, text: str) -> None:
    """Break the part that a text names, see above; raise NoSuchFault."""
    head, _, part = text.partition(":")
    name = head.strip().replace("-", " ")
    if name not in names_for(world.surface):
        raise NoSuchFault(f"{world.surface.NAME} has no {name!r} to break; there are: {_listed(world.surface)}")
    break_part(world, name, _number_of(world.surface, name, part.strip()))


def _listed(surface: ModuleType) -> str:
    return ", ".join(name.replace(" ", "-") for name in names_for(surface))


def _number_of(surface: ModuleType, name: str, part: str) -> int:
    if name in _WHOLE:
        return 0
    part = part or _MIDDLE.get(name, surface.NAMES[surface.FIELDS // 2])
    if name == "broken chain" and part in tuple("123456789"):
        return 2 * (int(part) - 1)
    if name == "reference gone" and part in tuple("0123"):
        return int(part)
    if name in _MIDDLE or part not in surface.NAMES:
        raise NoSuchFault(f"{name} has no part {part!r}: {_PARTS.get(name, 'they are fields, as c4')}")
    field: int = surface.NAMES.index(part)
    return int(surface.LAMPS[field]) if name == "dead lamp" else field


def break_part(world: World, name: str, number: int = 0) -> None:
    """Break something: field `number` (reeds, Halls), chip (chain), multiplexer (reference), lamp; others have none."""
    if name == "dead lamp":
        world.dark_from = number
    elif name == "sag":
        world.supply_v = _SAG_V
    elif name in world.sensors.FAULTS:
        world.sensors.break_part(name, number)
    else:
        raise NoSuchFault(f"{world.surface.NAME} has no {name!r} to break; there are: {', '.join(NAMES)}")


def mend(world: World) -> None:
    """Mend every fault."""
    world.dark_from = 1 << 16
    world.supply_v = 5.0
    world.sensors.mend()

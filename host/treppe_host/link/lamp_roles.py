"""What the lamps' roles mean to hands: sets of their characters, for pages, for people who are simulated."""

from treppe.table.show.roles import CAME_FROM as _CAME_FROM
from treppe.table.show.roles import REMOVE

from treppe_host.link.protocol import roles


def _those_of(name: str) -> frozenset[str]:
    return frozenset(role for role, each in roles().items() if name in each.sets)


LIFTS = _those_of("lifts")
"""A piece that may be lifted."""
TARGETS = _those_of("targets")
"""A field on which the action may go on."""
SUPPLIED = _those_of("supplied")
"""A field that wants a piece from beside the board."""
OFFERS = _those_of("offers")
"""What a player may do now."""
REMOVED = chr(REMOVE)
CAME_FROM = chr(_CAME_FROM)

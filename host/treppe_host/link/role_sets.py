"""What the lamps' roles mean to hands: sets of the roles' characters, by the table of the protocol."""

from treppe.alphabet import roles as _roles

from treppe_host.link.protocol import roles

REMOVED = chr(_roles.REMOVE)
CAME_FROM = chr(_roles.CAME_FROM)


def _those_of(name: str) -> frozenset[str]:
    return frozenset(role for role, each in roles().items() if name in each.sets)


LIFTS = _those_of("lifts")
"""A piece that may be lifted."""
TARGETS = _those_of("targets")
"""A field on which the action may go on."""
SUPPLIED = _those_of("supplied")
"""A field that needs a piece from beside the board."""
OFFERS = _those_of("offers")
"""What a player may do now."""

"""What the lamps' roles mean to hands: sets of the firmware's characters, for pages, for people who are simulated."""

from treppe.table.show import roles


def _characters(*numbers: int) -> frozenset[str]:
    return frozenset(map(chr, numbers))


LIFTS = _characters(roles.MAY_LIFT, *range(roles.PLAYER, roles.PLAYER + 4))
"""A piece that may be lifted."""
TARGETS = _characters(roles.MAY_GO, roles.BUILD, roles.CAPTURE)
"""A field on which the action may go on."""
SUPPLIED = _characters(roles.BUILD, *roles.PUTS)
"""A field that wants a piece from beside the board."""
REMOVED = chr(roles.REMOVE)
CAME_FROM = chr(roles.CAME_FROM)
OFFERS = LIFTS | TARGETS | {chr(roles.WAY)}
"""What a player may do now."""

"""What a game has printed on the plate of its surface, for whoever draws that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CROWN = "crown"
TOWER = "tower"
RING = "ring"  # around a first place, in a player's colour if it is always his
DASHED_RING = "dashed ring"  # the same, of a smaller board
SEATS = "seats"  # whose place it is, by how many play
DOT = "dot"  # a player's piece begins here
DISC = "disc"  # a small disc in one of the seven colours of discs
NUMBER = "number"
FRAME = "frame"  # dashed, around the fields from the first to the last
EASTWARDS = "eastwards"  # chevrons on the field's eastern edge
GOAL = "goal"  # a line on the western edge of the fields, from the first to the last


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, on one surface field or on the fields between two corners; `colour` is a player's or a disc's."""

    kind: str
    fields: tuple[int, ...]
    colour: int = -1
    text: str = ""
    seats: tuple[tuple[str, int], ...] = ()
    """(how many play, the player), as `("2+2", 1)` for teams."""


def seats_at(
    place: object, by_players: Mapping[int, Sequence[object]], teams: Sequence[object] = ()
) -> tuple[tuple[str, int], ...]:
    """Return who has a place, from the places of all players in the order of play, by how many play, and in teams."""
    found = [(str(count), list(places).index(place)) for count, places in by_players.items() if place in places]
    if place in teams:
        found.append(("2+2", list(teams).index(place)))
    return tuple(found)

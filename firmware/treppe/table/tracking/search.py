"""The beam search: the cheapest stories of some events. A pure function; the beam after each event may be kept."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.tracking import costs
from treppe.table.tracking.stories import Story, extend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.tracking.positions import Positions
    from treppe.table.tracking.stories import Event
    from treppe.table.types import Job

BEAM = const(10)
_FEW = const(3)


def tell(positions: "Positions", stories: list[Story], event: "Event") -> "Job":
    """Work out the cheapest stories after one more event, the cheapest first; a story a piece, see job.py."""
    best: dict[bytes, Story] = {}
    for number, story in enumerate(stories):
        for longer in (yield extend(positions, story, event, number < _FEW)):
            other = best.get(longer.position.key)
            if other is None or longer.cost < other.cost:
                best[longer.position.key] = longer
    return [story for _, story in ranked(list(best.values()), event[1])][:BEAM]


def ranked(stories: "Sequence[Story]", now_ms: int) -> list[tuple[int, Story]]:
    """Return stories with what they cost now, the cheapest first, without those that nobody tells any more."""
    told = [(story.total(now_ms), number, story) for number, story in enumerate(stories)]
    told.sort(key=lambda each: each[:2])
    return [(cost, story) for cost, _, story in told if cost < told[0][0] + costs.FORGOTTEN]


def common(one: "tuple[int, ...]", other: "tuple[int, ...]") -> int:
    """Return with how many of the same actions both begin."""
    number = 0
    while number < len(one) and number < len(other) and one[number] == other[number]:
        number += 1
    return number

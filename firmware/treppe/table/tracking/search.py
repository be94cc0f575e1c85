"""The beam search: the cheapest stories of some events. A pure function; the beam after each event may be kept."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.tracking import costs
from treppe.table.tracking.stories import Story, extend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.tracking.positions import Positions
    from treppe.table.tracking.stories import Event

BEAM = const(10)


def tell(positions: "Positions", stories: list[Story], events: "Sequence[Event]") -> list[Story]:
    """Return the cheapest stories after some more events, the cheapest first."""
    for event in events:
        longer: list[Story] = []
        for story in stories:
            longer += extend(positions, story, event)
        stories = [story for _, story in ranked(positions, _merged(longer), event[1])][:BEAM]
    return stories


def ranked(positions: "Positions", stories: list[Story], now_ms: int) -> list[tuple[int, Story]]:
    """Return stories with what they cost now, the cheapest first, without those that nobody tells any more."""
    told = [(story.total(positions, now_ms), number, story) for number, story in enumerate(stories)]
    told.sort(key=lambda each: each[:2])
    return [(cost, story) for cost, _, story in told if cost < told[0][0] + costs.FORGOTTEN]


def _merged(stories: list[Story]) -> list[Story]:
    """Return the cheapest story of each position."""
    best: dict[bytes, Story] = {}
    for story in stories:
        other = best.get(story.position.key)
        if other is None or story.cost < other.cost:
            best[story.position.key] = story
    return list(best.values())


def common(one: "tuple[int, ...]", other: "tuple[int, ...]") -> int:
    """Return with how many of the same actions both begin."""
    number = 0
    while number < len(one) and number < len(other) and one[number] == other[number]:
        number += 1
    return number

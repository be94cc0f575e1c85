"""What to do about the stories that are told: one page."""

from typing import TYPE_CHECKING

from treppe.table.tracking import costs
from treppe.table.tracking.search import common, ranked

if TYPE_CHECKING:
    from treppe.table.tracking.positions import Positions
    from treppe.table.tracking.stories import Story


class Decision:
    """`record`: the actions that count, since the position that nobody doubts. `offers` are asked about, in this order.

    `astray` are fields that have differed from the position for long, something missing or too much: the display names
    them, and lamps lead back.
    """

    def __init__(self, record: "tuple[int, ...]", offers: "list[tuple[int, ...]]", astray: list[int]):
        self.record = record
        self.offers = offers
        self.astray = astray


def decide(
    positions: "Positions", stories: "list[Story]", recorded: "tuple[int, ...]", now_ms: int, quiet_ms: int
) -> Decision:
    """Return what to record, to ask and to lead back, for the stories after the last event."""
    told = ranked(positions, stories, now_ms)
    cheapest, best = told[0]
    sure = len(best.actions)
    asked: list[tuple[int, ...]] = []
    for cost, story in told:
        same = common(best.actions, story.actions)
        goes_on = same in (len(story.actions), len(best.actions))  # one of the two is the other one, unfinished
        if story is not best and cost - cheapest < (costs.UNFINISHED if goes_on else costs.OTHERWISE):
            sure = min(sure, same)
        elif story is not best:
            continue
        if story.actions not in asked:
            asked.append(story.actions)
    if best.is_disturbed(positions):
        sure = min(sure, common(best.actions, recorded))
    record = _keep(told, recorded, best.actions[:sure])
    asked = [actions for actions in asked if common(actions, record) < len(actions)]
    is_due = quiet_ms >= (costs.AT_REST_MS if best.is_clean() else costs.ASKED_MS)
    is_asked = is_due and bool(asked) and (len(asked) > 1 or asked[0] != record)
    astray: list[int] = []
    if not best.is_clean() and quiet_ms >= costs.ASTRAY_MS and not is_asked:
        astray = [item[0] for item in best.open if not item[3]]
    return Decision(record, asked if is_asked else [], astray)


def _keep(told: "list[tuple[int, Story]]", recorded: "tuple[int, ...]", record: "tuple[int, ...]") -> "tuple[int, ...]":
    """Return what counts: what is recorded already stays as long as a story tells of it that is hardly dearer."""
    if recorded == record[: len(recorded)]:
        return record
    cheapest, best = told[0]
    for cost, story in told:
        is_told = story.actions[: len(recorded)] == recorded
        if is_told and (story is best or cost - cheapest < costs.UNFINISHED):
            return recorded
    return record

"""What to do about the stories that are told: one page."""

from typing import TYPE_CHECKING

from treppe.table.tracking import costs
from treppe.table.tracking.search import common, ranked

if TYPE_CHECKING:
    from treppe.table.tracking.stories import Story


class Decision:
    """`record`: the actions that count, since the position that nobody doubts. `offers` are asked about, in this order.

    `best` is the cheapest story.
    """

    def __init__(self, record: "tuple[int, ...]", offers: "list[tuple[int, ...]]", best: "Story"):
        self.record = record
        self.offers = offers
        self.best = best


def decide(stories: "list[Story]", recorded: "tuple[int, ...]", now_ms: int, quiet_ms: int) -> Decision:
    """Return what to record and to ask, for the stories after the last event."""
    told = ranked(stories, now_ms)
    cheapest, best = told[0]
    sure = len(best.actions)
    asked: list[tuple[int, ...]] = []
    num_clean = 0  # of those, which come first
    for cost, story in told:
        same = common(best.actions, story.actions)
        # One of the two is the other one, unfinished.
        goes_on = same in (len(story.actions), len(best.actions)) and not (best.is_clean() and story.is_clean())
        if story is not best and cost - cheapest < (costs.UNFINISHED if goes_on else costs.OTHERWISE):
            sure = min(sure, same)
        elif story is not best and (best.is_clean() or not story.is_clean()):
            continue  # where something is astray whatever is legal is offered
        if story.actions not in asked:
            asked.insert(num_clean if story.is_clean() else len(asked), story.actions)
            num_clean += story.is_clean()
    if best.is_disturbed():
        sure = min(sure, common(best.actions, recorded))
    sure = max(min(sure, len(best.actions) - best.num_unproved), best.num_said)
    record = _keep(told, recorded, best.actions[:sure])
    asked = [actions for actions in asked if common(actions, record) < len(actions)]
    is_due = quiet_ms >= (costs.AT_REST_MS if best.is_clean() and not best.num_unproved else costs.ASKED_MS)
    is_asked = is_due and bool(asked) and (len(asked) > 1 or asked[0] != record)
    return Decision(record, asked if is_asked else [], best)


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

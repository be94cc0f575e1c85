"""What to do about the stories that are told: one page."""

from typing import TYPE_CHECKING

from treppe.table.tracking import costs
from treppe.table.tracking.search import common, ranked

if TYPE_CHECKING:
    from treppe.table.tracking.stories import Story


class Decision:
    """`record`: the actions that count, since the position that nobody doubts. `offers` are asked about, in this order.

    `told` are the stories with their costs, the cheapest, `best`, first. `is_open`: time may tell more.
    """

    def __init__(
        self,
        record: "tuple[int, ...]",
        offers: "list[tuple[int, ...]]",
        told: "list[tuple[int, Story]]",
        is_open: bool,
    ):
        self.record = record
        self.offers = offers
        self.told = told
        self.best = told[0][1]
        self.is_open = is_open


def decide(stories: "list[Story]", recorded: "tuple[int, ...]", now_ms: int, quiet_ms: int) -> Decision:
    """Return what to record and to ask, for the stories after the last event."""
    told = ranked(stories, now_ms)
    cheapest, best = told[0]
    sure = len(best.actions)
    asked: list[tuple[int, ...]] = []
    num_clean = 0  # of those, which come first
    due_ms = costs.AT_LAST_MS
    others = [number for number, action in enumerate(recorded) if best.actions[number : number + 1] != (action,)]
    # More than one action is not replaced lightly, nor one by several.
    is_near = not others or (len(others) == 1 and len(best.actions) <= len(recorded))
    for cost, story in told:
        same = common(best.actions, story.actions)
        if best.is_clean():
            goes_on = not story.is_clean()
        else:
            goes_on = same in (len(story.actions), len(best.actions))  # one of the two is the other one, unfinished
        if story is not best and cost - cheapest < (costs.UNFINISHED if goes_on and is_near else costs.OTHERWISE):
            sure = min(sure, same)
            rival_ms = costs.AT_REST_MS if story.is_clean() else costs.ASKED_MS
            due_ms = min(due_ms, costs.AT_LAST_MS if story.is_disturbed() else rival_ms)
        elif story is not best and (best.is_clean() or not story.is_clean()):
            continue  # where something is astray whatever is legal is offered
        if story.actions not in asked and not story.is_disturbed():
            asked.insert(num_clean if story.is_clean() else len(asked), story.actions)
            num_clean += story.is_clean()
    sure = max(min(sure, len(best.actions) - best.num_unproved), best.num_said)
    record = recorded
    if not best.is_disturbed() or best.num_said > len(recorded):
        record = _keep(told, recorded, best.actions[:sure], costs.UNFINISHED if is_near else costs.OTHERWISE)
    asked = [actions for actions in asked if common(actions, record) < len(actions)]
    if not best.is_clean() or best.num_unproved:
        due_ms = costs.ASKED_MS
    is_open = bool(asked) and (len(asked) > 1 or asked[0] != record)
    is_settled = best.is_clean() and not best.num_unproved and best.actions == record
    return Decision(record, asked if quiet_ms >= due_ms and is_open else [], told, is_open or not is_settled)


def _keep(
    told: "list[tuple[int, Story]]", recorded: "tuple[int, ...]", record: "tuple[int, ...]", margin: int
) -> "tuple[int, ...]":
    """Return what counts: what is recorded already stays as long as a story tells of it that is hardly dearer.

    While it is asked what counts instead, as much of it stays as one of the stories in question tells.
    """
    if recorded == record[: len(recorded)]:
        return record
    cheapest, best = told[0]
    is_taken_back = best.is_clean() and best.actions == recorded[: len(best.actions)] != recorded
    for cost, story in told:
        is_told = story.actions[: len(recorded)] == recorded
        if is_taken_back and story.is_clean():
            continue  # whether it has been played, and played back, is asked
        if is_told and (story is best or cost - cheapest < margin):
            return recorded
        if record != best.actions and cost - cheapest < costs.OTHERWISE:
            kept = recorded[: common(story.actions, recorded)]
            record = max(record, kept, key=len)
    return record

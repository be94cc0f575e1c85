"""Stories: complete accounts of the events since a position that nobody doubts, each step with its cost (see costs.py).

A story is a position that it has reached, and what it has not yet explained: pieces in the air, and pieces that stand
where its position has none. Together they make the board, so stories that reach the same position differ in nothing
that counts, and the cheapest of them stays.
"""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.tracking import costs
from treppe.table.tracking.costs import on_curve
from treppe.table.tracking.positions import BEYOND, between

if TYPE_CHECKING:
    from treppe.table.tracking.positions import Position, Positions

    Item = tuple[int, int, int, bool]
    Event = tuple[int, int, Any, int]

SENSED, QUIET, END, CHOSEN, REFUSED = range(5)
"""Kinds of events: (kind, at_ms, field, unit), (QUIET, at_ms, 0, 0), (END, at_ms, 0, 0), (kind, at_ms, actions, 0)."""

_DEPTH = const(3)  # actions that one event may complete, END among them
_SEEN_MS = const(400)  # so long a field that is exchanged in one motion has been waited for
_REMEMBERED = const(4)
_LONGEST = const(40)  # fields that are looked at on the way of a piece that is moved on


class Story:
    """A position, the `actions` that led to it, what is `open`, and the cost of all that has been explained.

    `open` are (field, unit, at_ms, is_left_over): pieces in the air (unit below 0), and too many on a field. `lifted`
    are (field, at_ms, cost) of pieces that were lifted and put back, or exchanged for others. `mover` has played last,
    `done_ms` is when, `last_put` where; `moved` are (player, first, last, done_ms) of
    the last moves.
    """

    actions: "tuple[int, ...]" = ()
    lifted: "tuple[tuple[int, int, int], ...]" = ()
    moved: "tuple[tuple[int, int, int, int], ...]" = ()
    mover = -1
    done_ms = 0
    last_put = BEYOND

    def __init__(self, position: "Position", cost: int = 0, open_items: "tuple[Item, ...]" = ()):
        self.position = position
        self.cost = cost
        self.open = open_items

    def followed(self, cost: int, open_items: "tuple[Item, ...]") -> "Story":
        """Return the same story with a higher cost and other things open."""
        story = Story(self.position, self.cost + cost, open_items)
        story.actions, story.lifted, story.moved = self.actions, self.lifted, self.moved
        story.mover, story.done_ms, story.last_put = self.mover, self.done_ms, self.last_put
        return story

    def is_clean(self) -> bool:
        """Tell whether the board stands as the position says, but for what the rules have left over."""
        return all([item[3] for item in self.open])

    def is_disturbed(self, positions: "Positions") -> bool:
        """Tell whether something is astray, or more is in the air than the next player and two hands may hold."""
        num_held = 0
        for field, unit, _, is_left_over in self.open:
            if not is_left_over:
                if unit > 0:
                    return True
                num_held += positions.owner(self.position, field) != self.position.player
        return num_held > positions.num_held

    def total(self, positions: "Positions", now_ms: int) -> int:
        """Return the cost, with that of what is open after so long."""
        cost = in_the_air = 0
        for field, unit, at_ms, is_left_over in self.open:
            if is_left_over:
                continue
            if unit > 0:
                cost += on_curve(costs.JUST_PUT, now_ms - at_ms)
                continue
            in_the_air += 1
            cost += on_curve(costs.IN_THE_AIR, now_ms - at_ms)
            owner = positions.owner(self.position, field)
            if owner not in (-1, self.position.player):
                cost += costs.OTHERS_PIECE
            elif self.mover not in (-1, owner) and at_ms < self.done_ms:
                cost += costs.OVERLAP
        return self.cost + min(costs.DISTURBED, cost + max(0, in_the_air - positions.num_held) * costs.THIRD_HAND)


def extend(positions: "Positions", story: Story, event: "Event") -> list[Story]:
    """Return every way in which a story may go on with an event."""
    kind, at_ms, what, unit = event
    if kind == SENSED:
        found: list[Story] = []
        for each in [story] + unseen_exchanges(positions, story, at_ms - _SEEN_MS):
            found += _sense(positions, each, (what, unit, at_ms, False))
        return found
    if kind == QUIET:
        return [story] + unseen_exchanges(positions, story, at_ms - _SEEN_MS)
    if kind == END:
        return _end(positions, story, at_ms)
    is_meant = story.actions[: len(what)] == what
    if is_meant == (kind == CHOSEN):
        return [story]
    silent = _play_silent(positions, story, what, at_ms) if kind == CHOSEN else []
    return [story.followed(costs.SAID, story.open)] + silent


def _sense(positions: "Positions", story: Story, item: "Item") -> list[Story]:
    """Return how a story goes on where a field has got one piece more or less."""
    wider = story.followed(0, story.open + (item,))
    return [_close(positions, wider, item) or wider] + _complete(positions, wider, item, _DEPTH)


def _close(positions: "Positions", story: Story, item: "Item") -> Story | None:
    """Return the story in which the field has only become what it was before; None if it has not."""
    field, unit, at_ms, _ = item
    for index in range(len(story.open) - 2, -1, -1):
        other = story.open[index]
        if other[0] != field or other[1] != -unit:
            continue
        rest = story.open[:index] + story.open[index + 1 : -1]
        if other[3]:
            return story.followed(0, rest)  # hands have cleared what the rules had removed
        if unit < 0:
            return story.followed(on_curve(costs.JUST_PUT, at_ms - other[2]), rest)
        is_own = positions.owner(story.position, field) in (-1, story.position.player)
        cost = costs.ADJUSTED_OWN if is_own else costs.ADJUSTED_OTHER
        closed = story.followed(cost, rest)
        closed.lifted = (story.lifted + ((field, other[2], cost),))[-_REMEMBERED:]
        return closed
    return None


def _complete(positions: "Positions", story: Story, item: "Item | None", depth: int) -> list[Story]:
    """Return the stories in which actions are complete, with the last item among what they explain."""
    position = positions.know(story.position)
    if position.player < 0:
        return []
    lifts = {field for field, unit, _, is_left in story.open if unit < 0 and not is_left} | {BEYOND}
    puts = {field for field, unit, _, is_left in story.open if unit > 0 and not is_left} | {BEYOND}
    puts |= {field for field, _, _ in story.lifted}
    found: list[Story] = []
    if positions.scratch.CHAINS and item and item[1] > 0:
        found += _chains(positions, story, item)
    for first in lifts:
        for last in puts:
            if first == last == BEYOND:
                continue
            for move in between(position.firsts, position.lasts, first, last):
                after = explain(positions, story, position.actions[move], item)
                if after:
                    found.append(after)
                    if depth > 1:
                        found += _complete(positions, after, None, depth - 1)
    stop = positions.scratch.STOP  # what is legal without END is no sign of it
    if depth > 1 and not found and stop in [position.actions[move] for move in position.silent]:
        ended = _played(positions, story, stop, costs.NO_END, story.open, story.done_ms)
        found += _complete(positions, ended, item, depth - 1)
    return found


def _chains(positions: "Positions", story: Story, item: "Item") -> list[Story]:
    """Return the story in which a piece in the air has come to its last put by several actions of its player."""
    found: list[Story] = []
    for lift in story.open:
        if lift[1] > 0 or lift[3] or positions.owner(story.position, lift[0]) not in (-1, story.position.player):
            continue
        ways, seen = [(story, lift)], [lift[0]]
        while ways and len(seen) < _LONGEST:
            before, lifted = ways.pop(0)
            position = positions.know(before.position)
            if position.player != story.position.player:
                continue
            for move, last in enumerate(position.lasts):
                if position.firsts[move] != lifted[0] or last in seen or last == BEYOND:
                    continue
                action = position.actions[move]
                if last == item[0]:
                    if before is not story:  # a single action is found without this
                        after = explain(positions, before, action, item)
                        found += [after] if after else []
                        ways = []
                        break
                    return []
                rest = tuple([each for each in before.open if each is not lifted])
                on_the_way = (last, -1, lift[2], False)
                cost = costs.CHAINED if before is story else 0
                after = _played(positions, before, action, cost, rest + (on_the_way,), before.done_ms)
                seen.append(last)
                ways.append((after, on_the_way))
    return found


def unseen_exchanges(positions: "Positions", story: Story, before_ms: int) -> list[Story]:
    """Return the stories in which a piece in the air since then has taken another one, and no sensor saw it."""
    position = story.position
    if not positions.scratch.CAPTURES or position.player < 0:
        return []
    found: list[Story] = []
    for field, unit, at_ms, is_left in story.open:
        if unit > 0 or is_left or at_ms > before_ms or positions.owner(position, field) != position.player:
            continue
        positions.know(position)
        for move, last in enumerate(position.lasts):
            if position.firsts[move] == field and last != BEYOND and position.image[last]:
                after = explain(positions, story, position.actions[move], None, is_unseen=True)
                if after:
                    found.append(after)
    return found


def explain(
    positions: "Positions", story: Story, action: int, item: "Item | None", is_unseen: bool = False
) -> Story | None:
    """Return the story after an action that explains what is open, the last item too; None if it does not.

    `is_unseen`: one field may have been exchanged without a sign.
    """
    rest = list(story.open)
    lifted = story.lifted
    missing: list[tuple[int, int]] = []
    times: list[int] = []
    cost, has_item = 0, item is None
    lift_ms = put_ms = -1
    first = last = BEYOND
    steps = positions.steps(story.position, action)
    put_at = len(steps)
    while put_at and steps[put_at - 1][1] < 0:
        put_at -= 1
    if put_at:
        last = steps[put_at - 1][0]
    for field, unit in steps:
        index = 0
        while index < len(rest) and (rest[index][0] != field or rest[index][1] != unit or rest[index][3]):
            index += 1
        if index == len(rest):
            missing.append((field, unit))
            continue
        used = rest.pop(index)
        has_item = has_item or used is item
        times.append(used[2])
        if unit > 0:
            put_ms = used[2]
        elif not put_at or (field, unit) not in steps[put_at:]:  # what is jumped over goes after the put
            lift_ms, first = used[2], field
    while missing:
        field, unit = missing.pop(0)
        if (field, -unit) not in missing:
            return None
        missing.remove((field, -unit))
        exchanged = [each for each in lifted if each[0] == field]
        if exchanged:
            cost -= exchanged[-1][2]
            times.append(exchanged[-1][1])
            lifted = tuple([each for each in lifted if each is not exchanged[-1]])
        elif is_unseen:
            cost += costs.NOT_FELT
            is_unseen = False
        else:
            return None
    if not (has_item and times):
        return None
    movement = (first, last, lift_ms, put_ms, min(times), max(times))
    cost += _cost_of_habits(positions, story, movement, rest)
    player = story.position.player
    after = _played(positions, story, action, cost, tuple(rest), max(times))
    after.lifted = lifted
    after.last_put = last
    after.moved = (story.moved + ((player, first, last, max(times)),))[-_REMEMBERED:]
    return after


def _cost_of_habits(
    positions: "Positions", story: Story, movement: "tuple[int, int, int, int, int, int]", rest: "list[Item]"
) -> int:
    """Return what it costs that a player moves so: (first, last, lift_ms, put_ms, begun_ms, done_ms).

    `rest` stays open meanwhile.
    """
    first, last, lift_ms, put_ms, begun_ms, done_ms = movement
    player = story.position.player
    num_held = sum([each[1] < 0 and not each[3] for each in rest])
    cost = max(0, num_held - positions.num_held) * costs.THIRD_HAND
    if 0 <= put_ms < lift_ms:
        cost += costs.PUT_FIRST
    has_overtaken = False
    for mover, _, _, other_ms in story.moved:
        if last != BEYOND and other_ms > done_ms:
            has_overtaken = True
            cost += costs.OWN_ORDER if mover == player else on_curve(costs.OVERTAKEN, other_ms - done_ms)
    is_own = story.mover in (-1, player)
    if not (is_own or has_overtaken) and begun_ms < story.done_ms:
        cost += costs.OVERLAP
    elif first == story.last_put != BEYOND:
        after_ms = lift_ms - story.done_ms
        if is_own and after_ms < costs.SAME_PLAYER_MS:
            cost += costs.MOVED_ON
        elif not is_own and after_ms < costs.SAME_HAND_MS:
            cost += costs.TAKEN_FROM_HAND
    if first == BEYOND:
        is_held = [each for each in rest if each[1] == -1 and not each[3] and each[2] < put_ms]
        cost += costs.NEW_WHILE_HELD if is_held else costs.NEW_PIECE
    elif last == BEYOND:
        cost += costs.OFF_BOARD
    elif (player, last, first) in [moved[:3] for moved in story.moved]:
        cost += costs.BACK_AGAIN
    return cost


def _played(
    positions: "Positions", story: Story, action: int, cost: int, rest: "tuple[Item, ...]", done_ms: int
) -> Story:
    """Return the story after an action, what the rules have left over being open."""
    position, left = positions.after(story.position, action)
    after = story.followed(cost, rest + tuple([(field, unit, done_ms, True) for field, unit in left]))
    after.position = position
    after.actions = story.actions + (action,)
    after.mover, after.done_ms = story.position.player, max(done_ms, story.done_ms)
    return after


def _end(positions: "Positions", story: Story, at_ms: int) -> list[Story]:
    """Return how a story goes on where END was pressed."""
    position = positions.know(story.position)
    stop = positions.scratch.STOP
    if stop not in [position.actions[move] for move in position.silent]:
        return [story.followed(costs.NO_USE, story.open)]
    is_twice = story.actions[-1:] == (stop,) and at_ms - story.done_ms < costs.TWICE_MS
    ended = _played(positions, story, stop, costs.TWICE if is_twice else 0, story.open, at_ms)
    return [ended, story.followed(0 if is_twice else costs.NOT_MEANT, story.open)]


def _play_silent(positions: "Positions", story: Story, actions: "tuple[int, ...]", at_ms: int) -> list[Story]:
    """Return the story in which the player has said what no movement shows; none if it is not his to say."""
    number = len(story.actions)
    position = positions.know(story.position)
    if actions[:number] != story.actions or len(actions) != number + 1 or actions[-1] not in position.actions:
        return []
    if position.actions.index(actions[-1]) not in position.silent:
        return []
    return [_played(positions, story, actions[-1], 0, story.open, at_ms)]

"""Stories: complete accounts of the events since a position that nobody doubts, each step with its cost (see costs.py).

A story is a position that it has reached, and what it has not yet explained: pieces in the air, and pieces that stand
where its position has none. Together they make the board, so stories that reach the same position differ in nothing
that counts, and the cheapest of them stays.
"""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.tracking import costs
from treppe.table.tracking.costs import on_curve
from treppe.table.tracking.positions import BEYOND, at_end, of_ends

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.tracking.positions import Position, Positions
    from treppe.table.types import Changes, Job

    Item = tuple[int, int, int, bool]
    Moved = tuple[int, int, int, int, int, Position]
    Event = tuple[int, int, Any, int]

SENSED, QUIET, END, CHOSEN, REFUSED = range(5)
"""Kinds of events: (kind, at_ms, field, unit), (QUIET, at_ms, 0, 0), (END, at_ms, 0, 0), (kind, at_ms, actions, 0)."""

_DEPTH = const(3)  # actions that one event may complete, END among them
_SEEN_MS = const(400)  # so long a field that is exchanged in one motion has been waited for
_REMEMBERED = const(4)
_MOST_STOPS = const(10)  # on the way of a piece that several actions move on, of which each is worked out


class Story:
    """A position, the `actions` that led to it, what is `open`, and the cost of all that has been explained.

    `open` are (field, unit, at_ms, is_left_over): pieces in the air (unit below 0), and too many on a field. `lifted`
    are (field, at_ms, cost) of pieces that were lifted and put back, or exchanged for others. `mover` has played last,
    `done_ms` is when; `moved` are (player, first, last, done_ms, unit, position before) of the last moves. Of the last
    `num_unproved` actions pieces in hands would show as much; people have said that the first `num_said` were played.
    """

    actions: "tuple[int, ...]" = ()
    lifted: "tuple[tuple[int, int, int], ...]" = ()
    moved: "tuple[Moved, ...]" = ()
    mover = -1
    done_ms = 0
    num_unproved = 0
    num_said = 0

    def __init__(self, position: "Position", cost: int = 0, open_items: "tuple[Item, ...]" = ()):
        self.position = position
        self.cost = cost
        self.open = open_items

    def followed(self, cost: int, open_items: "tuple[Item, ...]") -> "Story":
        """Return the same story with a higher cost and other things open."""
        story = Story(self.position, self.cost + cost, open_items)
        story.actions, story.lifted, story.moved = self.actions, self.lifted, self.moved
        story.mover, story.done_ms = self.mover, self.done_ms
        story.num_unproved, story.num_said = self.num_unproved, self.num_said
        return story

    def is_clean(self) -> bool:
        """Tell whether the board stands as the position says, but for what the rules have left over."""
        return all([item[3] for item in self.open])

    def is_disturbed(self) -> bool:
        """Tell whether something is astray, or more is in the air than the next player and two hands may hold."""
        if any([unit > 0 and not is_left_over for _, unit, _, is_left_over in self.open]):
            return True
        lifts = lifted_of(self.open)
        return sum([self.position.owner(field) != self.position.player for field, _ in lifts]) > self.position.num_held

    def unexplained(self) -> "Changes":
        """Return how the board differs from the position: field -> change, without what the rules have left over."""
        changes: dict[int, int] = {}
        for field, unit, _, is_left_over in self.open:
            if not is_left_over:
                changes[field] = changes.get(field, 0) + unit
        return {field: change for field, change in changes.items() if change}

    def total(self, now_ms: int) -> int:
        """Return the cost, with that of what is open after so long."""
        cost = 0
        for _, unit, at_ms, is_left_over in self.open:
            if unit > 0 and not is_left_over:
                cost += on_curve(costs.JUST_PUT, now_ms - at_ms)
        lifts = lifted_of(self.open)
        num_puts = sum([unit > 0 and not is_left_over for _, unit, _, is_left_over in self.open])
        if num_puts > len(lifts) and not self.position.may_be_lifted(BEYOND):
            cost += costs.FROM_NOWHERE
        for field, at_ms in lifts:
            cost += on_curve(costs.IN_THE_AIR, now_ms - at_ms)
            owner = self.position.owner(field)
            if owner not in (-1, self.position.player):
                cost += costs.OTHERS_PIECE
            elif self.mover not in (-1, owner) and at_ms < self.done_ms:
                cost += costs.OVERLAP
            elif not self.position.may_be_lifted(field):
                cost += costs.OTHERS_PIECE
        num_more = len(lifts) - self.position.num_held
        if num_more > 0:
            cost = min(costs.DISTURBED, cost + num_more * costs.THIRD_HAND)
        return self.cost + cost


def lifted_of(open_items: "Sequence[Item]") -> list[tuple[int, int]]:
    """Return what is in the air: (field, at_ms); all that has gone from a field at once is one thing."""
    found: list[tuple[int, int]] = []
    for field, unit, at_ms, is_left_over in open_items:
        if unit < 0 and not is_left_over and (field, at_ms) not in found:
            found.append((field, at_ms))
    return found


def extend(positions: "Positions", story: Story, event: "Event", seeks_chains: bool) -> "Job":
    """Work out every way in which a story may go on with an event, a position a piece.

    `seeks_chains`: also a piece that several actions have moved on, which takes long.
    """
    kind, at_ms, what, unit = event
    if kind == SENSED:
        found: list[Story] = []
        for each in [story] + unseen_exchanges(positions, story, at_ms - _SEEN_MS):
            found += yield _sense(positions, each, (what, unit, at_ms, False), seeks_chains)
        return found
    if kind == QUIET:
        return [story] + unseen_exchanges(positions, story, at_ms - _SEEN_MS)
    yield
    if kind == END:
        return _end(positions, story, at_ms)
    is_meant = story.actions[: len(what)] == what
    if is_meant == (kind == CHOSEN):
        said = story.followed(0, story.open)
        said.num_unproved = 0
        if kind == CHOSEN:
            said.num_said = max(story.num_said, len(what))
        return [said]
    found = [story.followed(costs.SAID, story.open)]
    if kind == CHOSEN and story.actions == what[: len(story.actions)]:
        for action in what[len(story.actions) :]:
            story = _said(positions, story, action, at_ms)
        story.num_said = len(what)
        found.append(story)
    return found


def _sense(positions: "Positions", story: Story, item: "Item", seeks_chains: bool) -> "Job":
    """Work out how a story goes on where a field has got one piece more or less."""
    wider = story.followed(0, story.open + (item,))
    found = [_close(positions, wider, item) or wider]
    if seeks_chains and positions.scratch.CHAINS and item[1] > 0:
        yield _chains(positions, wider, item, found)
    yield _complete(positions, wider, item, _DEPTH, found)
    return found


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
        is_own = story.position.owner(field) in (-1, story.position.player)
        cost = costs.ADJUSTED_OWN if is_own else costs.ADJUSTED_OTHER
        if (field, other[2]) in [lifted[:2] for lifted in story.lifted]:
            cost = 0  # a tower that has fallen is built up again
        closed = story.followed(cost, rest)
        closed.lifted = (story.lifted + ((field, other[2], cost),))[-_REMEMBERED:]
        return closed
    return None


def _complete(positions: "Positions", story: Story, item: "Item | None", depth: int, found: list[Story]) -> "Job":
    """Find the stories in which actions are complete, with the last item among what they explain."""
    if not story.position.is_known:
        yield
    position = story.position.know()
    if position.player < 0:
        return
    num_found = len(found)
    lifts = {field for field, unit, _, is_left in story.open if unit < 0 and not is_left} | {BEYOND}
    puts = {field for field, unit, _, is_left in story.open if unit > 0 and not is_left} | {BEYOND}
    puts |= {field for field, _, _ in story.lifted}
    if positions.scratch.SIMPLE and not positions.scratch.PASSES and item:
        moves = _moves_with(position, item[0], lifts, puts)
    else:
        if not positions.scratch.SIMPLE:
            puts |= lifts  # two discs may be taken off
        moves = [move for move in of_ends(position.firsts, lifts) if position.lasts[move] in puts]
    for move in moves:
        if position.firsts[move] == position.lasts[move] == BEYOND:
            continue
        after = explain(positions, story, position.actions[move], item)
        if after:
            found.append(after)
            if depth > 1:
                yield _complete(positions, after, None, depth - 1, found)
    stop = position.stop
    if depth > 1 and len(found) == num_found and stop is not None:  # what is legal without END is no sign of it
        ended = _played(positions, story, stop, costs.NO_END, story.open, story.done_ms)
        yield _complete(positions, ended, item, depth - 1, found)


def _moves_with(position: "Position", field: int, lifts: set[int], puts: set[int]) -> list[int]:
    """Return the moves whose one end is on a field, and whose other end is on one of the others."""
    firsts, lasts = position.firsts, position.lasts
    moves = [move for move in at_end(firsts, field) if lasts[move] in puts] if field in lifts else []
    return moves + [move for move in at_end(lasts, field) if firsts[move] in lifts]


def _chains(positions: "Positions", story: Story, item: "Item", found: list[Story]) -> "Job":
    """Find the story in which a piece in the air has come to its last put by several actions of its player."""
    for lift in story.open:
        if lift[1] > 0 or lift[3] or story.position.owner(lift[0]) not in (-1, story.position.player):
            continue
        ways, seen, num_stops = [(story, lift)], [lift[0]], 0
        while ways and num_stops < _MOST_STOPS:
            before, lifted = ways.pop(0)
            num_stops += 1
            if not before.position.is_known:
                yield
            position = before.position.know()
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
                    return
                rest = tuple([each for each in before.open if each is not lifted])
                on_the_way = (last, -1, lift[2], False)
                cost = 0
                if before is story:
                    movement = (lift[0], last, lift[2], item[2], lift[2], item[2], 1)
                    cost = costs.CHAINED + _cost_of_habits(positions, story, movement, list(rest))
                after = _played(positions, before, action, cost, rest + (on_the_way,), before.done_ms)
                seen.append(last)
                ways.append((after, on_the_way))


def unseen_exchanges(positions: "Positions", story: Story, before_ms: int) -> list[Story]:
    """Return the stories in which a piece in the air since then has taken another one, and no sensor saw it."""
    position = story.position
    if not positions.scratch.CAPTURES or position.player < 0:
        return []
    found: list[Story] = []
    for field, unit, at_ms, is_left in story.open:
        if unit > 0 or is_left or at_ms > before_ms or position.owner(field) != position.player:
            continue
        position.know()
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
    if not put_at and item and not has_item:  # a piece that leaves may as well be put where its way ends
        way = story.position.recall().passage(action)
        has_item = bool(way) and item[0] == way[-1] and item in rest
        if has_item:
            rest[rest.index(item)] = (item[0], item[1], item[2], True)
            put_ms = item[2]
    if not (has_item and times):
        return None
    if len(steps) > put_at > 0 and max(max(times) - put_ms, put_ms - min(times)) > costs.TAKEN_OFF_MS:
        cost += costs.TAKEN_OFF_LATE
    unit = steps[put_at - 1][1] if put_at else 0
    movement = (first, last, lift_ms, put_ms, min(times), max(times), unit)
    cost += _cost_of_habits(positions, story, movement, rest)
    player = story.position.player
    after = _played(positions, story, action, cost, tuple(rest), max(times))
    after.lifted = lifted
    after.num_unproved = story.num_unproved + 1 if last == BEYOND and put_ms < 0 else 0
    after.moved = (story.moved + ((player, first, last, max(times), unit, story.position),))[-_REMEMBERED:]
    return after


def _cost_of_habits(
    positions: "Positions", story: Story, movement: "tuple[int, int, int, int, int, int, int]", rest: "list[Item]"
) -> int:
    """Return what it costs that a player moves so: (first, last, lift_ms, put_ms, begun_ms, done_ms, unit).

    `rest` stays open meanwhile.
    """
    first, last, lift_ms, put_ms, begun_ms, done_ms, weight = movement
    player = story.position.player
    cost = max(0, len(lifted_of(rest)) - positions.num_held) * costs.THIRD_HAND
    if any([unit > 0 and not is_left and at_ms < begun_ms for _, unit, at_ms, is_left in rest]):
        cost += costs.LET_GO
    if 0 <= put_ms < lift_ms:
        cost += costs.PUT_FIRST
    has_overtaken = False
    is_own_turn = True  # nobody else has played since
    for mover, moved_from, put_on, other_ms, other_weight, before in reversed(story.moved):
        is_own_turn = is_own_turn and mover == player
        if last != BEYOND and other_ms > done_ms:
            has_overtaken = True
            if mover == player and other_weight != weight:
                cost += costs.OTHER_PIECE_FIRST
            else:
                cost += on_curve(costs.OWN_ORDER if mover == player else costs.OVERTAKEN, other_ms - done_ms)
        elif first == put_on != BEYOND and lift_ms >= other_ms:
            if mover != player:
                cost += on_curve(costs.TAKEN_ON, lift_ms - other_ms)
            elif is_own_turn:
                is_detour = last in [before.lasts[move] for move in at_end(before.know().firsts, moved_from)]
                cost += costs.DETOUR if is_detour else costs.MOVED_ON
        if last == moved_from != BEYOND and (first == put_on or (first == BEYOND and other_weight == weight)):
            cost += costs.BACK_AGAIN if is_own_turn else costs.BACK_LATER
    if not (story.mover in (-1, player) or has_overtaken) and begun_ms < story.done_ms:
        cost += costs.OVERLAP
    if first == BEYOND:
        held = [each for each in rest if each[1] == -weight and not each[3] and each[2] < put_ms]
        is_moving = any([_is_moved_on(moved, each) for moved in story.moved for each in held])
        cost += costs.NEW_WHILE_MOVING if is_moving else costs.NEW_WHILE_HELD if held else costs.NEW_PIECE
    elif last == BEYOND and put_ms < 0:
        cost += costs.OFF_BOARD
    return cost


def _is_moved_on(moved: "Moved", item: "Item") -> bool:
    """Tell whether a piece that is in the air is one that a player has just put."""
    return moved[2] == item[0] and item[2] - moved[3] < costs.SAME_PLAYER_MS


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
    position = story.position.know()
    stop = position.stop
    if stop is None:
        return [story.followed(costs.NO_USE, story.open)]
    is_last_turn = story.mover not in (-1, position.player) or story.actions[-1:] == (stop,)
    is_twice = is_last_turn and at_ms - story.done_ms < costs.TWICE_MS
    ended = _played(positions, story, stop, costs.TWICE if is_twice else 0, story.open, at_ms)
    return [ended, story.followed(0 if is_twice else costs.NOT_MEANT, story.open)]


def _said(positions: "Positions", story: Story, action: int, at_ms: int) -> Story:
    """Return the story in which a player has played an action because people say so, whatever was felt of it."""
    rest = list(story.open)
    for field, unit in positions.steps(story.position, action):
        felt = [item for item in rest if item[:2] == (field, unit) and not item[3]]
        if felt:
            rest.remove(felt[0])
        else:
            rest.append((field, -unit, at_ms, False))
    return _played(positions, story, action, 0, tuple(rest), at_ms)

"""Holds the board against the rules: which legal actions, or beginning of one, make this image?

Works on the difference between what stands on the board and what should: a dict of field -> change. Only moves that
have to do with a changed field are looked at. Nothing here knows a game.
"""

from treppe.runtime import const
from treppe.table.view import View, is_proved, is_whole, leaves

_DEPTH = const(8)  # actions that one difference may hold


class Explanation:
    """What hands have done since a position: `actions` complete, and `rest`, the beginning of one of the `open` moves.

    `view` is the position after the actions; `open` are numbers of the moves of `begun`: this view or, where `.` would
    have to come first, the one after it. `choices` are lists of actions that may come next, between which nothing but
    a question can decide; `unproved` actions that the board shows but a piece in a hand would show as well. `is_loose`:
    more has been lifted than one action can explain, and may come back.
    """

    def __init__(self, actions, view, rest, open_moves=(), choices=(), unproved=()):
        self.actions = actions
        self.view = self.begun = view
        self.rest = rest
        self.open = open_moves
        self.choices = choices
        self.unproved = unproved
        self.is_loose = False
        self.is_ordered = True  # the pieces of the actions came to lie in their order
        self.first_stamp = 255


def explain(view: View, image, activity, stamps, depth: int = _DEPTH):
    """Return the Explanation of an image from a position, None if nothing legal makes it.

    `stamps` has a byte a field: 0 if it has not changed since the board was last at rest, else the later it changed
    last the larger.
    """
    changes = view.differences(image, activity)
    if not changes:
        return Explanation([], view, changes)
    begun = view.begun(changes)
    whole = []
    proved = []
    for move in begun:
        movements = view.movements(move)
        if is_whole(movements, changes, activity):
            whole.append(view.actions[move])
            if is_proved(movements, activity, stamps):
                proved.append([view.actions[move]])
    if proved:
        known = _decide(view, proved)
        known.first_stamp = max([stamps[field] for field in changes])
        return known
    chains = _follow(view, changes, image, activity, stamps, depth) if depth > 1 and len(changes) > 1 else []
    done = [chain for chain in chains if not chain.rest]
    if done:
        ordered = [chain for chain in done if chain.is_ordered] or done
        return ordered[0] if len(ordered) == 1 else _decide(view, [chain.actions for chain in ordered])
    if begun:
        return Explanation([], view, changes, begun, unproved=whole)
    if chains:
        if len(chains) == 1:
            return chains[0]
        return Explanation([], view, changes, choices=[chain.actions for chain in chains if chain.actions])
    return _after_stop(view, changes, image, activity, stamps, depth)


def _follow(view, changes, image, activity, stamps, depth) -> list:
    """Return the explanations that begin with an action after which less is left to explain."""
    found = []
    for move in view.near(changes):
        movements = view.movements(move)
        more = leaves(movements, changes)
        moves_on = view.scratch.CHAINS and more == 0 and changes.get(view.firsts[move], 0) < 0
        if not (more < 0 or moves_on) or not is_proved(movements, activity, stamps):
            continue
        after = view.after(view.actions[move])
        if not _may_go_on(view, after, image, activity):
            continue
        later = explain(after, image, activity, stamps, depth - 1)
        if later and (later.actions or later.choices or more < 0):
            stamp = stamps[view.lasts[move]]
            later.actions.insert(0, view.actions[move])
            later.is_ordered = later.is_ordered and stamp <= later.first_stamp
            later.first_stamp = stamp
            found.append(later)
    return found


def _may_go_on(view, after, image, activity):
    """Tell, before the legal actions are asked for, whether what is left may be done by the player who is next."""
    left = after.differences(image, activity)
    if not left or after.player == view.player:
        return True
    state = after.recall()
    return any([change > 0 or state.owner(field) == after.player for field, change in left.items()])


def _after_stop(view, changes, image, activity, stamps, depth):
    """Explain by an action of the next player, who could not have done it before `.`; only a complete one proves it."""
    if depth < 2 or view.know().stop is None:
        return None
    after = view.after(view.stop)
    if after.player in (-1, view.player) or not _may_go_on(view, after, image, activity):
        return None
    later = explain(after, image, activity, stamps, depth - 1)
    if later and later.actions:
        later.actions.insert(0, view.stop)
        return later
    if later:
        known = Explanation([], view, changes, later.open)
        known.begun = after
        return known
    return None


def _decide(view, candidates: list) -> Explanation:
    """Return the explanation if all candidates lead to one position, else the choice between them."""
    ends = [end_of(view, actions) for actions in candidates]
    if all([end.position == ends[0].position for end in ends]):
        return Explanation(candidates[0], ends[0], {})
    return Explanation([], view, {}, choices=candidates)


def end_of(view, actions: list[int]) -> View:
    """Return the position after some actions."""
    for action in actions:
        view = view.after(action)
    return view

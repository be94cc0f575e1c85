"""Holds the board against the rules: which legal action, or beginning of one, makes this image?

Works on the difference between what stands on the board and what should: a dict of field -> change. A legal action's
own changes are worked out once a position, and only when something differs. Nothing here knows a game.
"""

from treppe.runtime import const
from treppe.sensing import FAULTY

BEYOND = 255  # the field of a placement that is no field: supply, box
_DEPTH = const(3)  # actions that one difference may hold


def difference(image, expected, activity) -> dict:
    """Return by how much each field differs from what is expected; a faulty field never does."""
    found = {}
    if image != expected:
        for field in range(len(expected)):
            if image[field] != expected[field] and activity[field] != FAULTY:
                found[field] = image[field] - expected[field]
    return found


def subtract(changes: dict, others: dict) -> dict:
    """Return what is left of `changes` when `others` are taken out."""
    left = dict(changes)
    for field, change in others.items():
        rest = left.get(field, 0) - change
        if rest:
            left[field] = rest
        else:
            left.pop(field, None)
    return left


class Move:
    """A legal action as hands do it: its placement, and the changes that remain when all is done."""

    def __init__(self, action: int, placement: list):
        self.action = action
        self.placement = placement
        self.net = {}
        for field, change in placement:
            if field != BEYOND:
                change += self.net.get(field, 0)
                self.net[field] = change
        self.crossed = [field for field in self.net if not self.net[field]]
        for field in self.crossed:
            del self.net[field]

    def lift(self) -> tuple:
        """Return (field, change) of the first thing to lift from the board, (BEYOND, 0) if it comes from the supply."""
        first = self.placement[0]
        return first if first[0] != BEYOND and first[1] < 0 else (BEYOND, 0)

    def is_proved(self, evidence) -> bool:
        """Tell whether the end image alone, with the fields seen to change, shows that this was done.

        A piece that is only gone may be in a hand; one taken where another now stands must have been seen to go.
        """
        if not any([change > 0 for change in self.net.values()]) and not self.crossed:
            return False
        return all([evidence[field] for field in self.crossed])

    def begins_with(self, changes: dict) -> bool:
        """Tell whether the changes can be a part of this action, done so far in whatever order."""
        for field, wanted in changes.items():
            total = 0
            is_reached = False
            for place, change in self.placement:
                if place == field:
                    total += change
                    is_reached = is_reached or wanted in (change, total)
            if not is_reached:
                return False
        return True


def view_of(state) -> "View":
    """Return the position of a state, which stays untouched."""
    scratch = type(state)(state.options)
    scratch.position[:] = state.position
    return View(scratch)


class View:
    """One position: what should stand where, who is to move, and the legal actions as moves of hands."""

    def __init__(self, scratch):
        """Take the position that `scratch` has now; `scratch` is a state of the same game that may be overwritten."""
        self.scratch = scratch
        self.position = bytes(scratch.position)
        self.image = scratch.image()
        self.player = scratch.current_player()
        self._moves = None

    def recall(self):
        """Return the scratch state, set to this position."""
        self.scratch.position[:] = self.position
        return self.scratch

    def moves(self) -> list[Move]:
        """Return the legal actions; worked out once."""
        if self._moves is None:
            state = self.recall()
            self._moves = [Move(action, state.placement(action)) for action in state.legal_actions()]
        return self._moves

    def after(self, action: int) -> "View":
        """Return the position after a legal action."""
        state = self.recall()
        state.events = []
        state.perform(action)
        return View(state)


class Explanation:
    """What hands have done since `View`: `actions` complete, and `rest`, the beginning of one of the `open` moves.

    `view` is the position after the actions. `choices` are whole lists of actions between which nothing but a
    question can decide, `unproved` those that the board shows but a piece in a hand would show as well.
    """

    def __init__(self, actions, view, rest, open_moves=(), choices=(), unproved=()):
        self.actions = actions
        self.view = view
        self.rest = rest
        self.open = open_moves
        self.choices = choices
        self.unproved = unproved


def explain(view: View, image, activity, evidence, depth: int = _DEPTH):
    """Return the Explanation of an image from a position, None if nothing legal makes it.

    `evidence` has a byte a field: not 0 if the field has differed since the board was last at rest.
    """
    changes = difference(image, view.image, activity)
    if not changes:
        return Explanation([], view, changes)
    whole = [move for move in view.moves() if move.net == changes]
    proved = [[move.action] for move in whole if move.is_proved(evidence)]
    if proved:
        return _decide(view, proved)
    chains = _follow(view, changes, image, activity, evidence, depth) if depth > 1 and len(changes) > 1 else []
    done = [chain.actions for chain in chains if not chain.rest]
    if done:
        return _decide(view, done)
    begun = [move for move in view.moves() if move.begins_with(changes)]
    if begun:
        return Explanation([], view, changes, begun, unproved=[move.action for move in whole])
    return chains[0] if len(chains) == 1 else None


def _follow(view, changes, image, activity, evidence, depth) -> list:
    """Return the explanations that begin with an action which leaves less to explain."""
    found = []
    for move in view.moves():
        if len(subtract(changes, move.net)) < len(changes):
            later = explain(view.after(move.action), image, activity, evidence, depth - 1)
            if later and not later.choices:
                later.actions.insert(0, move.action)
                found.append(later)
    return found


def _decide(view, candidates: list) -> Explanation:
    """Return the explanation if all candidates lead to one position, else the choice between them."""
    ends = []
    for actions in candidates:
        end = view
        for action in actions:
            end = end.after(action)
        ends.append(end)
    if all([end.position == ends[0].position for end in ends]):
        return Explanation(candidates[0], ends[0], {})
    return Explanation([], view, {}, choices=candidates)

"""Holds the board against the rules: which legal action, or beginning of one, makes this image?

Works on the difference between what stands on the board and what should: a dict of field -> change. A legal action's
own changes are worked out once a position, and only when something differs. Nothing here knows a game.
"""

from array import array

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


def view_of(state) -> "View":
    """Return the position of a state, which stays untouched."""
    scratch = type(state)(state.options)
    scratch.position[:] = state.position
    return View(scratch)


class View:
    """One position: what should stand where, who is to move, and the legal actions as movements of hands.

    The placements of all actions lie in one bytearray (as objects they would take 20 kB), three bytes a movement:
    field, change, and the field's change when the whole action is done.
    """

    def __init__(self, scratch):
        """Take the position that `scratch` has now; `scratch` is a state of the same game that may be overwritten."""
        self.scratch = scratch
        self.position = bytes(scratch.position)
        self.image = scratch.image()
        self.player = scratch.current_player()
        self.actions: list[int] = []
        self._is_known = False
        self._packed = bytearray()
        self._starts = array("H", [0])

    def recall(self):
        """Return the scratch state, set to this position."""
        self.scratch.position[:] = self.position
        return self.scratch

    def after(self, action: int) -> "View":
        """Return the position after a legal action."""
        state = self.recall()
        state.events = []
        state.perform(action)
        return View(state)

    def count(self) -> int:
        """Return how many legal actions there are; works them out once. Moves below are numbered from 0."""
        if not self._is_known:
            self._is_known = True
            state = self.recall()
            self.actions = state.legal_actions()
            packed = self._packed
            for action in self.actions:
                placement = state.placement(action)
                for field, change in placement:
                    net = change
                    if len(placement) > 2:
                        net = sum([other for place, other in placement if place == field])
                    packed.append(field)
                    packed.append(change & 255)
                    packed.append(net & 255)
                self._starts.append(len(packed))
        return len(self.actions)

    def placement(self, move: int) -> list[tuple[int, int, int]]:
        """Return the movements of a move in physical order: (field, change, change of the field in the end)."""
        packed = self._packed
        places = range(self._starts[move], self._starts[move + 1], 3)
        return [(packed[at], _signed(packed[at + 1]), _signed(packed[at + 2])) for at in places]

    def lift(self, move: int) -> int:
        """Return the field of the first piece to lift, BEYOND if it comes from the supply."""
        return self._packed[self._starts[move]]

    def begun(self, changes: dict) -> list[int]:
        """Return the moves of which the changes can be a part, done so far in whatever order."""
        packed, starts = self._packed, self._starts
        wanted = [(field, change & 255) for field, change in changes.items()]
        found = []
        for move in range(self.count()):
            for field, change in wanted:
                at, end = starts[move], starts[move + 1]
                while at < end and (packed[at] != field or (packed[at + 1] != change and packed[at + 2] != change)):
                    at += 3
                if at == end:
                    break
            else:
                found.append(move)
        return found

    def is_whole(self, move: int, changes: dict, activity) -> bool:
        """Tell whether the changes, with which the move has begun, are all that can be seen of it."""
        packed = self._packed
        for at in range(self._starts[move], self._starts[move + 1], 3):
            field, net = packed[at], packed[at + 2]
            if net and field != BEYOND and changes.get(field, 0) & 255 != net and activity[field] != FAULTY:
                return False
        return True

    def is_proved(self, move: int, activity, evidence) -> bool:
        """Tell whether the end image, with the fields seen to change, shows that the move was done.

        A piece that is only gone may be in a hand; one taken where another now stands must have been seen to go; and
        a faulty field shows nothing.
        """
        puts = False
        for field, change, net in self.placement(move):
            if field == BEYOND:
                continue
            if activity[field] == FAULTY or not (net or evidence[field]):
                return False
            puts = puts or change > 0
        return puts

    def leaves_less(self, move: int, changes: dict) -> bool:
        """Tell whether fewer fields differ from the position after the move than from this one."""
        packed = self._packed
        more = 0
        for at in range(self._starts[move], self._starts[move + 1], 3):
            field, net = packed[at], packed[at + 2]
            if not net or field == BEYOND:
                continue
            if field not in changes:
                more += 1
            elif changes[field] & 255 == net:
                more -= 1
        return more < 0


def _signed(byte):
    return byte - 256 if byte > 127 else byte


class Explanation:
    """What hands have done since a position: `actions` complete, and `rest`, the beginning of one of the `open` moves.

    `view` is the position after the actions; `open` are numbers of its moves. `choices` are whole lists of actions
    between which nothing but a question can decide, `unproved` actions that the board shows but a piece in a hand would
    show as well.
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
    begun = view.begun(changes)
    whole = [move for move in begun if view.is_whole(move, changes, activity)]
    proved = [[view.actions[move]] for move in whole if view.is_proved(move, activity, evidence)]
    if proved:
        return _decide(view, proved)
    chains = _follow(view, changes, image, activity, evidence, depth) if depth > 1 and len(changes) > 1 else []
    done = [chain.actions for chain in chains if not chain.rest]
    if done:
        return _decide(view, done)
    if begun:
        return Explanation([], view, changes, begun, unproved=[view.actions[move] for move in whole])
    return chains[0] if len(chains) == 1 else None


def _follow(view, changes, image, activity, evidence, depth) -> list:
    """Return the explanations that begin with an action which leaves less to explain."""
    found = []
    for move in range(view.count()):
        if view.leaves_less(move, changes):
            later = explain(view.after(view.actions[move]), image, activity, evidence, depth - 1)
            if later and not later.choices:
                later.actions.insert(0, view.actions[move])
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

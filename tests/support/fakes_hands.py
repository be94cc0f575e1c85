"""Stand-ins for what hands are judged by, on both runtimes: tests say who owns what, and what is legal."""

from treppe.table.hands.position import BEYOND
from treppe.table.hands.verdict import Explanation

LATE_MS = 5000
START, END, OTHER, FAR = 1, 2, 3, 4  # fields
MOVE, ON, BACK, REPLY, SUPPLIED, ELSEWHERE, TAKE, ONWARD, ADDED = 10, 11, 12, 13, 14, 15, 16, 17, 18  # actions
THERE, HERE = 20, 21
STOP, ANSWER = -1, 19  # actions that change nothing on the board
ENDS = {
    MOVE: (START, END), ON: (END, OTHER), BACK: (END, START), REPLY: (FAR, OTHER), SUPPLIED: (BEYOND, OTHER),
    ELSEWHERE: (START, OTHER), TAKE: (START, END), ONWARD: (OTHER, FAR), ADDED: (BEYOND, FAR),
    THERE: (START, FAR), HERE: (OTHER, END), STOP: (BEYOND, BEYOND), ANSWER: (BEYOND, BEYOND),
}  # fmt: skip
GONE = {END: -1}
AWAY = {FAR: -1}


class Place:
    """A position: its player, key, owners, pieces that may move, and what is legal after it, by action.

    `fillable` are fields on which a piece may be put, `explained` is what a search finds from here, `differs` what
    differs from the board, `silent` the actions that change nothing there, `way` that of a piece that has to leave.
    """

    STOP = STOP
    CAPTURES = PASSES = False
    explained = None
    is_forgotten = False
    silent = way = ()

    def __init__(self, player=0, key=b"", owners=(), movable=(), ways=(), steps=(), fillable=()):
        self.player = player
        self.key = key
        self.owners = dict(owners)
        self.movable = movable
        self.fillable = fillable
        self.ways = ways
        self.steps = dict(steps)
        self.image = bytes(8)
        self.differs = {}

    @property
    def scratch(self):
        return self

    @property
    def actions(self):
        return sorted(self.steps)

    @property
    def firsts(self):
        return self.ends(self.actions)[0]

    @property
    def lasts(self):
        return self.ends(self.actions)[1]

    def recall(self):
        return self

    def know(self):
        return self

    def forget(self):
        self.is_forgotten = True

    def after(self, action):
        return self.steps.get(action, self)

    def owner(self, field):
        return self.owners.get(field, -1)

    def ends(self, actions):
        ends = [ENDS[action] for action in actions]
        return bytes([first for first, _ in ends]), bytes([last for _, last in ends])

    def placement(self, action):
        start, end = ENDS[action]
        if start == end:
            return []
        return [(start, -1), (end, -1), (end, 1)] if action == TAKE else [(start, -1), (end, 1)]

    def differences(self, _image, _activity):
        return self.differs

    def moves_at(self, field, is_first=True, is_last=True):
        return [0] * (is_first and field in self.movable) + [1] * (is_last and field in self.fillable)

    def way_off(self):
        return list(self.way)

    def takes(self, move):
        return self.actions[move] == TAKE

    def moves_between(self, start, end):
        return [0] if (start, end) in self.ways else []


class Done:
    """An action that was recorded; `more` are other facts of Played."""

    is_tacit = is_said = False
    stamp = lifted_stamp = 0
    felt = touched = b""
    instead_of = ()

    def __init__(self, action=MOVE, player=0, lifted_ms=LATE_MS, at_ms=0, ways=(), explained=None, steps=(), **more):
        self.action = action
        self.player = player
        self.lifted_ms = lifted_ms
        self.at_ms = at_ms
        self.taken_from, self.put_on = ENDS[action]
        self.before = Place(player, ways=ways, steps=steps)
        self.before.explained = explained
        for name, value in more.items():
            setattr(self, name, value)


class Seen:
    """Evidence: the player who is next, the last actions, fields that differ, and when each changed."""

    replaced = None
    is_over = has_reply = False
    settled_ms = 60
    wrong_stamp = 0
    wrong_fields = ()

    def __init__(self, recent, player=1, changes=(), stamps=(), has_weights=False, **place):
        self.recent = recent
        self.position = Place(player, **place)
        self.stamps = [dict(stamps).get(field, 0) for field in range(8)]
        self.image = bytearray(8)
        self.activity = bytes(8)
        self.has_weights = has_weights
        self.absent = {}
        self._changes = dict(changes)

    def changes(self):
        return self._changes

    def position_before(self, back):
        return self.recent[-back].before if back else self.position

    def has_reply_begun(self, _known, _back):
        return self.has_reply

    def taken_back(self):
        return self.replaced

    def felt_last(self):
        return -1


def said(actions=(), unexplained=(), choices=(), unproved=(), is_ordered=True, key=b"a", player=0):
    known = Explanation(list(actions), Place(player, key), dict(unexplained), (), list(choices), list(unproved))
    known.is_ordered = is_ordered
    return known


def search(_evidence, before, *_budget):
    """Find what tests say, in place of `explain`."""
    yield
    return before.explained


class Instead:
    """While it lasts, modules have other functions than their own."""

    def __init__(self, module, **functions):
        self._others = [(module, name, function) for name, function in functions.items()]

    def also(self, module, **functions):
        """Replace functions of another module, too."""
        self._others += [(module, name, function) for name, function in functions.items()]
        return self

    def __enter__(self):
        self._own = [(module, name, getattr(module, name)) for module, name, _ in self._others]
        for module, name, function in self._others:
            setattr(module, name, function)

    def __exit__(self, *_error):
        for module, name, function in self._own:
            setattr(module, name, function)

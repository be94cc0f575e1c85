"""Decision tables of what hands did unseen, and of a lifted piece too many."""

from fakes_hands import (
    ADDED,
    AWAY,
    BACK,
    END,
    ENDS,
    FAR,
    MOVE,
    ON,
    OTHER,
    REPLY,
    START,
    THERE,
    Instead,
    Place,
    Seen,
    said,
)
from fakes_table import finish
from treppe.table.hands import corrections, explain

QUIET = bytes(8)


class _Board(Place):
    """A position with moves; `begins` are those that contain changes, by the fields of these."""

    def __init__(self, *actions, begins=(), **more):
        super().__init__(**more)
        for action in actions:
            self.steps.setdefault(action, Place(key=bytes([action])))
        self.begins = dict(begins)

    def moves_at(self, field, is_first=True, is_last=True):
        moves = range(len(self.actions))
        firsts = [move for move in moves if is_first and self.firsts[move] == field]
        return firsts + [move for move in moves if is_last and self.lasts[move] == field]

    def begun(self, changes):
        return [self.actions.index(action) for action in self.begins.get(tuple(sorted(changes)), ())]


class _Search:
    """Finds what the position after a move says."""

    def __init__(self, image, activity, stamps, moves_on, budget):
        assert len(stamps) == len(image) and not moves_on and budget

    def explain(self, position, changes, depth):
        assert depth == 2
        yield
        return position.explained


def _found(look, board, changes, image=(), stamps=None, **later):
    """Return what an unseen action leads to; `later` is what explains the board after it, by its name."""
    board.differs = dict(changes)
    for name, known in later.items():
        board.steps[globals()[name]].explained = known
    marks = None if stamps is None else bytes([dict(stamps).get(field, 0) for field in range(8)])
    standing = bytes([dict(image).get(field, 0) for field in range(8)])
    with Instead(explain, Search=_Search):
        known = finish(look(board, standing, QUIET, marks))
    if known:
        assert known.position is board and known.has_extra_lifts and not known.actions
        assert known.unexplained == dict(changes)
    return known and known.unproved


def test_a_piece_stopped_where_it_was_felt_and_nothing_stands():
    def found(image=(), stands=(), stamps=((END, 1),), **later):
        board = _Board(MOVE, ADDED, BACK)
        board.image = bytes([dict(stands).get(field, 0) for field in range(8)])
        return _found(explain.explain_stop, board, {START: -1}, image, stamps, **later)

    on = said([ON])
    assert found(MOVE=on) == [[MOVE, ON]]
    assert found(MOVE=on, stamps=()) is None, "it was not felt there"
    assert found(MOVE=on, BACK=on, stamps=((END, 1), (START, 2))) == [[MOVE, ON]], "nothing was lifted at the end"
    assert found(MOVE=on, image={END: 1}) is None and found(MOVE=on, stands={END: 1}) is None
    assert found(MOVE=on, stamps=None) == [[MOVE, ON]], "wherever there are few ways for it"


def test_where_it_was_last_felt_a_piece_has_stopped_last_and_only_few_stops_are_looked_at():
    ENDS.update({60 + number: (START, number) for number in range(6)})
    many = [60 + number for number in range(6) if number != START]
    board = _Board(*many)
    for action in many:
        board.steps[action].explained = said([BACK])
    board.differs = {START: -1}
    stamps = bytes([9 - field for field in range(8)])
    with Instead(explain, Search=_Search):
        found = finish(explain.explain_stop(board, bytes(8), QUIET, stamps))
        assert found.unproved == [[action, BACK] for action in many[:4]], "the latest first"
        assert finish(explain.explain_stop(board, bytes(8), QUIET)) is None, "there are many ways for it"
        del board.steps[many[-1]]
        assert len(finish(explain.explain_stop(board, bytes(8), QUIET)).unproved) == 4
    for action in many:
        del ENDS[action]


def test_no_more_than_six_captures_are_proposed():
    ENDS.update({60 + number: (START, number) for number in range(8)})
    board = _Board(*[60 + number for number in range(8)])
    board.CAPTURES = True
    board.takes = lambda _move: True
    for after in board.steps.values():
        after.explained = said([BACK])
    board.differs = {START: -1}
    with Instead(explain, Search=_Search):
        assert len(finish(explain.explain_unseen_capture(board, bytes(8), QUIET, bytes(8))).unproved) == 6
    for number in range(8):
        del ENDS[60 + number]


def _next(changes, stamps, begins, done=(MOVE,), replies=(REPLY,)):
    """Return the action beside a piece too many, and which replies may have begun."""
    board = _Board(MOVE, ADDED, begins=begins)
    after = _Board(*replies)
    after.differs = AWAY
    board.steps[MOVE] = board.steps[ADDED] = after
    seen = Seen([], changes=changes, stamps=stamps)
    seen.position = board

    def finished(_seen, begun, _changes):
        return [move for move in begun if board.actions[move] in done]

    with Instead(corrections, _done=finished):
        known = corrections.explain_stray_and_next(seen)
    assert known is None or (known.position is after and known.unexplained == AWAY)
    return known and (known.actions, [after.actions[move] for move in known.open])


def test_three_lifts_and_a_put_are_an_action_a_piece_too_many_and_the_next_players_lift():
    lifts = {START: -1, END: 1, OTHER: -1, FAR: -1}
    stamps, begins = {START: 1, END: 2, OTHER: 3, FAR: 4}, {(START, END): [MOVE]}
    assert _next(lifts, stamps, begins) == ([MOVE], [REPLY])
    assert _next(lifts, stamps, begins, replies=(THERE,)) is None, "nobody could have lifted that"
    assert _next(lifts, {START: 1, END: 2, OTHER: 4, FAR: 3}, begins) is None
    assert _next(lifts, stamps, begins, done=()) is None
    assert _next(lifts, stamps, {(START, END): [MOVE, ADDED]}, done=(MOVE, ADDED)) is None, "either may be so"
    assert _next(lifts, stamps, {(START, END): [ADDED]}, done=(ADDED,)) is None, "from the supply"
    assert _next({START: -1, END: 1, OTHER: 1, FAR: -1}, stamps, {(END, OTHER): [MOVE]}) is None
    five = {START: -1, END: 1, OTHER: -1, FAR: -1, 5: 1}
    assert _next(five, stamps, {(START, END, 5): [MOVE]}) is None
    assert _next({START: -1, END: 1, FAR: -1}, stamps, begins) is None

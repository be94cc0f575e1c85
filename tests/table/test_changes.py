"""Movements of one move against changes on the board: begun, whole, proved, in order, and how much they explain."""

from treppe.sensing import FAULTY
from treppe.table.hands.changes import are_part, is_ordered, is_proved, is_whole, leaves, size

MOVE = [(1, -1, -1), (2, 1, 1)]
CAPTURE = [(1, -1, -1), (2, -1, 0), (2, 1, 0)]
TOWER = [(1, -3, -3), (2, 3, 3)]
TALL = [(1, -16, -16), (2, 16, 16)]  # a ball, or as many discs: no part of it is seen
QUIET = bytes(4)


def _bytes(values):
    """Return a byte for each of four fields, by field."""
    return bytes([values.get(field, 0) for field in range(4)])


def test_changes_are_part_of_movements_if_each_is_one_of_them_or_some_discs_of_one():
    for movements, changes, is_part in (
        (MOVE, {1: -1}, True),
        (MOVE, {1: -1, 2: 1}, True),
        (MOVE, {1: 1}, False),
        (MOVE, {1: -1, 3: 1}, False),
        (CAPTURE, {2: -1}, True),
        (CAPTURE, {2: 1}, True),
        (TOWER, {1: -1, 2: 1}, True),
        (TOWER, {1: -4}, False),
        (TOWER, {2: 4}, False),
        (TOWER, {1: 1}, False),
        (TALL, {1: -16}, True),
        (TALL, {1: -15}, False),
        (TALL, {2: 15}, False),
    ):
        assert are_part(movements, changes) == is_part, (movements, changes)


def test_movements_are_whole_if_each_field_ends_as_they_do_or_cannot_be_read():
    for movements, changes, faulty, expected in (
        (MOVE, {1: -1, 2: 1}, (), True),
        (MOVE, {1: -1}, (), False),
        (MOVE, {1: -1}, (2,), True),
        (MOVE, {2: 1}, (2,), False),
        (CAPTURE, {1: -1}, (), True),
        (CAPTURE, {1: -1, 2: -1}, (), False),
    ):
        activity = _bytes(dict.fromkeys(faulty, FAULTY))
        assert is_whole(movements, changes, activity) == expected, (movements, changes, faulty)


def test_only_what_was_put_proves_a_move_and_a_capture_only_if_its_field_changed_after_the_lift():
    capture = {1: -1}
    for movements, changes, stamps, put_on, expected in (
        (MOVE, {1: -1, 2: 1}, {1: 1, 2: 2}, (), True),
        (MOVE[:1], {1: -1}, {1: 1}, (), False),
        (CAPTURE, capture, {1: 1, 2: 2}, (), True),
        (CAPTURE, capture, {1: 2, 2: 2}, (), True),
        (CAPTURE, capture, {1: 2, 2: 1}, (), False),
        (CAPTURE, capture, {1: 1}, (), False),
        (CAPTURE, capture, {1: 1, 2: 2}, (2,), False),
        (CAPTURE, {1: -1, 2: -1}, {1: 1, 2: 2}, (), False),
    ):
        assert is_proved(movements, changes, QUIET, _bytes(stamps), put_on) == expected, (movements, changes, stamps)
    assert not is_proved(MOVE, {1: -1}, _bytes({2: FAULTY}), _bytes({1: 1, 2: 2})), "a faulty field shows nothing"


def test_movements_leave_as_many_changes_more_as_they_do_not_explain():
    nobody_lifted_it = 4  # as many as there are fields
    for movements, changes, stamps, more in (
        (MOVE, {1: -1, 2: 1}, {1: 1, 2: 2}, -2),
        (MOVE, {1: -1}, {1: 1}, 0),
        (MOVE, {1: -1}, {1: 1, 2: 2}, 0),
        (MOVE, {2: 1}, {1: 1, 2: 2}, -1),
        (MOVE, {2: 1}, {2: 1}, nobody_lifted_it),
        (MOVE, {1: -1, 2: -1}, {1: 1, 2: 2}, -1),
        (MOVE, {1: -1, 2: -1}, {1: 1}, 0),
        (CAPTURE, {1: -1}, {1: 1, 2: 2}, -1),
        (TOWER, {1: -3, 2: 3}, {1: 1, 2: 2}, -6),
        (TOWER, {1: -3}, {1: 1}, 0),
        (TALL, {1: -16}, {1: 1}, 0),
        (TALL, {1: -16, 2: 17}, {1: 1, 2: 2}, -2),
        (TALL, {1: -15, 2: 16}, {1: 1, 2: 2}, -2),
    ):
        assert leaves(movements, changes, _bytes(stamps)) == more, (movements, changes, stamps)


def test_a_ball_counts_as_one_piece_and_each_brick_as_one():
    for change, pieces in ((0, 0), (1, 1), (-3, 3), (7, 7), (16, 1), (-16, 1), (17, 2), (15, 2), (-15, 2), (-18, 3)):
        assert size(change) == pieces, change


def test_a_piece_was_lifted_before_it_was_put_unless_something_stands_again_where_it_was():
    both = {1: -1, 2: 1}
    for changes, stamps, expected in (
        (both, {1: 1, 2: 2}, True),
        (both, {1: 2, 2: 2}, True),
        (both, {1: 2, 2: 1}, False),
        ({2: 1}, {1: 2, 2: 1}, True),
        ({1: 1, 2: 1}, {1: 2, 2: 1}, True),
    ):
        assert is_ordered(MOVE, changes, _bytes(stamps)) == expected, (changes, stamps)
    assert is_ordered(CAPTURE, {1: -1}, _bytes({1: 3, 2: 2})), "a field that ends as it was tells no order"

from fakes_table import finish
from treppe import games
from treppe.table.hands.evidence import position_of
from treppe.table.hands.explain import explain_image
from treppe.table.hands.images import difference
from treppe.table.hands.movements import is_whole, leaves
from treppe.table.hands.position import BEYOND, Position

QUIET = bytes(144)


class Handmade:
    """A state of two positions with placements that a test chooses."""

    STOP = -1
    SIMPLE = PASSES = CHAINS = False
    CAPTURES = True

    def __init__(self, placements, images):
        self.options = {"placements": placements, "images": images}
        self.position = bytearray(1)
        self.events = []

    def legal_actions(self):
        return [] if self.position[0] else list(range(len(self.options["placements"])))

    def ends(self, actions):
        placements = [self.options["placements"][action] for action in actions]
        return bytes([p[0][0] for p in placements]), bytes([p[-1][0] for p in placements])

    def placement(self, action):
        return self.options["placements"][action]

    def perform(self, action):
        self.position[0] = action + 1

    def image(self):
        return bytearray(self.options["images"][self.position[0]])

    def current_player(self):
        return 0


def _view(placements, *images):
    return Position(Handmade(placements, images))


def _stamps(*fields):
    """Fields in the order in which they changed."""
    marks = bytearray(4)
    for number, field in enumerate(fields):
        marks[field] = number + 1
    return marks


def test_difference_leaves_out_faulty_fields():
    assert difference(b"\1\0\2", b"\0\1\2", b"\0\0\0") == {0: 1, 1: -1}
    assert difference(b"\1\0\2", b"\0\1\2", b"\5\0\0") == {1: -1}


def test_capture_needs_the_field_to_have_been_seen_empty():
    placements = [[(0, -1), (2, -1), (2, 1)], [(0, -1), (3, -1), (3, 1)]]
    position = _view(placements, b"\1\0\1\1", b"\0\0\1\1", b"\0\0\1\1")
    lifted = finish(explain_image(position, b"\0\0\1\1", bytes(4), _stamps(0)))
    assert lifted.actions == [] and len(lifted.open) == 2 and lifted.unproved == [[0], [1]]
    taken = finish(explain_image(position, b"\0\0\1\1", bytes(4), _stamps(0, 3)))
    assert taken.actions == [1]


def test_piece_that_has_only_gone_may_be_in_a_hand():
    position = _view([[(0, -1), (BEYOND, 1)], [(0, -1), (1, 1)]], b"\1\0\0\0", b"\0\0\0\0", b"\0\1\0\0")
    known = finish(explain_image(position, b"\0\0\0\0", bytes(4), _stamps(0)))
    assert known.actions == [] and known.unproved == [[0]] and len(known.open) == 2


def test_two_actions_with_one_image_are_asked_about_unless_they_end_alike():
    placements = [[(0, -1), (1, 1)], [(0, -1), (1, 1)]]
    position = _view(placements, b"\1\0\0\0", b"\0\1\0\0", b"\0\1\0\0")
    assert finish(explain_image(position, b"\0\1\0\0", bytes(4), _stamps(0, 1))).choices == [[0], [1]]


def test_order_of_hands_does_not_matter():
    position = _view([[(5, -1), (7, -1), (7, 1)]], bytes(8), bytes(8))
    assert position.begun({5: -1}) == [0]
    assert position.movements(0) == [(5, -1, -1), (7, -1, 0), (7, 1, 0)]
    for changes in ({7: -1}, {5: -1, 7: -1}):
        assert position.begun(changes) == [0]
    assert position.begun({5: 1}) == position.begun({6: -1}) == position.begun({5: -1, 6: 1}) == []


def test_changes_on_towers_are_signed():
    position = _view([[(5, -16), (7, 16)]], bytes(8), bytes(8)).know()
    movements = position.movements(0)
    assert movements == [(5, -16, -16), (7, 16, 16)]
    assert is_whole(movements, {5: -16, 7: 16}, bytes(8)) and not is_whole(movements, {5: -16}, bytes(8))
    stamps = b"\1" * 8
    assert leaves(movements, {5: -15, 7: 16}, stamps) < 0 and leaves(movements, {5: -16, 6: 16}, stamps) == 0


def test_nothing_legal_is_none():
    position = position_of(games.start("aufstellen"))
    assert finish(explain_image(position, bytes([1] + [0] * 143), QUIET, bytearray(144))) is None


def test_several_actions_in_one_image():
    state = games.start("step")
    end = state.clone()
    for word in ("a1-b2", "+b3", "g7-f6"):
        end.apply_action(end.action(word))
    position = position_of(state)
    known = finish(explain_image(position, end.image(), QUIET, bytearray(49)))
    assert len(known.actions) == 3 and known.position.key == bytes(end.position) and known.unexplained == {}
    assert state.history() == [] and bytes(state.position) == position.key

from fakes_table import finish
from treppe import games, surfaces
from treppe.games import positions
from treppe.table.hands.changes import difference, is_whole, leaves
from treppe.table.hands.evidence import position_of
from treppe.table.hands.explain import explain_image
from treppe.table.hands.position import BEYOND, Position
from treppe.table.hands.search import DEPTH, Search
from treppe.table.hands.verdict import Explanation

QUIET = bytes(144)
_LATE = (
    "cubes players=4 third_point=kept 11j04050611j1000k10330011g00h1000i10g110600h1000i8610021100h4300g83009510110400i1"
    "000g10551011g001000g1000g1000g110200i10g0010620011g00h1000940010g0011g1000g100010g00g1011g00h1000j2211i0605040311j00h"
    "030500090003020100g03/c64d"
)


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


def test_no_two_turns_one_after_the_other_are_taken_for_ended_without_an_action():
    position = position_of(positions.read(_LATE))
    names = surfaces.load("reed12").NAMES
    image, stamps = bytearray(position.image), bytearray(144)
    for name, change, stamp in (("h10", -1, 0), ("e11", -1, 0), ("c11", 1, 0), ("h11", 0, 1), ("f11", 1, 2)):
        field = names.index(name)
        image[field] += change
        stamps[field] = stamp
    search = Search(image, QUIET, stamps, False, 24)
    finish(search.explain(position, difference(image, position.image, QUIET), DEPTH))
    assert 24 - search.budget < 12, "it looks at 20 positions where turns may end one after the other"


def test_a_piece_is_put_without_lift_if_it_has_come_and_every_way_to_that_begins_with_a_lift():
    supplied, moved = [(BEYOND, -1), (1, 1)], [(0, -1), (1, 1)]
    position = _view([supplied, moved], b"\1\0\0\0", b"\1\1\0\0", b"\0\1\0\0").know()
    for changes, moves, expected in (
        ({1: 1}, [1], True),
        ({1: 1}, [0, 1], False),
        ({1: 1}, [0], False),
        ({0: -1, 1: 1}, [1], False),
        ({}, [1], False),
    ):
        assert Explanation([], position, changes, moves).is_put_without_lift() == expected, (changes, moves)

"""Hands that do what lamps and display say: bench figures of recovery count their movements."""

import pytest
from guided_hands import Guided, Lost, name_of
from treppe import surfaces
from treppe.alphabet.roles import CAME_FROM, OFF, PUT_OF, REMOVE, TURN, UNSURE
from treppe_sim.hands.hands import CARRY_MS, REACH_MS
from treppe_sim.world import World

REED12 = surfaces.load("reed12")
FREE = [[] for _ in range(144)]


class LitBoard:
    """A board that knows what should lie where, and lights the lamps; `show` may put other words on its display."""

    def __init__(self, wanted, there, supply=(), leads=True):
        self.world = World(REED12, 1)
        self.world.arrange(_stacks(there), dict(supply))
        self.wanted = _stacks(wanted)
        self.now_ms = 0
        self.leads = leads
        self.pressed = []
        self.world.press = self._press
        self.world.release = lambda button: None
        self.asked = {}
        self.answers = {}
        self.also_lit = {}
        self.names_pieces = True

    def _press(self, button):
        self.pressed.append(button)
        self.asked = {}
        for field in [field for field, role in self.also_lit.items() if role == UNSURE]:
            del self.also_lit[field]

    @property
    def roles(self):
        roles = bytearray([OFF] * 144)
        for field, wanted in enumerate(self.wanted):
            stack = [str(piece) for piece in self.world.stacks[field]]
            if stack and stack != wanted:
                roles[field] = REMOVE
            elif wanted and not stack:
                roles[field] = PUT_OF + int(wanted[-1][1])
        for field, role in self.also_lit.items():
            roles[field] = role
        return roles

    def run_ms(self, duration_ms):
        self.now_ms += duration_ms

    def run_until(self, is_reached, limit_ms):
        self.now_ms += limit_ms
        return bool(is_reached())

    def is_calm(self):
        return True

    def display(self):
        is_wrong = self.leads and any(role in bytes((REMOVE,)) + b"4567" for role in self.roles)
        return {"phase": "wrong" if is_wrong else "play", "lines": self.answers.get("lines", []), **self.asked}

    def hands(self, **reported):
        return Guided(self, self.display, **reported)


def _stacks(by_name):
    stacks = [[] for _ in range(144)]
    for name, code in by_name.items():
        stacks[REED12.NAMES.index(name)] = [code]
    return stacks


def field(name):
    return REED12.NAMES.index(name)


def test_a_piece_goes_from_where_it_is_too_much_to_where_it_is_missing() -> None:
    board = LitBoard({"a1": "K0", "b1": "K1"}, {"c1": "K1", "d1": "K0"})
    board.answers["lines"] = ["Set up: 2 left", "b1", "c1"]  # neither names a piece
    assert board.hands().follow() == 2
    assert board.world.stacks == board.wanted and not board.world.hand


def test_what_is_missing_comes_from_the_box_and_what_is_left_over_goes_there() -> None:
    board = LitBoard({"a1": "K0"}, {"c1": "K2"}, {"K1": 1, "K0": 1})
    assert board.hands().follow() == 2
    assert board.world.stacks == board.wanted and board.world.supply["K2"] == 1 and board.world.supply["K0"] == 0


def test_hands_stop_after_as_many_movements_as_were_asked_for() -> None:
    board = LitBoard({}, {"c1": "K2", "d1": "K2", "e1": "K1"})
    hands = board.hands()
    assert hands.follow(most=2) == 2 and hands.movements == 2
    assert sum(map(len, board.world.stacks)) == 1
    assert hands.follow() == 1 and hands.movements == 3


def test_no_hand_stops_with_a_piece_in_it() -> None:
    board = LitBoard({}, {"c1": "K2", "d1": "K2"})
    hands = board.hands()
    hands.lift_from(field("c1"))
    assert hands.follow(most=0) == 1 and not board.world.hand and hands.follow(most=0) == 0


def test_a_piece_that_was_asked_for_and_has_come_meanwhile_is_not_fetched() -> None:
    board = LitBoard({"a1": "K0"}, {"a1": "K0"}, {"K0": 1}, leads=False)
    hands = board.hands()
    hands.owed = (field("a1"), "red king")
    assert hands.follow() == 0 and board.world.stacks == board.wanted


def test_a_piece_is_owed_until_it_lies_where_it_was_asked_for() -> None:
    board = LitBoard({}, {"c1": "K0", "d1": "K0"})
    hands = board.hands()
    hands.owed = (field("a1"), "red king")
    for source, target in (("c1", "b1"), ("d1", "a1")):
        assert hands.owed
        hands.lift_from(field(source))
        hands.lay_down(field(target))
    assert hands.owed is None


def test_hands_say_what_stands_on_the_display_when_there_is_nothing_they_could_do() -> None:
    board = LitBoard({"a1": "K0"}, {})
    board.answers["lines"] = ["a1: red king"]
    with pytest.raises(Lost, match=r"no piece for a1: .*red king"):
        board.hands().follow()


def test_a_piece_that_came_from_somewhere_goes_back_there() -> None:
    board = LitBoard({}, {"c1": "K2"})
    hands = board.hands()
    hands.lift_from(field("c1"))
    board.leads = False
    board.also_lit = {field("c1"): CAME_FROM}
    board.wanted = _stacks({"c1": "K2"})
    board.world.put = (lambda put: lambda at, count=1: (board.also_lit.clear(), put(at, count)))(board.world.put)
    assert hands.follow() == 1
    assert board.world.stacks == board.wanted


def test_a_piece_whose_lamp_went_out_goes_to_the_box() -> None:
    board = LitBoard({}, {"c1": "K2"}, leads=False)
    hands = board.hands()
    hands.lift_from(field("c1"))
    assert hands.follow() == 1 and board.world.supply["K2"] == 1


@pytest.mark.parametrize(("stands", "button"), [({"c1": "K0"}, "OK"), ({}, "END")])
def test_a_doubt_is_answered_by_what_stands_there(stands, button) -> None:
    board = LitBoard(stands, {**stands, "d1": "K1"}, leads=False)
    board.wanted = _stacks({**stands, "d1": "K1"})
    board.asked = {"doubt": "c1"}
    board.also_lit = {field("c1"): UNSURE, field("d1"): UNSURE}
    assert board.hands().follow() == 0
    assert board.pressed == [button]


def test_what_has_been_played_stays_and_what_is_asked_has_not_been_played() -> None:
    board = LitBoard({}, {})
    board.asked = {"instead": "a1-a2"}
    assert board.hands().follow() == 0 and board.pressed == ["END"]
    board = LitBoard({}, {})
    board.asked = {"choice": ["a1-a2"]}
    board.also_lit = {field("a1"): CAME_FROM}
    board.world.press = lambda button: (board._press(button), board.also_lit.clear())
    assert board.hands().follow() == 0 and board.pressed == ["END"]


def test_a_field_that_cannot_be_read_is_told_to_be_well_or_cleared() -> None:
    board = LitBoard({"c1": "K0"}, {"c1": "K0"})
    board.also_lit = {field("c1"): UNSURE}
    assert board.hands().follow() == 0
    assert board.pressed == ["OK"] and board.world.stacks == board.wanted
    board = LitBoard({"c1": "K0"}, {"c1": "K0"})
    board.also_lit = {field("c1"): UNSURE}
    board.world.press = board.pressed.append  # it does not believe it
    board.world.lift = (lambda lift: lambda at, count=1: (board.also_lit.clear(), lift(at, count)))(board.world.lift)
    assert board.hands().follow() == 1, "it was taken off and is put back as the lamp says"
    assert board.world.stacks == board.wanted


def test_a_piece_laid_aside_comes_back_where_a_lamp_waits_for_it() -> None:
    board = LitBoard({}, {}, {"K3": 1}, leads=False)
    board.also_lit = {field("e5"): CAME_FROM}
    aside = {field("e5"): "K3"}
    board.world.put = (lambda put: lambda at, count=1: (board.also_lit.clear(), put(at, count)))(board.world.put)
    board.wanted = _stacks({"e5": "K3"})
    assert board.hands(stood_on=lambda at: aside.get(at, "")).follow() == 1
    assert board.world.stacks == board.wanted and board.world.supply["K3"] == 0


def test_lamps_that_change_are_waited_for() -> None:
    board = LitBoard({}, {})
    settled_ms = 1000
    board.is_calm = lambda: board.now_ms >= settled_ms
    assert board.hands().follow() == 0
    assert settled_ms <= board.now_ms < settled_ms + 240
    board = LitBoard({}, {})
    board.is_calm = lambda: False
    assert board.hands().follow() == 0
    assert 4000 <= board.now_ms < 4240, "hands lose their patience"


def test_stones_are_turned_over_where_the_lamp_asks_and_the_display_says_otherwise() -> None:
    board = LitBoard({}, {"a1": "W1a", "b1": "W2a", "c1": "W3i"}, leads=False)
    board.wanted = _stacks({"a1": "W1a", "b1": "W2a", "c1": "W3i"})
    board.also_lit = {field(name): TURN for name in ("a1", "b1", "c1")}
    board.answers["lines"] = ["a1: stone off", "b1: stone", "c1: 2 x stone off"]
    board.hands().turn_over()
    tops = [str(board.world.stacks[field(name)][-1]) for name in ("a1", "b1", "c1")]
    assert tops == ["W1i", "W2a", "W3i"]
    board.answers["lines"] = []
    board.hands().turn_over()
    assert [str(board.world.stacks[field(name)][-1])[-1] for name in ("a1", "b1", "c1")] == ["a", "i", "a"]


@pytest.mark.parametrize(
    ("code", "name"), [("B", "brick"), ("O1", "Red ball"), ("S2", "Yellow square"), ("D3", "disc 4"), ("N71", "Red 7")]
)
def test_pieces_are_called_as_the_display_calls_them(code, name) -> None:
    assert name_of(code) == name


def test_a_movement_takes_the_time_to_reach_and_to_carry() -> None:
    board = LitBoard({}, {"c1": "K0"})
    hands = board.hands()
    hands.lift_from(field("c1"))
    assert board.now_ms == REACH_MS
    hands.lay_down(field("d1"))
    assert board.now_ms == REACH_MS + CARRY_MS


@pytest.mark.parametrize(
    ("carried", "wanted", "laid"), [("S0a", "a1: Blue square off", "S0i"), ("S0i", "a1: Blue square", "S0a")]
)
def test_a_stone_is_turned_to_the_side_that_is_wanted_and_else_not(carried, wanted, laid) -> None:
    for line, expected in ((wanted, laid), (wanted.replace("a1", "b1"), "S0a")):
        board = LitBoard({}, {"c1": carried})
        board.answers["lines"] = [line]
        hands = board.hands()
        hands.lift_from(field("c1"))
        hands.lay_down(field("a1"))
        assert [str(piece) for piece in board.world.stacks[field("a1")]] == [expected]
    hands.lift_from(field("a1"))
    hands.lay_down(None)
    assert board.world.supply["S0a"] == 1, "laid aside as it was"


def test_where_the_display_names_no_piece_the_lamp_tells_whose_it_is() -> None:
    board = LitBoard({}, {})
    board.also_lit = {field("a1"): PUT_OF, field("b1"): PUT_OF + 2}
    hands = board.hands()
    for code, fits in (("K0", "a1"), ("N20", "a1"), ("K2", "b1"), ("N02", "b1")):
        assert [name for name in ("a1", "b1") if hands.fits(code, field(name), {})] == [fits]

"""What sensors and record tell of hands: order of changes, lifts of what was put, which actions may be replaced."""

from fakes_table import finish
from treppe import games, surfaces
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE
from treppe.table.hands.evidence import REWRITE_MS, SAME_HAND_MS, Evidence, is_carried_on, turned_over
from treppe.table.hands.explain import explain

REED12 = surfaces.load("reed12")


def _field(name):
    return REED12.NAMES.index(name)


class Board:
    """Evidence of a game of Weltreich with few pieces, and a board that tests change."""

    def __init__(self, values, players=2):
        self.state = games.start("weltreich", players=players)
        for field, name in enumerate(REED12.NAMES):
            self.state.position[field] = values.get(name, 0)
        self.evidence = Evidence(REED12.FIELDS, False)
        self.evidence.begin(self.state)
        self.image = self.evidence.position.image[:]
        self.activity = bytearray(REED12.FIELDS)
        self.evidence.observe(self.image, self.activity)
        self.evidence.settle()
        self.now_ms = 0

    def see(self, changes, activity=(), wait_ms=100):
        """Let the sensors see changes and activity by name, all at once; return whether hands have only begun."""
        self.now_ms += wait_ms
        self.evidence.take_time(self.now_ms)
        for name, change in changes.items():
            self.image[_field(name)] += change
        for name, value in dict(activity).items():
            self.activity[_field(name)] = value
        return self.evidence.observe(self.image, self.activity)

    def record(self, word, wait_ms=100):
        """Record an action whose piece has been moved."""
        start, end = word.split("-")
        self.see({start: -1, end: 1}, wait_ms=wait_ms)
        action = self.state.action(word)
        played = self.evidence.accept(action)
        self.state.apply_action(action)
        self.evidence.keep_open_changes()
        return played

    def stamp(self, name):
        return self.evidence.stamps[_field(name)]

    def recent(self):
        evidence = self.evidence
        return [played.before.recall().word(played.action) for played in evidence.recent]


TWO = {"b5": 1, "l12": 2, "k9": 5, "a1": 6}


def test_stamps_tell_in_which_order_fields_changed_last():
    board = Board(TWO)
    board.see({"b5": -1, "k9": -1})
    board.see({"b9": 1})
    assert (board.stamp("b5"), board.stamp("k9"), board.stamp("b9"), board.stamp("a1")) == (1, 1, 2, 0)
    board.see({}, {"l12": TOUCHED})
    board.see({"l12": -1})
    assert board.stamp("l12") == 3, "it began to change when it was touched"
    board.see({"b5": 1})
    assert board.stamp("b5") == 4
    board.evidence.stamps[0] = 255
    board.see({"b5": -1})
    assert board.stamp("b5") == 255, "a byte holds no more"


def test_hands_that_only_touch_have_only_begun():
    board = Board(TWO)
    assert board.see({}, {"b5": TOUCHED}) and board.see({}, {"b5": SETTLING}) and board.see({}, {"k9": TOUCHED})
    assert not board.see({}, {"b5": QUIET}), "one has let go"
    assert not board.see({"k9": -1}) and not board.see({}, {"k9": UNSURE}) and not board.see({}, {"k9": SETTLING})
    assert not board.see({}, {"a1": FAULTY})


def test_a_board_is_busy_while_a_field_moves_or_is_unsure():
    board = Board(TWO)
    for activity, is_busy in ((QUIET, False), (TOUCHED, True), (SETTLING, True), (UNSURE, True), (FAULTY, False)):
        board.see({}, {"b5": activity})
        assert board.evidence.is_busy() == is_busy, activity


def test_time_goes_on_where_milliseconds_wrap():
    board = Board(TWO)
    board.evidence.take_time(20)
    assert board.evidence.since(0x3FFFFFFF - 9) == 30
    board.evidence.changed_ms = 5
    assert board.evidence.quiet_ms() == 15


def test_a_piece_that_was_put_is_lifted_again_since_the_first_moment_until_it_is_back():
    board = Board(TWO)
    played = board.record("b5-b9")
    assert (played.put_on, played.taken_from, played.lifted_ms) == (_field("b9"), _field("b5"), -1)
    board.see({"b9": -1}, wait_ms=700)
    for _ in range(2):
        board.evidence.note_lifts()
        assert played.lifted_ms == 700 and played.lifted_stamp == board.stamp("b9") > 0
        board.see({}, {"a1": TOUCHED}, wait_ms=50)
    board.see({"b9": 1})
    board.evidence.note_lifts()
    assert played.lifted_ms == -1


def test_only_pieces_of_the_last_players_actions_count_as_lifted_again():
    board = Board(TWO)
    first = board.record("b5-b9")
    board.record("k9-k7")
    board.see({"b9": -1}, wait_ms=300)
    board.evidence.note_lifts()
    assert first.lifted_ms == -1
    first.at_ms = board.evidence.recent[-1].at_ms  # recorded in one go: nobody knows whose hand was which
    board.evidence.note_lifts()
    assert first.lifted_ms == 300


def test_an_action_may_be_replaced_for_a_second_or_until_its_player_has_played_again():
    for pause_ms, recent in ((REWRITE_MS - 1, ["b5-b9", "k9-k7", "l12-l10"]), (REWRITE_MS, ["k9-k7", "l12-l10"])):
        board = Board(TWO)
        board.record("b5-b9")
        board.record("k9-k7", pause_ms - 10)
        assert board.recent() == ["b5-b9", "k9-k7"]
        board.record("l12-l10", 10)
        assert board.recent() == recent, pause_ms


def test_what_was_lifted_for_a_later_action_stays_lifted_though_something_stands_there():
    board = Board(TWO)
    first = board.record("b5-b9")
    board.see({"b9": -1}, wait_ms=300)
    board.evidence.note_lifts()
    second = board.record("k9-k7")
    second.at_ms, second.taken_from = first.at_ms, first.put_on
    board.see({"b9": 1})
    board.evidence.note_lifts()
    assert first.lifted_ms == 300 and second.lifted_ms == -1


def test_all_actions_of_a_turn_may_be_replaced_until_the_next_player_has_played():
    board = Board(TWO)
    board.record("b5-b9")
    board.see({}, wait_ms=5000)
    evidence = board.evidence
    assert evidence._still_open(0, 0) == evidence.recent, "his turn goes on"
    assert evidence._still_open(1, 0) == []
    evidence.position.scratch.players = 1
    assert evidence._still_open(0, 0) == [], "who plays alone has no turns"


def test_an_action_is_carried_on_if_its_piece_was_soon_lifted_for_the_next_one():
    played = Board(TWO).record("b5-b9")
    for lifted_ms, is_soon in ((SAME_HAND_MS - 1, True), (SAME_HAND_MS, False), (0, True), (-1, False)):
        played.lifted_ms = lifted_ms
        assert is_carried_on(played, played.put_on) == is_soon, lifted_ms
        assert not is_carried_on(played, played.taken_from)


def test_what_is_taken_back_is_remembered_until_something_else_is_recorded_twice():
    board = Board(TWO)
    first = board.record("b5-b9")
    board.evidence.ask_to_turn([_field("a1")])
    board.evidence.take_back(1)
    assert board.evidence.taken_back() is first and board.evidence.recent == []
    assert board.evidence.position is first.before and board.evidence.to_turn == []
    board.state.undo_action()
    board.see({"b9": -1, "b5": 1})
    second = board.record("b5-b8")
    assert second.instead_of == [first] and board.evidence.taken_back() is None
    board.evidence.take_back(1)
    assert board.evidence.taken_back() is second and second.instead_of == [first]
    board.state.undo_action()
    board.see({"b8": -1, "b5": 1})
    third = board.record("b5-b7")
    assert third.instead_of == [second] and second.instead_of == [first]
    board.evidence.take_back(1)
    assert third.instead_of == [second] and second.instead_of == (), "twice is as far as anybody looks back"


def test_a_record_forgets_what_has_come_to_rest_and_keeps_what_still_differs_or_moves():
    board = Board(TWO)
    board.see({"b5": -1})
    board.see({"a1": -1})
    board.see({}, {"l12": TOUCHED, "c1": TOUCHED})
    board.see({"b9": 1}, {"c1": QUIET})
    evidence = board.evidence
    evidence.note_record([board.state.action("b5-b9")], 0, "seen")
    assert evidence.trace.message["back"] == bytes(sorted([_field("c1"), _field("l12")])).hex()
    changed = [(_field("b5"), 1, 0), (_field("a1"), 1, 0), (_field("b9"), 0, 1)]
    assert evidence.trace.message["changed"] == b"".join([bytes(each) for each in sorted(changed)]).hex()
    played = evidence.accept(board.state.action("b5-b9"))
    assert sorted(played.touched) == sorted([_field("c1"), _field("l12")])
    for count in (1, 2):
        evidence.keep_open_changes()
        assert evidence.absent == {_field("a1"): count}
    assert [board.stamp(name) > 0 for name in ("b5", "a1", "l12", "c1", "b9")] == [False, True, True, False, False]


def test_a_board_at_rest_forgets_how_it_came_to_be_so_but_for_what_was_felt():
    board = Board(TWO)
    evidence = board.evidence
    evidence.to_turn = [_field("b5"), _field("a1"), _field("c3")]
    evidence.absent = {_field("k9"): 1}
    evidence.unanswered = [(0, [1])]
    board.see({}, {"b5": TOUCHED, "c3": TOUCHED})
    evidence.come_to_rest()
    assert evidence.absent == {} and evidence.unanswered and board.stamp("b5"), "a hand is still there"
    board.see({}, {"b5": QUIET, "c3": QUIET})
    evidence.come_to_rest()
    assert not any(evidence.stamps) and not evidence.unanswered
    assert evidence.to_turn == [_field("a1"), _field("c3")], "who touches a stone turns it over"
    played = board.record("b5-b9")
    assert sorted(played.felt) == sorted([_field("b5"), _field("c3")])
    assert board.record("k9-k7").felt == b"", "that was before the last record"


def test_only_what_came_is_complained_about_and_once():
    board = Board(TWO)
    board.see({"b5": -1})
    board.evidence.note_complaint()
    assert board.evidence.wrong_stamp == 0
    board.see({"l1": 1})
    for _ in range(2):
        board.evidence.note_complaint()
        assert board.evidence.wrong_stamp == 3
        assert sorted(board.evidence.wrong_fields) == sorted([_field("b5"), _field("l1")])
        board.see({"l2": 1})
    board.evidence.settle()
    assert board.evidence.wrong_stamp == 0 and board.evidence.wrong_fields == []


def test_a_reply_has_begun_once_the_next_player_has_a_piece_of_his_in_the_air():
    for lifted, has_begun in (("k9", True), ("l12", False), ("", False)):
        board = Board(TWO)
        board.see({"b5": -1})
        board.see({"b9": 1})
        if lifted:
            board.see({lifted: -1})
        known = finish(explain(board.evidence, board.evidence.position))
        assert board.evidence.has_reply_begun(known, 0) == has_begun, lifted
    assert not board.evidence.has_reply_begun(None, 0)


def test_a_stone_that_is_turned_twice_lies_right():
    class Turning:
        """A state whose last action has turned stones over."""

        def __init__(self, *events):
            self.events = events

        def field(self, cell):
            return cell + 10

    assert turned_over([], Turning(("active", 1), ("inactive", 2), ("won", 3))) == [11, 12]
    assert turned_over([11, 20], Turning(("inactive", 1))) == [20]


def test_who_has_answered_what_a_program_wanted_has_said_what_was_played_before():
    board = Board(TWO)
    played = board.record("b5-b9")
    board.evidence.want(())
    assert not played.is_said
    board.evidence.want((board.state.action("k9-k7"),))
    assert played.is_said and board.evidence.position.wanted
    board.evidence.ask_to_turn([_field("a1")])
    board.evidence.begin(board.state)
    assert board.evidence.position.wanted, "the same position is still wanted"
    assert board.evidence.recent == [] and board.evidence.to_turn == [] and board.evidence.taken_back() is None
    board.record("k9-k7")
    board.evidence.end()
    assert board.evidence.recent == [] and board.evidence.state is None


def test_a_piece_is_lifted_since_the_moment_in_which_it_was_recorded():
    board = Board(TWO)
    played = board.record("b5-b9")
    board.see({"b9": -1}, wait_ms=0)
    board.evidence.note_lifts()
    board.see({}, {"a1": TOUCHED}, wait_ms=500)
    board.evidence.note_lifts()
    assert played.lifted_ms == 0


def test_after_a_game_nobody_replies():
    class Over:
        """What hands did has ended the game, and a piece of nobody is in the air."""

        player = -1
        actions = (1,)
        unexplained = {0: -1}

        def recall(self):
            return self

        def owner(self, _field):
            return -1

    over = Over()
    over.position = over
    assert not Board(TWO).evidence.has_reply_begun(over, 0)

"""Decision tables of corrections: whose hand lifts what was put, by order, time, owner and what is left unexplained."""

from treppe.table.hands import corrections, keep_or_correct
from treppe.table.hands.evidence import ON_ITS_WAY_MS, REWRITE_MS, SAME_HAND_MS
from treppe.table.hands.explanation import Explanation
from treppe.table.hands.position import BEYOND

KEEP, CORRECT, EITHER, CORRECT_YET, EITHER_YET = 1, 2, 3, 4, 5
START, END, OTHER, FAR = 1, 2, 3, 4  # fields
LATE_MS = 5000
MOVE, ON, BACK, REPLY, SUPPLIED, ELSEWHERE = 10, 11, 12, 13, 14, 15  # actions
ENDS = {
    MOVE: (START, END), ON: (END, OTHER), BACK: (END, START), REPLY: (FAR, OTHER), SUPPLIED: (BEYOND, OTHER),
    ELSEWHERE: (START, OTHER),
}  # fmt: skip


class Place:
    """A position in which tests say who owns what, and what is legal."""

    STOP = -1

    def __init__(self, player=0, key=b"", owners=(), movable=(), ways=()):
        self.player = player
        self.key = key
        self.owners = dict(owners)
        self.movable = movable
        self.ways = ways
        self.image = bytes(8)

    def recall(self):
        return self

    def after(self, _action):
        return self

    def owner(self, field):
        return self.owners.get(field, -1)

    def ends(self, actions):
        ends = [ENDS[action] for action in actions]
        return [first for first, _ in ends], [last for _, last in ends]

    def placement(self, action):
        start, end = ENDS[action]
        return [(start, -1), (end, 1)]

    def moves_at(self, field, _is_first, _is_last):
        return [0] if field in self.movable else []

    def moves_between(self, start, end):
        return [0] if (start, end) in self.ways else []


class Done:
    """An action that was recorded."""

    is_tacit = False
    at_ms = 0

    def __init__(self, action=MOVE, player=0, lifted_ms=LATE_MS, at_ms=0, ways=()):
        self.action = action
        self.player = player
        self.lifted_ms = lifted_ms
        self.at_ms = at_ms
        self.taken_from, self.put_on = ENDS[action]
        self.before = Place(player, ways=ways)


class Seen:
    """Evidence: the player who is next, the last actions, fields that differ, and when each changed."""

    def __init__(self, recent, player=1, changes=(), stamps=(), has_weights=False, **place):
        self.recent = recent
        self.position = Place(player, **place)
        self.stamps = [dict(stamps).get(field, 0) for field in range(8)]
        self.has_weights = has_weights
        self._changes = dict(changes)

    def changes(self):
        return self._changes


def said(actions=(), unexplained=(), choices=(), unproved=(), is_ordered=True, key=b"a", player=0):
    known = Explanation(list(actions), Place(player, key), dict(unexplained), (), list(choices), list(unproved))
    known.is_ordered = is_ordered
    return known


def judged(seen, known, earlier, back=1, last=None, is_movable=False):
    return keep_or_correct._judge(seen, known, earlier, back, last or seen.recent[-1], is_movable)


GONE = {END: -1}
AWAY = {FAR: -1}


def test_nothing_earlier_keeps_but_asks_where_the_next_player_may_have_lifted_what_this_one_put():
    for player, known, is_last, verdict in (
        (0, said([ON], GONE, player=1), True, EITHER),
        (1, said([ON], GONE, player=1), True, KEEP),
        (0, said([], GONE, player=1), True, KEEP),
        (0, said([ON], GONE, player=0), True, KEEP),
        (0, said([ON], AWAY, player=1), True, KEEP),
        (0, said([ON], GONE, player=1), False, KEEP),
    ):
        last = Done()
        seen = Seen([last] if is_last else [last, Done(REPLY)], player)
        assert judged(seen, known, None, last=last) == verdict, (player, known.actions, is_last)


def test_what_leads_to_the_same_actions_is_kept():
    seen = Seen([Done()], 0, GONE)
    assert judged(seen, said([REPLY], AWAY), said([MOVE, ON])) == KEEP


def test_one_players_piece_is_corrected_beside_anothers_action_only_by_one_way_and_soon():
    for lifted_ms, first_lifted_ms, earlier, verdict in (
        (REWRITE_MS - 1, ON_ITS_WAY_MS - 1, said([ELSEWHERE]), CORRECT),
        (REWRITE_MS - 1, ON_ITS_WAY_MS, said([ELSEWHERE]), EITHER),
        (REWRITE_MS, ON_ITS_WAY_MS - 1, said([ELSEWHERE]), KEEP),
        (REWRITE_MS - 1, 0, said([ELSEWHERE], AWAY), KEEP),
        (REWRITE_MS - 1, 0, said([ELSEWHERE, REPLY]), KEEP),
    ):
        last = Done(REPLY, 1, lifted_ms)
        seen = Seen([Done(lifted_ms=first_lifted_ms), last], 0, owners={OTHER: 1})
        assert judged(seen, said([ON]), earlier, back=2, last=last) == verdict, (lifted_ms, first_lifted_ms)


def test_where_two_actions_are_possible_a_correction_is_one_that_explains_all():
    one, two = said(choices=[[ON], [BACK]]), said(choices=[[ON, REPLY], [BACK, REPLY]])
    for known, earlier, verdict in (
        (one, said([ELSEWHERE]), CORRECT),
        (two, said([ELSEWHERE]), EITHER),
        (one, said(), KEEP),
        (one, said([ELSEWHERE], AWAY), KEEP),
    ):
        assert judged(Seen([Done()], 1, GONE), known, earlier) == verdict


def test_order_of_lifts_and_puts_tells_who_has_moved():
    stamps = {END: 3, OTHER: 4}
    for known, earlier, more, is_movable, verdict in (
        (said([ON], is_ordered=False), said([ELSEWHERE]), {}, True, CORRECT),
        (said([ON], is_ordered=False), said([ELSEWHERE]), {END: 0}, True, CORRECT),
        (said([REPLY], is_ordered=False), said([ELSEWHERE]), {FAR: 2}, True, EITHER),
        (said([REPLY], is_ordered=False), said([ELSEWHERE]), {FAR: 3}, True, CORRECT),
        (said([SUPPLIED]), said([ELSEWHERE]), {}, False, EITHER),
        (said([SUPPLIED], AWAY), said([ELSEWHERE]), {}, False, CORRECT_YET),
        (said([REPLY], AWAY), said([ELSEWHERE]), {FAR: 5}, False, CORRECT),
    ):
        seen = Seen([Done()], 1, {END: -1, OTHER: 1}, stamps | more)
        assert judged(seen, known, earlier, is_movable=is_movable) == verdict, (known.actions, more)


def test_pieces_that_have_fallen_may_look_as_if_taken_back():
    two = [Done(), Done(REPLY)]
    for recent, changes, verdict in (
        (two, {END: -1, OTHER: -1}, EITHER),
        (two, {END: -1}, KEEP),
        (two[:1], {END: -1, OTHER: -1}, KEEP),
    ):
        seen = Seen(recent, 1, changes, {END: 1})
        known, earlier = said([ON], {FAR: -1}), said([ELSEWHERE], {FAR: -1})
        assert judged(seen, known, earlier, back=len(recent), is_movable=True) == verdict, changes


def test_the_same_hand_corrects_itself_if_less_is_left_over():
    for player, left, verdict in ((0, {}, CORRECT), (0, {FAR: -1}, KEEP), (1, {}, KEEP)):
        seen = Seen([Done()], player, GONE, {END: 2})
        assert judged(seen, said([ON], {FAR: -1}), said([ELSEWHERE], left), is_movable=True) == verdict, (player, left)


def test_a_piece_moved_on_or_back_is_asked_about_if_both_lead_to_other_positions():
    put = {END: -1, OTHER: 1}
    stamps = {END: 1, OTHER: 2}
    back_to, on = said([ELSEWHERE], key=b"b"), said([ON])
    same = said([ELSEWHERE], key=b"a")
    for lifted_ms, player, known, earlier, more, verdict in (
        (ON_ITS_WAY_MS, 1, on, back_to, {}, EITHER),
        (ON_ITS_WAY_MS - 1, 1, on, same, {}, EITHER),
        (REWRITE_MS, 0, on, said(key=b"b"), {"owners": {END: 0}}, KEEP),
        (REWRITE_MS - 1, 0, on, said(key=b"b"), {"owners": {END: 0}}, KEEP),
    ):
        seen = Seen([Done(lifted_ms=lifted_ms)], player, put, stamps, **more)
        found = keep_or_correct._may_be_two_ways(seen, known, earlier, 1, seen.recent[-1])
        assert found == (verdict == EITHER and earlier is back_to), (lifted_ms, player)


def test_two_ways_need_an_owner_a_pause_and_nothing_left_over():
    on, back_to = said([ON]), said(key=b"b")
    for recent, player, known, earlier, more, expected in (
        ([Done(), Done(lifted_ms=ON_ITS_WAY_MS)], 1, on, back_to, {}, True),
        ([Done(), Done(lifted_ms=ON_ITS_WAY_MS - 1)], 1, on, back_to, {}, False),
        ([Done(lifted_ms=ON_ITS_WAY_MS)], 1, on, back_to, {}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, on, back_to, {}, True),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, on, back_to, {"owners": {END: 0}}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 0, on, back_to, {"owners": {END: 0}}, True),
        ([Done(), Done(lifted_ms=REWRITE_MS - 1)], 0, on, back_to, {"owners": {END: 0}}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, said(), back_to, {}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, said([ON], AWAY), back_to, {}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, on, said((), AWAY, key=b"b"), {}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, on, said(choices=[[ON]], key=b"b"), {}, False),
        ([Done(), Done(lifted_ms=LATE_MS)], 1, on, said(key=b"a"), {}, False),
        ([Done(), Done(SUPPLIED)], 1, on, back_to, {"has_weights": True}, False),
        ([Done(), Done(SUPPLIED)], 1, on, back_to, {}, True),
        ([Done(), Done()], 1, on, back_to, {"has_weights": True}, True),
    ):
        seen = Seen(recent, player, {END: -1, OTHER: 1}, {END: 1, OTHER: 2}, **more)
        found = keep_or_correct._may_be_two_ways(seen, known, earlier, 1, recent[-1])
        assert bool(found) == expected, (recent[-1].lifted_ms, player, more)


def test_a_pause_tells_whether_the_same_hand_has_lifted_a_piece_again():
    soon, late = SAME_HAND_MS - 1, SAME_HAND_MS
    mine = {"owners": {END: 0}}
    for lifted_ms, player, known, earlier, more, is_movable, verdict in (
        (soon, 1, said(unexplained=GONE), said(unexplained=GONE), {}, False, CORRECT),
        (late, 1, said(unexplained=GONE), said(unexplained=AWAY), {}, False, CORRECT),  # nothing else is shown
        (late, 1, said([ON], GONE), said((), AWAY), {}, False, KEEP),
        (late, 1, said([ON]), said((), {}), {}, False, KEEP),
        (soon, 1, said([ON], GONE), said([ELSEWHERE], AWAY), {}, True, EITHER_YET),  # where either is put tells
        (late, 1, said(unproved=[[ON]], unexplained=GONE), said([ELSEWHERE]), {}, True, EITHER),
        (late, 1, said(unproved=[[ON, REPLY]], unexplained=GONE), said([ELSEWHERE]), {}, True, CORRECT),
        (late, 1, said(unproved=[[ON, REPLY]], unexplained=GONE), said([ELSEWHERE], AWAY), {}, True, EITHER),
        (late, 1, said(unproved=[[ON, REPLY]], unexplained=GONE), said([ELSEWHERE], AWAY), {}, False, KEEP),
        (REWRITE_MS - 1, 1, said(choices=[[ON]]), said(choices=[[ELSEWHERE]]), mine, True, KEEP),
    ):
        seen = Seen([Done(lifted_ms=lifted_ms)], player, {END: -1, OTHER: 1}, {END: 1, OTHER: 2}, **more)
        assert judged(seen, known, earlier, is_movable=is_movable) == verdict, (lifted_ms, known.actions, more)


def test_a_quick_lift_of_what_may_only_be_in_the_air_is_asked_about_and_may_go_on():
    for lifted_ms, num_recent, verdict in ((0, 2, EITHER_YET), (0, 1, CORRECT), (LATE_MS, 2, KEEP)):
        seen = Seen([Done(lifted_ms=lifted_ms)] * num_recent, 1, GONE, {END: 1})
        known = said(unproved=[[ON]], unexplained=GONE)
        assert judged(seen, known, said((), GONE)) == verdict, (lifted_ms, num_recent)
        assert not known.may_go_on  # a judge changes nothing


def test_a_piece_of_nobody_is_in_the_same_hand_longer_than_a_players():
    for owners, lifted_ms, is_quick in (
        ({}, SAME_HAND_MS - 1, True),
        ({}, SAME_HAND_MS, False),
        ({END: 0}, REWRITE_MS - 1, True),
        ({END: 0}, REWRITE_MS, False),
    ):
        assert keep_or_correct._is_quick(Seen([], owners=owners), Done(lifted_ms=lifted_ms)) == is_quick


def test_a_player_plays_on_with_his_piece_only_where_his_action_could_not_have_led_it_at_once():
    for known, recent_ways, owners, expected in (
        (said([ON]), (), {END: 0}, True),
        (said([ON]), ((START, OTHER),), {END: 0}, False),
        (said([ON], AWAY), (), {END: 0}, False),
        (said([ON, REPLY]), (), {END: 0}, False),
        (said([BACK]), (), {END: 0}, False),
        (said([REPLY]), (), {END: 0}, False),
        (said([ON]), (), {}, False),
    ):
        last = Done(ways=recent_ways)
        assert keep_or_correct._has_only_moved_on(Seen([last], 0, owners=owners), known, last) == expected
    earlier = Done()
    assert not keep_or_correct._has_only_moved_on(Seen([earlier, Done(REPLY)], 0, owners={END: 0}), said([ON]), earlier)


def test_pieces_are_in_the_air_at_once_if_two_go_before_one_comes():
    changes = {START: -1, FAR: -1, OTHER: 1}
    for kept, stamps, expected in (
        ((START, FAR, OTHER), {START: 1, FAR: 2, OTHER: 3}, True),
        ((START, FAR, OTHER), {START: 1, FAR: 3, OTHER: 3}, False),
        ((START, FAR, OTHER), {START: 1, FAR: 3, OTHER: 2}, False),
        ((START, OTHER), {START: 1, OTHER: 2}, False),
        ((START, FAR), {START: 1, FAR: 2}, False),
    ):
        seen = Seen([], changes={field: changes[field] for field in kept}, stamps=stamps)
        assert keep_or_correct._were_in_the_air_at_once(seen) == expected, stamps


def test_the_next_player_may_have_put_what_was_put_after_he_lifted_a_piece_of_his():
    for owners, stamps, expected in (
        ({FAR: 1}, {FAR: 2, OTHER: 3}, True),
        ({FAR: 1}, {FAR: 2, OTHER: 2}, True),
        ({FAR: 1}, {FAR: 3, OTHER: 2}, False),
        ({FAR: 0}, {FAR: 2, OTHER: 3}, False),
    ):
        seen = Seen([], 1, {FAR: -1, OTHER: 1}, stamps, owners=owners)
        assert keep_or_correct.may_be_next_players(seen) == expected, stamps


def test_a_lifted_piece_may_be_in_the_next_players_hand_if_he_may_move_it_and_some_time_has_passed():
    soon, late = Done(lifted_ms=SAME_HAND_MS - 1), Done(lifted_ms=SAME_HAND_MS)
    other = Done(REPLY, player=1)
    for recent, back, lifted, player, movable, expected in (
        ([late], 1, None, 1, (END,), False),
        ([late], 1, late, 1, (END,), True),
        ([late], 1, late, 1, (), False),
        ([soon], 1, soon, 1, (END,), False),
        ([late], 1, late, 0, (END,), False),
        ([late, other], 2, None, 1, (END,), True),
        ([soon, other], 2, None, 1, (END,), False),
        ([soon, other], 2, None, 0, (END,), True),
        ([soon, other], 2, late, 1, (END,), True),
    ):
        found = corrections.may_be_next_hand(Seen(recent, player, movable=movable), back, lifted)
        assert found == expected, (back, player, movable)


def test_a_piece_has_only_stopped_if_it_was_soon_lifted_by_the_same_hand():
    other = Done(ON, player=1)
    for played, later, known, expected in (
        (Done(lifted_ms=SAME_HAND_MS - 1), Done(ON), said(), True),
        (Done(lifted_ms=SAME_HAND_MS), Done(ON), said(), False),
        (Done(lifted_ms=SAME_HAND_MS - 1), Done(REPLY), said(), False),
        (Done(lifted_ms=ON_ITS_WAY_MS - 1), other, said(), True),
        (Done(lifted_ms=ON_ITS_WAY_MS), other, said(), False),
        (Done(lifted_ms=SAME_HAND_MS - 1), Done(REPLY), said((), GONE), True),
        (Done(lifted_ms=SAME_HAND_MS), Done(REPLY), said((), GONE), False),
        (Done(lifted_ms=-1), Done(REPLY), said((), GONE), False),
        (Done(lifted_ms=0), Done(REPLY), said([ON], GONE), False),
    ):
        assert corrections._may_be_stop(played, later, known) == expected, (played.lifted_ms, later.action)


def test_a_field_is_filled_again_if_its_piece_is_back_and_none_is_in_the_air():
    for changes, expected in (({START: 1}, True), ({START: 1, FAR: -1}, False), ({OTHER: 1}, False), ({}, False)):
        seen = Seen([Done()], changes=changes)
        seen.image = bytes(8)
        assert corrections.is_filled_again(seen) == expected, changes


def test_the_last_turns_piece_that_is_lifted_again_is_found():
    first, reply = Done(), Done(REPLY, player=1, at_ms=9)
    together = Done(at_ms=9)
    for recent, changes, expected in (
        ([first], GONE, first),
        ([first], {END: 1}, None),
        ([first], {}, None),
        ([first, reply], GONE, None),
        ([first, reply], {OTHER: -1}, reply),
        ([together, reply], GONE, together),
        ([], GONE, None),
    ):
        assert corrections.lifted_again(Seen(recent, changes=changes)) is expected, changes


def test_discs_were_put_before_others_were_lifted_or_not():
    for stamp, changes, lifted_stamp, expected in (
        (2, {END: -1, OTHER: 1}, 3, True),
        (3, {END: -1, OTHER: 1}, 3, False),
        (2, {END: -2, OTHER: 1}, 3, False),
        (2, {END: -1}, 3, False),
    ):
        played = Done()
        played.lifted_stamp = lifted_stamp
        assert corrections._were_put_before(Seen([], changes=changes, stamps={OTHER: stamp}), [played]) == expected


def test_actions_lift_the_same_pieces_or_one_goes_where_two_seemed_to():
    for replaced, actions, expected in (
        ([MOVE], [ELSEWHERE], True),
        ([MOVE], [REPLY], False),
        ([MOVE, ON], [ELSEWHERE], True),
        ([MOVE, REPLY], [ELSEWHERE], False),
        ([MOVE, BACK], [REPLY], True),
        ([SUPPLIED], [SUPPLIED], False),
    ):
        assert corrections._are_same_pieces([Done(action) for action in replaced], actions) == expected, replaced


def test_a_player_may_have_done_what_sensors_cannot_tell_from_anothers():
    moved, supplied = Done(), Done(SUPPLIED)
    assert corrections._may_be_by(0, moved, [moved]) and not corrections._may_be_by(1, moved, [moved])
    assert corrections._may_be_by(1, moved, [moved, Done(REPLY)]), "recorded in one go"
    assert not corrections._may_be_by(1, moved, [moved, Done(REPLY, at_ms=5)])
    assert corrections._may_be_by(1, supplied, [supplied]), "a piece without an owner"
    supplied.before.owners[OTHER] = 0
    assert not corrections._may_be_by(1, supplied, [supplied])

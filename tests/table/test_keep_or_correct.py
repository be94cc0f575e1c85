"""Decision tables of whose hand it was that lifted what was put, by order, time, owner and what is left unexplained."""

from fakes_hands import (
    AWAY,
    BACK,
    ELSEWHERE,
    END,
    FAR,
    GONE,
    LATE_MS,
    MOVE,
    ON,
    OTHER,
    REPLY,
    START,
    SUPPLIED,
    Done,
    Instead,
    Place,
    Seen,
    said,
    search,
)
from fakes_table import finish
from treppe.table.hands import keep_or_correct
from treppe.table.hands.evidence import ON_ITS_WAY_MS, REWRITE_MS, SAME_HAND_MS

KEEP, CORRECT, EITHER, CORRECT_YET, EITHER_YET = 1, 2, 3, 4, 5


def judged(seen, known, earlier, back=1, last=None, is_movable=False):
    return keep_or_correct._judge(seen, known, earlier, back, last or seen.recent[-1], is_movable)


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
    for later, verdict in ((REPLY, CORRECT), (BACK, KEEP)):
        last = Done(REPLY, 1, 0)
        seen = Seen([Done(lifted_ms=0), last], 0, owners={OTHER: 1})
        assert judged(seen, said([ON, REPLY]), said([ELSEWHERE, later]), back=2, last=last) == verdict, later


def test_where_two_actions_are_possible_a_correction_is_one_that_explains_all():
    one, two = said(choices=[[ON], [BACK]]), said(choices=[[ON, REPLY], [BACK, REPLY]])
    for known, earlier, verdict in (
        (one, said([ELSEWHERE]), CORRECT),
        (said(choices=[[ON], [BACK, REPLY]]), said([ELSEWHERE]), CORRECT),
        (two, said([ELSEWHERE]), EITHER),
        (one, said(), KEEP),
        (one, said([ELSEWHERE], AWAY), KEEP),
    ):
        assert judged(Seen([Done()], 1, GONE), known, earlier) == verdict


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
        (REWRITE_MS - 1, 1, said(unproved=[[ON]], unexplained=GONE), said([ELSEWHERE]), mine, True, CORRECT),
        (soon, 1, said([ON]), said(choices=[[ELSEWHERE]]), {}, True, CORRECT),
        (soon, 1, said([ON], is_ordered=False), said(choices=[[ELSEWHERE]]), {}, True, EITHER),
        (soon, 1, said([ON], GONE), said((), AWAY), {}, True, KEEP),
        (late, 1, said([ON], GONE), said((), AWAY, [[ELSEWHERE]]), {}, True, KEEP),
        (late, 1, said(unproved=[[ON]]), said([ELSEWHERE]), {}, False, EITHER),
    ):
        seen = Seen([Done(lifted_ms=lifted_ms)], player, {END: -1, OTHER: 1}, {END: 1, OTHER: 2}, **more)
        assert judged(seen, known, earlier, is_movable=is_movable) == verdict, (lifted_ms, known.actions, more)


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


def test_a_piece_in_the_air_again_is_played_on_with_where_only_that_is_possible():
    first = Done()
    shown, begun, two = said(unproved=[[ON]]), said(unexplained=GONE), said(unexplained={END: -1, FAR: -1})
    later = [first, Done(REPLY, at_ms=5)]
    mine = {END: 0}
    for recent, player, known, is_movable, owners, expected in (
        ([first], 1, begun, True, {}, True),
        ([first], 1, begun, False, {}, False),
        ([first], 1, two, False, {}, True),
        ([first], 0, begun, False, {}, True),
        ([first], 1, shown, True, {}, False),
        (later, 1, shown, True, {}, True),  # that hand has let go
        (later, 1, shown, True, mine, False),
        (later, 0, shown, True, {}, False),
        ([first, Done(REPLY)], 1, shown, True, {}, False),  # recorded in one go
        ([first], 0, said([ON]), True, mine, True),
        ([first], 1, said([ON]), True, mine, False),
    ):
        seen = Seen(recent, player, owners=owners)
        found = bool(keep_or_correct._goes_on(seen, known, first, is_movable))
        assert found == expected, (player, known.actions, is_movable)
    elsewhere = said(unexplained=GONE)
    elsewhere.begun = Place()
    assert not keep_or_correct._goes_on(Seen([first]), elsewhere, first, True), "only after a turn has ended"
    assert not keep_or_correct._goes_on(Seen(later), elsewhere, first, True)


def _decided(seen, known, earlier, back=1):
    """Return what keep_or_correct finds where a search from before finds this."""

    def look(_evidence):
        yield
        return earlier, back

    with Instead(keep_or_correct, explain_from_before=look, explain=search):
        return finish(keep_or_correct.keep_or_correct(seen, known, seen.recent[-1]))


def test_what_is_judged_leads_to_an_explanation_and_to_questions():
    def seen(lifted_ms=LATE_MS, num_recent=1, changes=GONE, **place):
        recent = [Done(ON), Done(MOVE), Done(lifted_ms=lifted_ms)]
        return Seen(recent[-num_recent:], 1, changes, {END: 1, OTHER: 2}, **place)

    put = {END: -1, OTHER: 1}
    begun, going_on = said(unexplained=GONE), said([ON])
    assert _decided(seen(movable=[END]), begun, said([ELSEWHERE])) == (begun, 0, []), "nobody has to look back"
    earlier = said([ELSEWHERE])
    assert _decided(seen(fillable=[END]), begun, earlier) == (earlier, 1, []), "that piece cannot move"
    assert not earlier.may_go_on
    yet, known = said([ELSEWHERE]), said([SUPPLIED], AWAY)
    assert _decided(seen(changes=put), known, yet) == (yet, 1, []) and yet.may_go_on
    assert _decided(seen(movable=[END]), going_on, earlier) == (going_on, 0, []) and not going_on.may_go_on
    other = said([ELSEWHERE], key=b"b")
    found, back, offers = _decided(seen(ON_ITS_WAY_MS, changes=put, movable=[END]), going_on, other)
    assert (found, back, offers) == (going_on, 0, [(1, [ELSEWHERE]), (0, [ON])]) and not going_on.may_go_on
    open_yet = said(unproved=[[ON]], unexplained=GONE)
    found, back, offers = _decided(seen(0, 3), open_yet, said((), GONE))
    assert (found, back) == (open_yet, 0) and open_yet.may_go_on
    assert offers == [(2, [MOVE]), (0, [ON])], "all is taken back: the action before stands"


def test_a_piece_corrected_twice_may_have_been_the_next_players_by_a_detour():
    def offered(back=1, lifted_ms=ON_ITS_WAY_MS, owners=(), num=1, earlier=None, later=None, is_twice=False):
        after = Place(owners=owners)
        after.explained = later
        first = Done(BACK, lifted_ms=lifted_ms, steps={BACK: after})
        replaced = [Done(instead_of=[first])] if is_twice else [first] * num
        seen = Seen([Done(instead_of=replaced)])
        with Instead(keep_or_correct, explain=search):
            return finish(keep_or_correct._offer_next_hand(seen, earlier or said([ELSEWHERE]), back))

    other = said([REPLY], key=b"z")
    both = [(1, [ELSEWHERE]), (1, [BACK, REPLY])]
    assert offered(later=other) == both and offered(later=other, is_twice=True) == both
    for more in (
        {"back": 2},
        {"num": 2},
        {"num": 0},
        {"lifted_ms": ON_ITS_WAY_MS - 1},
        {"owners": {START: 0}},
        {"earlier": said([ELSEWHERE, ON])},
        {"earlier": said([ELSEWHERE], AWAY)},
        {"later": said([REPLY, ON], key=b"z")},
        {"later": said([REPLY], AWAY, key=b"z")},
        {"later": said([REPLY], key=b"a")},
        {"later": None},
    ):
        given = {"later": other}
        given.update(more)
        assert offered(**given) == [], more


def test_two_pieces_in_the_air_before_one_is_put_are_no_single_piece_that_was_moved():
    in_turn, at_once = {START: 1, FAR: 4, OTHER: 3}, {START: 1, FAR: 2, OTHER: 3}
    for known, earlier, stamps, expected in (
        (said([ON]), said(), in_turn, True),
        (said([ON]), said(), at_once, False),
        (said(), said(), at_once, True),
        (said([ON], GONE), said([ELSEWHERE]), in_turn, True),
        (said([ON], GONE), said(), in_turn, False),
        (said([ON]), said([ELSEWHERE], AWAY), in_turn, False),
    ):
        seen = Seen([], changes={START: -1, FAR: -1, OTHER: 1}, stamps=stamps)
        assert keep_or_correct._is_only_moved(seen, known, earlier) == expected, (known.actions, stamps)

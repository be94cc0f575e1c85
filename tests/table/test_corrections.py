"""Decision tables of corrections: which of the last actions hands have changed, and what they did instead."""

from fakes_hands import (
    ADDED,
    ANSWER,
    AWAY,
    BACK,
    ELSEWHERE,
    END,
    FAR,
    GONE,
    MOVE,
    ON,
    ONWARD,
    OTHER,
    REPLY,
    START,
    STOP,
    SUPPLIED,
    TAKE,
    Done,
    Instead,
    Place,
    Seen,
    said,
    search,
)
from fakes_table import finish
from treppe.table.hands import corrections
from treppe.table.hands.evidence import ON_ITS_WAY_MS, SAME_HAND_MS

SOON_MS = SAME_HAND_MS - 1


def _from_before(recent, changes, beside=None, **seen):
    """Return which actions explain the board from before the last ones, or are not proved, and how many those are."""
    with Instead(corrections, explain=search, explain_with_stray=lambda _evidence: beside):
        known, back = finish(corrections.explain_from_before(Seen(recent, changes=changes, **seen)))
    return (known and (known.actions or known.unproved), back)


def test_hands_correct_the_last_action_that_they_have_touched_and_no_answer():
    found = said([ELSEWHERE])
    taken = {END: -1, OTHER: 1}
    for recent, changes, expected in (
        ([Done(explained=found)], taken, ([ELSEWHERE], 1)),
        ([Done(explained=found)], {FAR: -1}, (None, 0)),
        ([Done(explained=found, is_said=True)], taken, (None, 0)),
        ([Done(explained=found), Done(ANSWER, explained=found, is_said=True)], taken, (None, 0)),
        ([], taken, (None, 0)),
        # Where two actions are of one piece, the later one alone was touched.
        ([Done(ON, explained=found), Done(lifted_ms=SOON_MS, explained=found)], AWAY, (None, 0)),
    ):
        assert _from_before(recent, changes) == expected, (recent, changes)


def test_a_piece_that_has_only_rested_may_be_corrected_from_where_it_came():
    for lifted_ms, changes, expected in (
        (SOON_MS, {OTHER: -1, FAR: 1}, ([[ELSEWHERE]], 2)),
        (SAME_HAND_MS, {OTHER: -1, FAR: 1}, (None, 0)),
        (SOON_MS, AWAY, (None, 0)),
    ):
        recent = [Done(lifted_ms=lifted_ms, explained=said([ELSEWHERE])), Done(ON)]
        assert _from_before(recent, changes) == expected, (lifted_ms, changes)


def test_a_turn_that_ended_unseen_stands_or_falls_with_the_action_after_it():
    def recent():
        found = said([ONWARD, REPLY])
        return [Done(), Done(STOP, is_tacit=True, explained=found), Done(REPLY, explained=found)]

    assert _from_before(recent(), {OTHER: -1, END: 1}) == ([ONWARD, REPLY], 2), "not the reply alone"
    assert _from_before(recent(), {OTHER: -1}) == ([ONWARD, REPLY], 2)
    assert _from_before(recent(), {START: 1}) == ([ONWARD, REPLY], 2), "what is put now may have come before its end"
    assert _from_before(recent(), {START: -1}) == (None, 0)


def test_a_disc_that_goes_after_all_was_put_may_be_of_another_action():
    put_first = {"changes": {END: -1, OTHER: 1}, "stamps": {OTHER: 2}}
    for beside, has_weights, lifted_stamp, expected in (
        (None, True, 3, ([ELSEWHERE], 1)),
        (said(), True, 3, ([ELSEWHERE], 1)),
        (said(unproved=[[REPLY]]), True, 3, (None, 0)),
        (said(unproved=[[REPLY]]), False, 3, ([ELSEWHERE], 1)),
        (said(unproved=[[REPLY]]), True, 2, ([ELSEWHERE], 1)),
    ):
        recent = [Done(explained=said([ELSEWHERE]), lifted_stamp=lifted_stamp)]
        assert _from_before(recent, beside=beside, has_weights=has_weights, **put_first) == expected, lifted_stamp


def test_what_people_have_answered_since_a_hands_weight_was_taken_for_a_piece_stays():
    back = {END: -1, START: 1}
    for known, has_weights, expected in (
        (said(), True, ([ANSWER], 2)),
        (said(), False, (None, 0)),
        (said([ELSEWHERE]), True, (None, 0)),
    ):
        known.position.steps = {ANSWER: Place()}
        recent = [Done(explained=known), Done(ANSWER)]
        assert _from_before(recent, back, has_weights=has_weights) == expected, known.actions


def test_answers_count_if_they_are_all_that_was_played_since_are_legal_and_make_the_board():
    made, other = Place(), Place()
    other.differs = GONE
    for replaced, steps, expected in (
        ([MOVE, ANSWER], {ANSWER: made}, [ANSWER]),
        ([MOVE, ANSWER], {ANSWER: other}, None),
        ([MOVE, ANSWER], {}, None),
        ([MOVE, ANSWER, REPLY], {ANSWER: made}, None),
        ([MOVE], {}, None),
    ):
        known = said()
        known.position.steps = steps
        found = corrections._with_answers(Seen([]), known, [Done(action) for action in replaced])
        assert (found and found.actions) == expected, replaced


def test_a_correction_that_loses_an_action_nobody_touched_is_not_proved_and_the_nearest_is_told():
    recent = [Done(explained=said([TAKE])), Done(explained=said([ELSEWHERE])), Done(ON)]
    assert _from_before(recent, {START: 1}) == ([[ELSEWHERE]], 2)
    short = [Done(explained=said([ELSEWHERE])), Done(ON)]
    with Instead(corrections, explain=search):
        known, back = finish(corrections.explain_from_before(Seen(short, changes={START: 1})))
    assert (known.actions, known.unproved, back) == ([], [[ELSEWHERE]], 2)
    assert known.has_extra_lifts and known.position is short[0].before and known.unexplained == {START: 1}
    assert _from_before([Done(explained=said([ELSEWHERE])), Done(REPLY)], {START: 1}) == (None, 0)


def test_memory_of_positions_further_back_is_given_free():
    recent = [Done(), Done(lifted_ms=SOON_MS), Done(ON)]
    _from_before(recent, {OTHER: -1})
    assert [done.before.is_forgotten for done in recent] == [False, True, False]


def test_a_correction_keeps_untouched_actions_by_the_players_who_did_them():
    for lifter, actions, expected in ((0, [ELSEWHERE, REPLY], True), (0, [ELSEWHERE], False), (1, [ELSEWHERE], False)):
        moved, reply = Done(), Done(REPLY, player=1, at_ms=5)
        moved.before = Place(lifter, steps={ELSEWHERE: Place(1)})
        assert corrections._keeps_untouched([moved, reply], actions, GONE) == expected, (lifter, actions)
    alone = Done()
    alone.before.player = 1
    assert not corrections._keeps_untouched([alone], [ELSEWHERE], GONE), "another player does not lift that piece"


def test_a_capture_is_taken_back_by_whatever_is_put_or_goes_from_its_fields():
    for action, changes, expected in (
        (TAKE, {FAR: 1}, True),
        (TAKE, {START: -1}, True),
        (TAKE, {FAR: -1}, False),
        (MOVE, {FAR: 1}, False),
        (MOVE, {END: -1}, True),
        (MOVE, {END: 1}, False),
    ):
        assert corrections._is_taken_back(Done(action), changes) == expected, (action, changes)


def test_one_hand_that_has_rested_on_its_way_is_followed_back_to_where_it_began():
    one = said([ONWARD])
    for known, earlier, expected in (
        (said([ELSEWHERE]), one, (one.actions, 2)),
        (said([ELSEWHERE]), said([ONWARD, REPLY]), ([ELSEWHERE], 1)),
        (said([ELSEWHERE]), said(), ([ELSEWHERE], 1)),
        (said([ELSEWHERE]), None, ([ELSEWHERE], 1)),
        (said(), said(), ([], 1)),
        (said((), GONE), said([ONWARD, REPLY]), ([ONWARD, REPLY], 2)),
        (said((), GONE), said([ONWARD, REPLY], AWAY), ([], 1)),
        (said((), {END: -2}), said([ONWARD, REPLY], AWAY), ([ONWARD, REPLY], 2)),
        (said(), one, (one.actions, 2)),
    ):
        seen = Seen([Done(lifted_ms=SOON_MS, explained=earlier), Done(ON)])
        with Instead(corrections, explain=search):
            found, back = finish(corrections._pass_stops(seen, known, 1))
        assert (found.actions, back) == expected, (known.actions, earlier and earlier.actions)


def test_a_hand_may_have_rested_more_than_once():
    rested = {"lifted_ms": SOON_MS}
    recent = [Done(explained=said([REPLY]), **rested), Done(ON, **rested), Done(ONWARD, explained=said([ADDED]))]
    assert _from_before(recent, AWAY) == ([REPLY], 3)


def _with_replaced(recent, changes):
    """Return how many actions to take back, what to play instead, and the images by which that was looked for."""
    images = []

    def look(end, image, _activity, _stamps):
        images.append(bytes(image))
        yield
        return end.explained

    with Instead(corrections, explain_image=look):
        return finish(corrections.explain_with_replaced(Seen(recent, changes=changes))) + (images,)


def _end(known, steps=(), image=b""):
    end = Place(steps=steps)
    end.explained = known
    end.image = image or end.image
    return end


def test_a_piece_that_has_fallen_and_is_back_was_put_there_after_all():
    ambiguous, impossible = said([ON], choices=[[ON]]), said([ON])
    impossible.is_possible = False
    for later, changes, expected in (
        (said([ON]), {END: 1}, (1, [MOVE, ON])),
        (said(), {END: 1}, (1, [MOVE])),
        (said([ON]), {OTHER: 1}, (0, [])),
        (said([ON]), GONE, (0, [])),
        (said([ON], AWAY), {END: 1}, (0, [])),
        (ambiguous, {END: 1}, (0, [])),
        (impossible, {END: 1}, (0, [])),
        (None, {END: 1}, (0, [])),
    ):
        fallen = Done(steps={MOVE: _end(later)})
        assert _with_replaced([Done(ELSEWHERE, instead_of=[fallen])], changes)[:2] == expected, changes
    assert _with_replaced([Done(ELSEWHERE)], {END: 1})[:2] == (0, [])


def test_what_was_put_since_a_piece_fell_is_kept_in_the_order_in_which_it_came_to_lie_else_as_recorded():
    both = _end(said())
    for settled, recorded, expected in (
        ({ADDED: Place(steps={REPLY: both})}, {}, [MOVE, ADDED, REPLY]),
        ({}, {REPLY: Place(steps={ADDED: both})}, [MOVE, REPLY, ADDED]),
        ({}, {}, [MOVE]),  # all that was the fallen piece
    ):
        fallen = Done(steps={MOVE: _end(said(), steps=settled or recorded)})
        recent = [Done(REPLY, at_ms=5, instead_of=[fallen]), Done(ADDED, at_ms=3)]
        assert _with_replaced(recent, {END: 1})[:2] == (2, expected)


def test_several_pieces_may_have_fallen_and_one_of_them_be_put_back_later():
    image = bytes([0, 0, 1, 0, 2, 0, 0, 0])
    fallen = Done(steps={MOVE: Place(steps={ADDED: _end(said(), image=image)})})
    back, actions, images = _with_replaced([Done(REPLY, instead_of=[fallen, Done(ADDED)])], {END: 1})
    assert (back, actions) == (1, [MOVE, ADDED]) and images == [image], "what lies aside counts as if it stood"
    alone = Done(steps={MOVE: _end(said())})
    assert _with_replaced([Done(REPLY, instead_of=[alone, Done(ADDED)])], {END: 1})[:2] == (1, [MOVE])
    deeper = Done(ELSEWHERE, instead_of=[Done(steps={MOVE: _end(said())})])
    assert _with_replaced([Done(ON, instead_of=[deeper])], {END: 1})[:2] == (1, [MOVE]), "moved on more than once"


def _felt_before(steps, recent, actions, has_weights=False, differs=(), key=b"b"):
    end = Place(key=key)
    end.differs = dict(differs)
    legal = {first: Place(steps={second: end}) for first, second in steps}
    for done in recent:
        done.before.steps = legal
    return corrections.explain_felt_before(Seen(recent, has_weights=has_weights), said(actions))


def test_a_piece_that_lay_beside_a_reed_before_the_next_one_was_put_may_have_come_first():
    felt, order = bytes([FAR]), [(ADDED, SUPPLIED)]
    for recent, actions, more, expected in (
        ([Done(SUPPLIED, felt=felt)], [ADDED], {}, (1, [ADDED, SUPPLIED])),
        ([Done(SUPPLIED, felt=bytes([END]))], [ADDED], {}, (0, [])),
        ([Done(SUPPLIED, felt=felt, is_said=True)], [ADDED], {}, (0, [])),
        ([Done(REPLY, felt=felt)], [ADDED], {}, (0, [])),
        ([Done(SUPPLIED, felt=bytes([OTHER]))], [ELSEWHERE], {}, (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED, STOP], {}, (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED], {"steps": []}, (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED], {"key": b"a"}, (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED], {"differs": GONE}, (0, [])),
        ([], [ADDED], {}, (0, [])),
    ):
        given = {"steps": order}
        given.update(more)
        assert _felt_before(recent=recent, actions=actions, **given) == expected, (recent, actions, more)


def test_a_disc_under_a_hand_may_have_come_before_the_turn_seemed_to_end():
    felt, order = bytes([FAR]), [(ADDED, SUPPLIED)]
    for recent, actions, expected in (
        ([Done(STOP, is_tacit=True), Done(SUPPLIED, felt=felt)], [ADDED], (2, [ADDED, SUPPLIED])),
        ([Done(STOP, is_tacit=True, felt=felt), Done(SUPPLIED)], [ADDED, STOP], (2, [ADDED, SUPPLIED])),
        ([Done(STOP), Done(SUPPLIED, felt=felt)], [ADDED], (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED], (0, [])),
    ):
        assert _felt_before(order, recent, actions, has_weights=True) == expected, (len(recent), actions)


def test_an_action_taken_back_is_told_first_again_if_that_leads_elsewhere_and_is_legal():
    other, same = Place(key=b"b"), Place(key=b"a")
    for taken, actions, end, expected in (
        (REPLY, [ON, REPLY], other, [REPLY, ON]),
        (REPLY, [ON, REPLY], same, []),
        (REPLY, [ON, REPLY], None, []),
        (REPLY, [REPLY, ON], other, []),
        (MOVE, [ON, REPLY], other, []),
        (REPLY, [REPLY], other, []),
        (None, [ON, REPLY], other, []),
    ):
        seen = Seen([], steps={REPLY: Place(steps={ON: end} if end else {})})
        seen.replaced = taken and Done(taken)
        assert corrections.explain_in_order(seen, said(actions)) == expected, (taken, actions)


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
        seen = Seen(recent, player, movable=movable, fillable=(END,))
        found = corrections.may_be_next_hand(seen, back, lifted)
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

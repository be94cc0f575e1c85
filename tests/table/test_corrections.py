"""Decision tables of corrections: which of the last actions hands have changed, and what they did instead."""

from fakes_hands import (
    ADDED,
    ANSWER,
    AWAY,
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


def test_a_disc_under_a_hand_may_have_come_before_the_turn_seemed_to_end():
    felt, order = bytes([FAR]), [(ADDED, SUPPLIED)]
    for recent, actions, expected in (
        ([Done(STOP, is_tacit=True), Done(SUPPLIED, felt=felt)], [ADDED], (2, [ADDED, SUPPLIED])),
        ([Done(STOP, is_tacit=True, felt=felt), Done(SUPPLIED)], [ADDED, STOP], (2, [ADDED, SUPPLIED])),
        ([Done(STOP), Done(SUPPLIED, felt=felt)], [ADDED], (0, [])),
        ([Done(SUPPLIED, felt=felt)], [ADDED], (0, [])),
    ):
        assert _felt_before(order, recent, actions, has_weights=True) == expected, (len(recent), actions)


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

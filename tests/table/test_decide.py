"""Decision tables of what the board does about an explanation: record, ask, complain, remind, lead back, and when."""

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
    OTHER,
    REPLY,
    START,
    STOP,
    TAKE,
    Done,
    Instead,
    Place,
    Seen,
    said,
)
from treppe.table.hands import likely, understand
from treppe.table.hands.evidence import REWRITE_MS
from treppe.table.hands.understand import ASK_MS, AWAY_MS, decide
from treppe.table.hands.verdict import ASK, ASK_FIELD, ASK_WHICH, LEAD, RECORD, REMIND

WRONG_MS, RESTING_MS = 400, 2500
BALL = 16


def _with(thing, **more):
    """Return evidence or an explanation with other facts."""
    for name, value in more.items():
        setattr(thing, name, value)
    return thing


def _decided(seen, known, back=0, rivals=(), is_mixed_up=False):
    """Return what is done, after how long, and what is offered."""
    functions = {"rivals": lambda *_: list(rivals), "may_be_mixed_up": lambda *_: is_mixed_up}
    with Instead(likely, **functions):
        verdict = decide(seen, known, back)
    assert verdict.explanation is known and verdict.back == back
    return verdict.then, verdict.wait_ms, verdict.offers


def test_pieces_of_the_last_actions_that_are_only_gone_are_taken_back_soon_or_asked_for():
    stop = {"is_tacit": True}
    for recent, back, known, expected in (
        ([Done()], 1, said(), (RECORD, REWRITE_MS, [])),
        ([Done(STOP, **stop), Done()], 2, said(), (RECORD, REWRITE_MS, [])),
        ([Done(), Done(ON)], 2, said(), (REMIND, AWAY_MS, [])),
        ([Done()], 1, said([ELSEWHERE]), (REMIND, AWAY_MS, [(1, [ELSEWHERE])])),
        ([Done()], 1, said((), GONE), (REMIND, AWAY_MS, [])),
    ):
        assert _decided(Seen(recent, changes=GONE), known, back) == expected, (back, known.actions)
    assert _decided(Seen([Done()], changes={END: -1, OTHER: 1}), said(), 1) == (RECORD, 60, []), "something has come"
    assert _decided(Seen([Done()], changes=GONE), said((), GONE)) == (REMIND, AWAY_MS, []), "of the present action"


def test_a_captured_piece_that_seemed_to_be_put_and_is_off_now_is_asked_about():
    def seen(touched=(END, OTHER), captures=True, left=((START, -1),), num=1):
        before = Place(movable=[START], fillable=[START], steps={TAKE: None})
        before.differs = dict(left)
        before.CAPTURES = captures
        done = [Done(touched=bytes(touched)) for _ in range(num)]
        done[-1].before = before
        return Seen(done, changes=GONE)

    known = said((), GONE)
    assert _decided(seen(), known, 1) == (ASK, ASK_MS, [(1, [TAKE])])
    for other in (seen(touched=(OTHER,)), seen(touched=()), seen(captures=False), seen(left=((END, -1),))):
        assert _decided(other, known, 1) == (REMIND, AWAY_MS, [])
    assert _decided(seen(num=2), known, 2) == (REMIND, AWAY_MS, [])
    moved = seen()
    moved.recent[-1].before.steps = {MOVE: None}
    assert _decided(moved, known, 1) == (REMIND, AWAY_MS, []), "no capture"
    assert _decided(seen(), said(), 1) == (RECORD, REWRITE_MS, [])


def test_what_another_piece_in_the_air_could_have_done_as_well_is_asked_about():
    put = {END: -1, OTHER: 1}
    known = said([ON], AWAY)
    assert _decided(Seen([], changes=put), known, rivals=[[REPLY]]) == (ASK, ASK_MS, [(0, [ON]), (0, [REPLY])])
    assert _decided(Seen([], changes=put), said([ON]), rivals=[[REPLY]])[0] == RECORD, "nothing is in the air"
    begun = said((), GONE)
    assert _decided(Seen([], changes=put), begun, rivals=[[REPLY]]) == (REMIND, AWAY_MS, [])
    corrected = Seen([Done()], changes=put)
    assert _decided(corrected, known, 1, rivals=[[REPLY]]) == (REMIND, AWAY_MS, [])
    lent = Seen([], changes={END: -1, FAR: 1}, stamps={END: 1, FAR: 2})
    assert _decided(lent, said([ADDED], GONE)) == (ASK, ASK_MS, [(0, [ADDED])])
    assert _decided(lent, said([ADDED]))[0] == RECORD


def test_what_seems_to_come_from_the_supply_may_be_a_piece_lifted_before():
    early, late = {END: 1, FAR: 2}, {END: 2, FAR: 2}
    for actions, unexplained, stamps, way, has_weights, expected in (
        ([ADDED], GONE, early, (), False, True),
        ([REPLY, ADDED], GONE, early, (), False, True),
        ([ADDED], GONE, late, (), False, False),
        ([ADDED], GONE, early, (), True, False),
        ([ADDED, REPLY], GONE, early, (), False, False),
        ([ANSWER], GONE, early, (), False, False),
        ([ADDED], {END: 1}, early, (), False, False),
        ([ADDED], GONE, early, (END, OTHER), False, False),
        ([ADDED], GONE, early, (OTHER, END), False, True),
    ):
        known = said(actions, unexplained)
        known.position.way = way
        seen = Seen([], stamps=stamps, has_weights=has_weights)
        assert understand._may_be_lent(seen, known) == expected, (actions, stamps, way)


def test_pieces_that_may_have_been_mixed_up_are_asked_about():
    put = {END: -1, OTHER: 1}
    reply = {"has_reply": True, "is_ordered": False}
    for known, back, is_asked in (
        (_with(said([ON]), is_possible=False), 0, True),
        (_with(said([ON]), is_possible=False), 1, False),
        (_with(said([ON]), **reply), 0, True),
        (said([ON], is_ordered=False), 0, False),
        (said([ON], AWAY), 0, True),
        (said([ON]), 0, False),
    ):
        found = _decided(Seen([Done()], changes=put), known, back, is_mixed_up=True)
        assert (found[:2] == (ASK_WHICH, ASK_MS)) == is_asked, (known.unexplained, back)
        assert _decided(Seen([Done()], changes=put), known, back)[0] == RECORD, "they were not"


def test_several_pieces_on_one_field_wait_for_a_hand_that_rests_there():
    for actions, change, has_weights, is_slow in (
        ([ADDED, ADDED], 2, True, True),
        ([ADDED, ADDED], BALL - 1, True, True),
        ([ADDED, ADDED], 2, False, False),
        ([ADDED, ADDED], 1, True, False),
        ([ADDED, ADDED], BALL, True, False),
        ([ADDED], 2, True, False),
        ([ADDED, ON], 2, True, False),
    ):
        found = _decided(Seen([], changes={FAR: change}, has_weights=has_weights), said(actions))
        assert found[:2] == (RECORD, RESTING_MS if is_slow else 60), (actions, change)


def test_a_board_that_other_hands_would_have_made_as_well_is_asked_about_if_that_is_new():
    one, two = said((), AWAY, unproved=[[ON]]), said((), AWAY, unproved=[[ON], [REPLY]])
    stray, strays = said((), AWAY, unproved=[[ON]]), said((), AWAY, unproved=[[ON], [REPLY]])
    stray.has_extra_lifts = strays.has_extra_lifts = True
    for known, has_weights, then in (
        (one, False, ASK), (two, False, ASK), (one, True, ASK), (stray, False, ASK), (stray, True, REMIND),
        (strays, True, ASK),
    ):  # fmt: skip
        seen = Seen([Done()], changes={FAR: -1, OTHER: 1}, stamps={FAR: 1}, has_weights=has_weights)
        offers = [(0, actions) for actions in known.unproved]
        assert _decided(seen, known) == (then, ASK_MS, offers), (known.unproved, has_weights)
    old = Seen([], changes={FAR: -1, OTHER: 1}, stamps={FAR: 1})
    assert _decided(_with(old, wrong_stamp=2), one) == (LEAD, ASK_MS, [])
    doubtful = Seen([], changes={FAR: -1}, stamps={FAR: 1})
    with Instead(understand, _is_new=lambda *_: False):
        assert _decided(doubtful, one) == (ASK_FIELD, ASK_MS, [])
        came = said((), {FAR: 1}, unproved=[[ON]])
        assert _decided(doubtful, came) == (LEAD, ASK_MS, []), "it has to come from somewhere"
    recorded = Seen([], changes={END: -1, OTHER: 1})
    assert _decided(recorded, said([ON], unproved=[[REPLY]])) == (RECORD, 60, [])


def test_what_nothing_proves_after_a_correction_is_asked_about_with_it():
    seen = Seen([Done()], changes={OTHER: 1, FAR: -1})
    assert _decided(seen, said([ON], AWAY, unproved=[[REPLY]]), 1) == (ASK, ASK_MS, [(1, [ON, REPLY])])


def test_what_hands_do_after_a_complaint_is_new_and_so_is_what_is_left_when_that_is_put_right():
    since = 3
    for unexplained, stamps, wrong_fields, expected in (
        ({FAR: 1, END: -1}, {FAR: 3, END: 1}, (), True),
        ({FAR: 1, END: -1}, {FAR: 2, END: 1}, (), False),
        ({FAR: 1, END: -1}, {FAR: 2, END: 3}, (), False),
        ({END: -1}, {END: 3}, (), True),
        ({END: -1}, {END: 2}, (), False),
        ({END: -1, FAR: -1}, {END: 3, FAR: 2}, (), False),
        ({END: -1}, {END: 2}, (OTHER,), True),
        ({END: -1}, {END: 2}, (END,), False),
    ):
        seen = _with(Seen([], changes=unexplained, stamps=stamps), wrong_stamp=since, wrong_fields=wrong_fields)
        assert understand._is_new(seen, said((), unexplained)) == expected, (unexplained, stamps)

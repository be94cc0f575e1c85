"""Decision tables of what is looked at once hands rest: before the board asks, complains or leads back."""

from fakes_hands import (
    ADDED,
    AWAY,
    BACK,
    END,
    FAR,
    GONE,
    MOVE,
    ON,
    OTHER,
    REPLY,
    START,
    Done,
    Instead,
    Place,
    Seen,
    said,
)
from fakes_table import finish
from treppe.table.hands import look_further as further
from treppe.table.hands.understand import ASK_MS, LEAD_MS
from treppe.table.hands.verdict import ASK, ASK_WHICH, COMPLAIN, LEAD, RECORD, REMIND, Verdict

HELD_MS = 15000
MANY = dict.fromkeys(range(6), -1)
OFFERS = [(1, [MOVE])]


def _job(result):
    def find(*_given):
        yield
        return result

    return find


def _looked(then, known=None, changes=GONE, unanswered=(), recent=(), **found):
    """Return what is done then, after how long, what is offered, and which actions may be replaced."""
    seen = Seen(list(recent), changes=changes)
    seen.image = bytearray([1] * 8)  # no hand has emptied a field
    seen.unanswered = list(unanswered)
    older = [Done(ON), Done()]
    searches = Instead(
        further, reopen=_job(found.get("reopened", [])), find_more_offers=_job((found.get("before", []), older))
    )
    searches.also(further, _possible_ways=_job(found.get("ways", [])), _unseen=_job(found.get("unseen", [])))
    with searches.also(further, _are_in_hands=lambda _seen: found.get("is_held", False)):
        verdict, told = finish(further.look_further(seen, Verdict(known, 1, (), 70, then)))
    assert verdict.explanation is known and verdict.back == 1
    assert told is older if "before" in found else told is seen.recent
    return verdict.then, verdict.wait_ms, verdict.offers


def test_questions_that_nobody_has_answered_are_asked_again_before_anything_is_recorded():
    known, as_before = said([ON]), (RECORD, 70, [])
    assert _looked(RECORD, known, unanswered=OFFERS, reopened=OFFERS) == (ASK, 0, OFFERS)
    assert _looked(RECORD, known, unanswered=OFFERS) == as_before
    assert _looked(RECORD, known, reopened=OFFERS) == as_before
    assert _looked(REMIND, known, unanswered=OFFERS, reopened=OFFERS) == (REMIND, 70, [])


def test_pieces_that_may_be_mixed_up_are_asked_about():
    assert _looked(ASK_WHICH, said([ON]), ways=OFFERS) == (ASK, 0, OFFERS)


def test_a_complaint_comes_after_what_no_sensor_saw_and_says_when_the_board_is_led_back():
    assert _looked(COMPLAIN, unseen=OFFERS) == (ASK, 0, OFFERS)
    assert _looked(COMPLAIN) == (LEAD, LEAD_MS, [])
    assert _looked(COMPLAIN, said(), unseen=OFFERS) == (LEAD, LEAD_MS, []), "it is explained"
    assert _looked(COMPLAIN, is_held=True) == (LEAD, HELD_MS, []), "who holds a piece may think"
    assert _looked(COMPLAIN, said(), is_held=True) == (LEAD, LEAD_MS, [])
    assert _looked(COMPLAIN, changes=MANY) == (LEAD, ASK_MS, []), "no hand has done so much by mistake"


def test_before_the_board_is_led_back_it_looks_further_back_unless_pieces_are_only_gone_or_all_is_disturbed():
    come, as_before = {OTHER: 1}, (LEAD, 70, [])
    assert _looked(LEAD, changes=come, before=OFFERS) == (ASK, 0, OFFERS)
    assert _looked(LEAD, changes=come, before=[]) == as_before
    many = dict(MANY)
    many[OTHER] = 1
    for changes in (GONE, many):
        assert _looked(LEAD, changes=changes) == as_before


def test_two_pieces_in_the_air_give_what_they_seem_to_have_done_first():
    with Instead(
        further,
        explain_unseen_capture=_job(said(unproved=[[BACK]])),
        explain_stop=_job(said(unproved=[[ADDED], [MOVE]])),
    ):
        found = finish(further._possible_ways(Seen([]), said([ON])))
    assert found == [(0, [ON]), (0, [BACK]), (0, [ADDED]), (0, [MOVE])]
    with Instead(further, explain_unseen_capture=_job(None), explain_stop=_job(None)):
        assert finish(further._possible_ways(Seen([]), said([ON]))) == [(0, [ON])]


def test_a_piece_that_stopped_unseen_comes_before_a_disc_that_was_weighed_late():
    seen = Seen([])
    with Instead(further, _overtaken=_job(OFFERS), explain_stop=_job(said(unproved=[[BACK]]))):
        assert finish(further._unseen(seen)) == [(0, [BACK])]
    with Instead(further, _overtaken=_job(OFFERS), explain_stop=_job(None)):
        assert finish(further._unseen(seen)) == OFFERS


def test_a_disc_weighed_late_may_have_been_put_before_the_last_one():
    first, one = said([ON, ADDED]), {OTHER: 1}
    for recent, changes, has_weights, known, expected in (
        ([Done(ADDED)], one, True, first, [(1, [ON, ADDED])]),
        ([Done(ADDED)], one, False, first, []),
        ([Done(REPLY)], one, True, first, []),
        ([], one, True, first, []),
        ([Done(ADDED)], {OTHER: 2}, True, first, []),
        ([Done(ADDED)], {OTHER: 1, FAR: 1}, True, first, []),
        ([Done(ADDED)], one, True, said([ON]), []),
        ([Done(ADDED)], one, True, said([ON, ADDED], AWAY), []),
        ([Done(ADDED)], one, True, None, []),
    ):
        with Instead(further, explain=_job(known)):
            found = finish(further._overtaken(Seen(recent, changes=changes, has_weights=has_weights)))
        assert found == expected, (recent, changes, has_weights)


def test_two_fields_at_most_are_empty_because_others_hold_their_pieces():
    two = {END: -1, FAR: -1}
    for changes, owners, left, expected in (
        (two, {}, (), True),
        ({END: -1, FAR: -1, OTHER: -1}, {}, (), False),
        ({END: -1, FAR: 1}, {}, (), False),
        (two, {FAR: 1}, (), False),
        (two, {FAR: 0}, (), True),
        (two, {}, (FAR,), False),
    ):
        seen = Seen([], 1, changes, owners=owners)
        for field in left:
            seen.image[field] = 1
        assert further._are_in_hands(seen) == expected, (changes, owners)


def test_a_board_is_disturbed_if_more_differs_than_hands_do_by_mistake():
    for num_gone, num_come, passes, expected in (
        (3, 2, False, False), (3, 3, False, True), (8, 5, True, False), (8, 6, True, True),
    ):  # fmt: skip
        changes = dict.fromkeys(range(num_gone), -1)
        changes.update(dict.fromkeys(range(20, 20 + num_come), 1))
        seen = Seen([], changes=changes)
        seen.position.PASSES = passes
        assert further._is_disturbed(seen) == expected, (num_gone, num_come)


class _Weighed(Place):
    """A position that differs where the image does."""

    def differences(self, image, activity):
        return {at: 1 for at in range(8) if image[at] != self.image[at] and not activity[at]}


def _ways(open_values, stands=(), legal=()):
    """Return the ways that the rules leave; `legal` are the images, by field, that something explains."""
    seen = Seen([])
    seen.to_turn = ()
    seen.position = _Weighed()
    expected = dict.fromkeys(open_values, 99)
    expected.update(dict(stands))
    seen.position.image = bytes([expected.get(field, 0) for field in range(8)])
    seen.activity = bytes([4 if field in open_values else 0 for field in range(8)])

    def look(_position, image, activity, *_given):
        assert not any(activity)
        yield
        return dict(legal).get(tuple([image[field] for field in sorted(open_values)]))

    with Instead(further, explain_image=look):
        return finish(further.ask_rules(seen, open_values))


def test_weights_that_leave_it_open_are_told_by_the_rules():
    known, begun = said([ON]), said((), GONE)
    assert _ways({END: b"\1\2"}, {END: 2}) == [({END: 2}, None)], "as it should be"
    assert _ways({END: b"\1\2"}, {}, {(2,): known}) == [({END: 2}, known)]
    both = _ways({START: b"\1\2", END: b"\3\4"}, {}, {(2, 3): known, (1, 4): known})
    assert sorted([(values[START], values[END]) for values, _ in both]) == [(1, 4), (2, 3)]
    assert _ways({END: b"\1\2"}, {}, {(1,): begun, (2,): said(choices=[[ON]])}) == []
    assert _ways({END: b"\1\2"}) == []
    assert len(_ways({END: bytes(range(1, 13))}, {}, {(12,): known})) == 1
    assert _ways({END: bytes(range(1, 14))}, {}, {(1,): known}) == [], "too much is open"

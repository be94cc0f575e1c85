"""Decision tables of what is looked at once hands rest: before the board asks, complains or leads back."""

from fakes_hands import (
    END,
    FAR,
    GONE,
    MOVE,
    ON,
    OTHER,
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
from treppe.table.hands.verdict import ASK, COMPLAIN, LEAD, Verdict

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


def test_a_complaint_comes_after_what_no_sensor_saw_and_says_when_the_board_is_led_back():
    assert _looked(COMPLAIN, unseen=OFFERS) == (ASK, 0, OFFERS)
    assert _looked(COMPLAIN) == (LEAD, LEAD_MS, [])
    assert _looked(COMPLAIN, said(), unseen=OFFERS) == (LEAD, LEAD_MS, []), "it is explained"
    assert _looked(COMPLAIN, is_held=True) == (LEAD, HELD_MS, []), "who holds a piece may think"
    assert _looked(COMPLAIN, said(), is_held=True) == (LEAD, LEAD_MS, [])
    assert _looked(COMPLAIN, changes=MANY) == (LEAD, ASK_MS, []), "no hand has done so much by mistake"


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

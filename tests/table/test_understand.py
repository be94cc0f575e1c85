"""Understanding is a function: the same evidence gives the same verdict, and nothing of the evidence changes."""

from fakes_hands import (
    ADDED,
    AWAY,
    ELSEWHERE,
    END,
    GONE,
    MOVE,
    ON,
    OTHER,
    REPLY,
    STOP,
    Done,
    Instead,
    Place,
    Seen,
    said,
)
from fakes_table import finish
from treppe.table.hands import corrections, keep_or_correct
from treppe.table.hands import understand as understanding
from treppe.table.hands.evidence import SAME_HAND_MS
from treppe.table.hands.understand import understand, understand_clearing
from treppe.table.hands.verdict import NOTHING, RECORD


class _Searched:
    """What each search of `understand` finds, by its name; what is not given is not found."""

    def __init__(self, **found):
        self._found = found

    def job(self, name, nothing=None):
        def find(*_given):
            yield
            return self._found.get(name, nothing)

        return find

    def fact(self, name, nothing=None):
        return lambda *_given: self._found.get(name, nothing)


def _understood(function, *given, **found):
    """Return what a function of `understand` comes to where searches find this; a job is run to its end."""
    searched = _Searched(**found)
    replaced = Instead(
        corrections,
        lifted_again=searched.fact("lifted"),
        explain_from_before=searched.job("before", (None, 0)),
        explain_with_replaced=searched.job("replaced", (0, [])),
        explain_in_order=searched.fact("in_order", []),
        explain_felt_before=searched.fact("felt", (0, [])),
        is_filled_again=searched.fact("is_filled", False),
        may_be_next_hand=searched.fact("is_next_hand", False),
    )
    replaced.also(corrections, explain_with_stray=searched.fact("beside"), explain_stray_and_next=searched.fact("next"))
    replaced.also(corrections, explain_without_absent=searched.job("without"))
    replaced.also(keep_or_correct, may_be_next_players=searched.fact("is_next_players", False))
    replaced.also(keep_or_correct, keep_or_correct=searched.job("judged"))
    with replaced.also(understanding, explain=searched.job("known")):
        return finish(function(*given))


def _found(seen=None, **found):
    """Return explanation, how many actions it goes back, and what is asked at once."""
    known, back, offers = _understood(understanding._find_explanation, seen or Seen([Done()]), **found)
    return known, back, list(offers)


def test_what_is_legal_is_taken_as_it_is_and_a_piece_lifted_again_is_judged():
    known, begun = said([ON]), said((), GONE)
    assert _found(known=known) == (known, 0, []) and _found(known=begun) == (begun, 0, [])
    assert _found(known=begun, lifted=Done(), judged=(known, 1, [(1, [ON])])) == (known, 1, [(1, [ON])])
    assert _found(known=said([ON], AWAY), in_order=[REPLY])[2] == [], "hands have not done yet"


def test_a_complete_action_may_be_another_one_in_order_fallen_or_felt_before():
    known = said([ON])
    shown = (0, [ON])
    for found, offers in (
        ({"in_order": [REPLY, ON], "replaced": (1, [MOVE])}, [(0, [REPLY, ON]), shown]),
        ({"replaced": (1, [MOVE]), "felt": (2, [ADDED])}, [(1, [MOVE]), shown]),
        ({"felt": (2, [ADDED])}, [(2, [ADDED]), shown]),
        ({}, []),
    ):
        assert _found(known=known, **found) == (known, 0, offers), found
    for is_filled, earlier, offers in (
        (True, said([ELSEWHERE], key=b"b"), [(1, [ELSEWHERE]), shown]),
        (False, said([ELSEWHERE], key=b"b"), []),
        (True, said([ELSEWHERE], key=b"a"), []),
        (True, said(key=b"b"), []),
        (True, said([ELSEWHERE], AWAY, key=b"b"), []),
        (True, said([ELSEWHERE], is_ordered=False, key=b"b"), []),
        (True, None, []),
    ):
        assert _found(known=known, is_filled=is_filled, before=(earlier, 1)) == (known, 0, offers), is_filled


def test_a_piece_beside_a_correction_may_only_have_been_pushed():
    beside = said(unproved=[[ADDED]])
    both = [(1, [ELSEWHERE]), (0, [ADDED])]
    lies = {"lifted_ms": -1}

    def found(known, back, recent, beside=beside):
        _, _, offers = _found(Seen(recent), before=(known, back), beside=beside)
        return offers, known.may_go_on

    assert found(said([ELSEWHERE], AWAY), 1, [Done(**lies)]) == (both, False)
    assert found(said([ELSEWHERE], AWAY), 1, [Done(lifted_ms=0)]) == (both, True)
    assert found(said([ELSEWHERE]), 1, [Done(**lies)]) == ([], False)
    assert found(said([ELSEWHERE]), 2, [Done(), Done(**lies)])[0] == [(2, [ELSEWHERE]), (0, [ADDED])]
    for ms in (0, 5):
        assert found(said([ELSEWHERE]), 2, [Done(**lies), Done(lifted_ms=ms)]) == ([], False), (
            "that piece is in the air"
        )
    assert found(said((), AWAY), 1, [Done(**lies)]) == ([], False)
    for none in (None, said()):
        assert found(said([ELSEWHERE], AWAY), 1, [Done(**lies)], none) == ([], False)
        assert found(said([ELSEWHERE], AWAY), 1, [Done(STOP, **lies)], none) == ([], True), "END was pressed"


def test_a_lifted_piece_too_many_is_looked_for_where_more_than_one_field_differs():
    two = {END: -1, OTHER: 1}
    beside, after, without = said((), AWAY), said([ON], AWAY), said([ON])
    late, soon = Done(lifted_ms=SAME_HAND_MS), Done(lifted_ms=SAME_HAND_MS - 1)
    for changes, found, expected in (
        (two, {"without": without, "beside": beside}, without),
        (two, {"beside": beside, "next": after}, beside),
        (two, {"next": after}, after),
        (two, {"next": after, "lifted": late}, after),
        (two, {"next": after, "lifted": soon}, None),
        (GONE, {"beside": beside}, None),
    ):
        seen = Seen([Done()], changes=changes, steps={ON: Place()})
        assert _understood(understand, seen, **found).explanation is expected, (changes, found)


def test_a_correction_while_a_board_is_cleared_is_recorded_when_it_is_whole():
    for known, then, wait_ms in ((said([ELSEWHERE]), RECORD, 60), (said((), AWAY), NOTHING, 0), (None, NOTHING, 0)):
        verdict = _understood(understand_clearing, Seen([Done()]), before=(known, 1))
        assert (verdict.explanation, verdict.back, verdict.then, verdict.wait_ms) == (known, 1, then, wait_ms)

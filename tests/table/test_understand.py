"""Understanding is a function: the same evidence gives the same verdict, and nothing of the evidence changes."""

import json

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
from fakes_table import begin, finish
from treppe.games import positions
from treppe.table.hands import corrections, keep_or_correct
from treppe.table.hands import understand as understanding
from treppe.table.hands import verdict as verdicts
from treppe.table.hands.evidence import SAME_HAND_MS
from treppe.table.hands.look_further import look_further
from treppe.table.hands.understand import ASK_MS, decide, understand, understand_clearing
from treppe.table.hands.verdict import ASK, COMPLAIN, LEAD, NOTHING, RECORD

CHECKED = 12  # cases; the others are much like them


def _snapshot(evidence):
    recent = [(id(played), played.lifted_ms, played.is_said, played.to_turn[:]) for played in evidence.recent]
    asked = (evidence.to_turn[:], list(evidence.unanswered), evidence.wrong_stamp, dict(evidence.absent))
    seen = (bytes(evidence.image), bytes(evidence.activity), bytes(evidence.stamps), evidence.changed_ms)
    return (evidence.position.key, bytes(evidence.state.position), recent, asked, seen)


def _told(verdict):
    known = verdict.explanation
    actions = known and (known.actions, sorted(known.unexplained.items()), list(known.choices), list(known.unproved))
    return (actions, verdict.back, verdict.offers, verdict.wait_ms, verdict.then)


def test_understanding_changes_nothing_and_says_the_same_again():
    with open("tests/data/misunderstood.json") as file:
        cases = json.load(file)[:CHECKED]
    num_looks = 0
    for case in cases:
        state = positions.read(case["position"])
        table = begin(state.NAME, **state.options)
        table.state().position[:] = state.position
        table.session.lead("setup")
        table.set_up()
        evidence = table.session.evidence
        for name, change, ms in case["changes"]:
            table.change(name, change, ms)
            table.think()
            if table.session.stage != "play":
                continue
            before = _snapshot(evidence)
            verdict = finish(understand(evidence))
            assert _snapshot(evidence) == before, case["what"]
            assert _told(finish(understand(evidence))) == _told(verdict), case["what"]
            if verdict.then != NOTHING:
                finish(look_further(evidence, verdict))
                num_looks += 1
                assert _snapshot(evidence) == before, case["what"]
    assert num_looks > 10


def _verdict(table):
    return finish(understand(table.session.evidence))


def test_one_chain_says_how_long_to_wait_and_what_then():
    table = begin("weltreich")
    start, end = table.legal_words()[0].split("-")
    table.change(start, -1, 60)
    held = _verdict(table)
    assert held.then == verdicts.REMIND, "somebody thinks with a piece in his hand: it is named, nothing else"
    table.change(end, 1, 0)
    table.table.tick(table.now_ms)
    assert (_verdict(table).then, _verdict(table).back) == (RECORD, 0)
    table.wait(1000)
    empty = [name for field, name in enumerate(table.surface.NAMES) if not table.sensing.image[field]]
    for name in empty[:2]:
        table.change(name, 1, 60)
    assert _verdict(table).then == COMPLAIN
    assert decide(table.session.evidence, None, 0).wait_ms < 1000
    verdict, _ = finish(look_further(table.session.evidence, _verdict(table)))
    assert verdict.then == LEAD and verdict.wait_ms > 1000, "first it is said, then the board is led back"


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


def test_where_nothing_is_legal_something_else_was_done_before_or_a_fallen_piece_is_back():
    earlier = said([ELSEWHERE])
    assert _found() == (None, 0, [])
    assert _found(replaced=(1, [MOVE])) == (None, 0, [(1, [MOVE])])
    assert _found(before=(earlier, 1), replaced=(1, [MOVE])) == (earlier, 1, [])


def test_a_piece_that_came_without_a_lift_belongs_to_an_action_before_if_that_explains_all():
    came, earlier = {OTHER: 1}, said([ELSEWHERE])
    for before, expected in (
        ((earlier, 1), (1, [])),
        ((None, 0), (0, [(2, [MOVE])])),
        ((said([ELSEWHERE], AWAY), 1), (0, [(2, [MOVE])])),
        ((said(choices=[[ON]]), 1), (0, [(2, [MOVE])])),
    ):
        known, back, offers = _found(known=said((), came), before=before, replaced=(2, [MOVE]))
        assert (back, offers) == expected and (known is earlier) == (back == 1), before


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


def test_a_correction_that_another_hand_may_have_done_or_that_changes_turns_is_asked_about():
    def found(known, back, recent=None, **more):
        earlier, _, offers = _found(Seen(recent or [Done(), Done(ON)]), before=(known, back), **more)
        assert earlier is known
        return offers, known.may_go_on

    one, lifted = [(1, [ELSEWHERE])], {"lifted": Done()}
    assert found(said([ELSEWHERE]), 1) == ([], False)
    assert found(said([ELSEWHERE]), 1, is_next_hand=True) == (one, False)
    assert found(said([ELSEWHERE]), 1, is_next_players=True) == (one, False)
    assert found(said([ELSEWHERE]), 1, is_next_players=True, **lifted) == ([], False), "that piece tells"
    assert found(said([ELSEWHERE]), 1, is_next_hand=True, **lifted) == (one, False)
    assert found(said(), 1, is_next_hand=True) == ([], False)
    ends = [ELSEWHERE, STOP]
    assert found(said(ends), 2) == ([(2, ends)], True)
    assert found(said(ends), 2, [Done(), Done(STOP)]) == ([], False), "it had ended before"
    assert found(said(ends), 1) == ([], False)
    reply = said([ELSEWHERE], AWAY)
    reply.has_reply = True
    assert found(reply, 2) == ([(2, [ELSEWHERE])], True)
    reply = said([ELSEWHERE])
    reply.has_reply = True
    assert found(reply, 2) == ([], False)


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


def test_what_is_asked_at_once_waits_only_for_a_hand_that_may_go_on():
    judged = said((), GONE)
    for may_go_on, wait_ms in ((False, 0), (True, ASK_MS)):
        judged.may_go_on = may_go_on
        verdict = _understood(understand, Seen([Done()]), known=judged, lifted=Done(), judged=(judged, 0, [(1, [ON])]))
        assert (verdict.then, verdict.wait_ms, verdict.offers) == (ASK, wait_ms, [(1, [ON])])
    asked = _understood(understand, Seen([Done()]), replaced=(1, [MOVE]))
    assert (asked.then, asked.wait_ms, asked.explanation) == (ASK, 0, None)


def test_a_correction_while_a_board_is_cleared_is_recorded_when_it_is_whole():
    for known, then, wait_ms in ((said([ELSEWHERE]), RECORD, 60), (said((), AWAY), NOTHING, 0), (None, NOTHING, 0)):
        verdict = _understood(understand_clearing, Seen([Done()]), before=(known, 1))
        assert (verdict.explanation, verdict.back, verdict.then, verdict.wait_ms) == (known, 1, then, wait_ms)

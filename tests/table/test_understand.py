"""Understanding is a function: the same evidence gives the same verdict, and nothing of the evidence changes."""

import json

from fakes_table import begin, finish
from treppe.games import positions
from treppe.table.hands import verdict as verdicts
from treppe.table.hands.look_further import look_further
from treppe.table.hands.understand import decide, understand
from treppe.table.hands.verdict import COMPLAIN, LEAD, NOTHING, RECORD

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
    assert decide(table.session.evidence, None).wait_ms < 1000
    verdict, _ = finish(look_further(table.session.evidence, _verdict(table)))
    assert verdict.then == LEAD and verdict.wait_ms > 1000, "first it is said, then the board is led back"

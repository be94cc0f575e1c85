"""Hands that look like other ones: what they did is recorded all the same, or is among what the board proposes.

Each case was seen on a simulated board: a position, how fields changed, with the milliseconds after it, and what was
meant.
"""

import json

from fakes_table import ASKED_MS, begin
from treppe.alphabet.buttons import MENU, OK, UNDO
from treppe.games import positions
from treppe.tracking import position

FEW = 10  # positions in a frame


def _cases():
    with open("tests/data/misunderstood.json") as file:
        return json.load(file)


def _laid_out(case):
    """Return a table on which a case may begin."""
    state = positions.read(case["position"])
    table = begin(state.NAME, **state.options)
    table.state().position[:] = state.position
    table.session.lead("setup")
    table.set_up()
    return table


def _played(case):
    """Return a table after the changes of a case."""
    table = _laid_out(case)
    for name, change, ms in case["changes"]:
        table.change(name, change, ms)
    table.wait(max(0, ASKED_MS - ms))
    return table


def _end(case):
    """Return the position that was meant."""
    state = positions.read(case["position"])
    for word in case["meant"]:
        state.apply_action(state.action(word))
    return bytes(state.position)


def _leads_to(table, choice, end):
    """Tell whether a proposal leads to a position."""
    state = table.state().clone()
    for _ in table.display["instead"]:
        state.undo_action()
    for word in choice:
        state.apply_action(state.action(word))
    return bytes(state.position) == end


def test_what_can_be_told_is_recorded_and_what_cannot_is_proposed():
    for case in _cases():
        table, end = _played(case), _end(case)
        refused = []
        while case["is_asked"]:
            choice = table.display["choice"]
            assert choice and choice not in refused, (case["what"], refused)
            if _leads_to(table, choice, end):
                table.wait(30, OK)
                break
            refused.append(choice)
            table.press(MENU)
        assert bytes(table.state().position) == end, (case["what"], table.journal.notations())


def test_no_frame_works_out_many_positions():
    made = []
    begun = position.Position.__init__

    def count(self, *given):
        made.append(1)
        begun(self, *given)

    position.Position.__init__ = count
    try:
        for case in _cases():
            table = _laid_out(case)
            buttons = [0] * len(case["changes"]) + [MENU] * 3
            for number, button in enumerate(buttons):
                ms = 1000
                if not button:
                    name, change, ms = case["changes"][number]
                    table.change(name, change, 0)
                for frame in range(max(1, ms // 10)):
                    made.clear()
                    table.wait(10, 0 if frame else button)
                    assert len(made) <= FEW, (case["what"], number, frame, len(made))
    finally:
        position.Position.__init__ = begun


def test_hands_that_go_on_while_the_board_thinks_are_understood():
    num_hasty = 0
    for case in _cases():
        patient, hasty = _laid_out(case), _laid_out(case)
        for number, (name, change, ms) in enumerate(case["changes"]):
            for table in (patient, hasty):
                table.change(name, change, 80)
            is_last = number + 1 == len(case["changes"])
            num_hasty += hasty.session.job is not None and not is_last
            patient.think()
            for table in (patient, hasty):
                if not table.session.job or is_last:
                    table.wait(max(ms, ASKED_MS) if is_last else ms)
        assert hasty.journal.notations() == patient.journal.notations(), case["what"]
        assert hasty.display["choice"] == patient.display["choice"], case["what"]
    assert num_hasty > 5


def test_a_button_is_heard_once_the_board_has_thought():
    case = _cases()[4]
    table = _laid_out(case)
    for name, change, ms in case["changes"][:-2]:
        table.change(name, change, ms)
    table.change(*case["changes"][-2][:2], 20)
    assert table.session.job
    recorded = table.journal.notations()
    table.wait(10, UNDO)
    assert table.session.job and table.journal.notations() == recorded
    table.think()
    table.wait(10)
    assert table.journal.notations() == recorded[:-1]

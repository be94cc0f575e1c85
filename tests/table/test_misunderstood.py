"""Hands that look like other ones: what they did is recorded all the same, or is among what the board proposes.

Each case was seen on a simulated board: a position, how fields changed, with the milliseconds after it, and what was
meant.
"""

import json

from fakes_table import begin
from treppe.games import positions
from treppe.table import stages
from treppe.table.buttons import MENU, OK


def _cases():
    with open("tests/data/misunderstood.json") as file:
        return json.load(file)


def _played(case):
    """Return a table after the changes of a case."""
    state = positions.read(case["position"])
    table = begin(state.NAME, **state.options)
    table.state().position[:] = state.position
    stages.lead(table.session, "setup")
    table.set_up()
    for name, change, ms in case["changes"]:
        table.change(name, change, ms)
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
    for _ in table.session.display["instead"]:
        state.undo_action()
    for word in choice:
        state.apply_action(state.action(word))
    return bytes(state.position) == end


def test_what_can_be_told_is_recorded_and_what_cannot_is_proposed():
    for case in _cases():
        table, end = _played(case), _end(case)
        refused = []
        while case["is_asked"]:
            choice = table.session.display["choice"]
            assert choice and choice not in refused, (case["what"], refused)
            if _leads_to(table, choice, end):
                table.wait(30, OK)
                break
            refused.append(choice)
            table.press(MENU)
        assert bytes(table.state().position) == end, (case["what"], table.journal.words())

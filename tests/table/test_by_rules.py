"""Fields whose weights play still teaches: the rules decide what stands there, or people are asked."""

from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import OK
from treppe.alphabet.image import BALL
from treppe.sensing import QUIET, UNSURE

SQUARE7 = surfaces.load("square7")


def ball_in_hand():
    """Begin a game and lift the first ball; return the table, and the fields that it may go to."""
    table = Table(SQUARE7)
    table.new("step", players=2)
    state = table.state()
    for start in range(49):
        targets = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            if state.image()[start] == BALL and not after.image()[start]:
                targets += [field for field in range(49) if after.image()[field] > state.image()[field]]
        if len(targets) > 1:
            break
    table.sensing.image[start] = 0
    table.wait(600)
    return table, targets


def leave_open(table, field, values):
    table.sensing.open[field] = bytes(values)
    table.sensing.activity[field] = UNSURE


def test_the_one_legal_value_is_taken_and_measured():
    table, targets = ball_in_hand()
    leave_open(table, targets[0], (2, BALL))
    table.wait(800)
    assert table.sensing.image[targets[0]] == BALL and table.sensing.activity[targets[0]] == QUIET
    assert table.state().image()[targets[0]] == BALL
    assert table.session.observed.trace.message["how"] == "seen" and "readings" in table.session.observed.trace.message


def test_two_ways_are_asked_about_and_teach_nothing():
    table, targets = ball_in_hand()
    for field in targets[:2]:
        leave_open(table, field, (0, BALL))
    table.wait(800)
    assert len(table.session.pending.alternatives) == 2 and not table.state().image()[targets[0]]
    table.wait(20, OK)
    table.wait(800)
    image = table.state().image()
    assert [image[field] for field in targets[:2]].count(BALL) == 1
    assert (
        table.session.observed.trace.message["how"] == "OK" and "readings" not in table.session.observed.trace.message
    )
    assert [table.sensing.image[field] for field in targets[:2]] == [image[field] for field in targets[:2]]
    assert not any(table.sensing.activity)


def test_a_field_that_is_known_stays_unsure():
    table, targets = ball_in_hand()
    leave_open(table, targets[0], ())
    table.wait(800)
    assert table.sensing.activity[targets[0]] == UNSURE and not table.state().image()[targets[0]]

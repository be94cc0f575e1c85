"""Lessons: each game has one, with legal actions and a text for each; a learner is led, may err, and may leave it."""

import pytest
from digital import at_table, click, pass_time, stands_as
from spread import some
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_host.web.connections.coach import Coach
from treppe_host.words.translation import texts_of_game
from treppe_sim.hands import repairs, script
from waiting import until


@pytest.mark.parametrize("name", catalogue.names())
def test_each_step_is_legal_and_has_its_text(name):
    lesson = facts.of(name).LESSON
    state = games.start(name, dict(lesson.options))
    for word in lesson.before.split():
        state.apply_action(state.action(word))
    learner, steps = state.current_player(), 0
    for word in lesson.notations.split():
        steps += state.current_player() == learner
        state.apply_action(state.action(word))
    goal, *reported = texts_of_game(name, "en")["COACH"]
    assert goal and len(reported) == steps >= 3


@pytest.mark.parametrize("name", ["step", "blockade", "cubes"])
@at_table
async def test_a_learner_is_led_to_the_end(connection, name):
    coach = Coach(connection)
    await coach.begin(name)
    for step in range(1, 1 + coach.step[1]):
        await until(lambda step=step: coach.step[0] == step and not coach.is_to_move and connection.only)
        state = connection.game.state
        await until(lambda state=state: stands_as(connection, state))  # who sees no piece there does not click on it
        click(connection, state, state.action(connection.only))
        count = len(state.history())
        await until(lambda count=count: len(connection.game.notations) > count)
    await until(lambda: coach.is_done and stands_as(connection, connection.game.state))
    assert not connection.only, "from now on the rules alone count"


@pytest.mark.parametrize("name", some(["step", "cubes", "wetteifern", *catalogue.names()], 3))
@at_table
async def test_lamps_lead_real_hands_through_a_lesson(connection, name):
    connection.table.want_real(True)
    coach = Coach(connection)
    await coach.begin(name)
    for step in range(1, 1 + coach.step[1]):
        await until(lambda step=step: coach.step[0] == step and not coach.is_to_move and connection.only)
        count, state = len(connection.game.notations), connection.game.state
        await until(lambda: is_led(connection))
        await move_by_hand(connection, state, state.action(connection.only))
        await until(lambda count=count: len(connection.game.notations) > count)
    await until(lambda: coach.is_done)


def is_led(connection):
    """Whether the board itself shows what is to be done: by lamps, or by what OK plays."""
    display, due = connection.display, connection.only
    if due == ".":
        is_shown = "END ends the turn" in display["lines"]
    else:
        is_shown = due in display["choice"] or set(connection.roles) - set(".m")
    return display["phase"] == "play" and is_shown


async def move_by_hand(connection, state, action):
    """Do what hands do for an action, what the rules leave to them too; what no piece shows is chosen."""
    movements, after = script(state, action), state.clone()
    if not movements:
        connection.choose("END" if action == state.STOP else "OK")
        return
    after.apply_action(action)
    await do_movements(connection, movements)
    await do_movements(connection, repairs(after, connection.simulation.world))
    if after.is_terminal():
        await until(lambda: connection.display["choice"] or connection.game.is_over)
        if connection.display["choice"]:  # the board asks whether the piece has left for good
            connection.choose("OK")


async def do_movements(connection, movements):
    for movement in movements:
        if movement.act in ("lift", "put"):
            connection.touch(movement.field)
        elif movement.act == "take":
            connection.take(movement.code)
        else:
            connection.give()
        await pass_time(connection, 450)


@at_table
async def test_a_click_where_the_one_lit_piece_goes_does_it(connection):
    coach = Coach(connection)
    await coach.begin("weltreich")
    await until(lambda: connection.only == "d1-d8" and stands_as(connection, connection.game.state))
    connection.table.touch(connection.surface.NAMES.index("d8"))
    await until(lambda: connection.game.notations[:1] == ["d1-d8"])


@at_table
async def test_another_action_is_refused_until_the_lesson_is_left(connection):
    coach = Coach(connection)
    await coach.begin("aufstellen")
    await until(lambda: connection.only == "+b2")
    state = connection.game.state
    click(connection, state, state.action("+e5"))
    await until(lambda: connection.table.refused)
    assert connection.table.refused == {"at_table": "lesson"} and not connection.game.notations
    coach.end()
    assert not coach.is_teaching and not connection.only
    click(connection, state, state.action("+e5"))
    await until(lambda: connection.game.notations == ["+e5"])

"""Lessons: each game has one, with legal actions and a text for each; a learner is led, may err, and may leave it."""

from importlib import import_module

import pytest
from digital import at_table, click, stands_as, until
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_host.web.connections.coach import Coach


@pytest.mark.parametrize("name", catalogue.names())
def test_each_step_is_legal_and_has_its_text(name):
    lesson = facts.of(name).LESSON
    state = games.start(name, dict(lesson.options))
    for word in lesson.before.split():
        state.apply_action(state.action(word))
    learner, steps = state.current_player(), 0
    for word in lesson.words.split():
        steps += state.current_player() == learner
        state.apply_action(state.action(word))
    goal, *told = import_module(f"treppe.games.{name}.host.page_en").COACH
    assert goal and len(told) == steps >= 3


@pytest.mark.parametrize("name", ["step", "blockade", "cubes"])
def test_a_learner_is_led_to_the_end(name, tmp_path):
    at_table(learn)(tmp_path, name)


async def learn(connection, name):
    coach = Coach(connection)
    await coach.begin(name)
    for step in range(1, 1 + coach.step[1]):
        await until(lambda step=step: coach.step[0] == step and not coach.is_to_move and connection.only)
        state = connection.game.state
        click(connection, state, state.action(connection.only))
        count = len(state.history())
        await until(lambda count=count: len(connection.game.words) > count)
    await until(lambda: coach.is_done and stands_as(connection, connection.game.state))
    assert not connection.only, "from now on the rules alone count"


def test_another_action_is_refused_until_the_lesson_is_left(tmp_path):
    at_table(leave)(tmp_path)


async def leave(connection):
    coach = Coach(connection)
    await coach.begin("aufstellen")
    await until(lambda: connection.only == "+b2")
    state = connection.game.state
    click(connection, state, state.action("+e5"))
    await until(lambda: connection.table.refused)
    assert connection.table.refused == {"at_table": "lesson"} and not connection.game.words
    coach.end()
    assert not coach.is_teaching and not connection.only
    click(connection, state, state.action("+e5"))
    await until(lambda: connection.game.words == ["+e5"])

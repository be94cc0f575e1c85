"""Ideal hands at a simulated board: whole games by clicks alone, wrong clicks, games that the board itself begins."""

import random

import pytest
from digital import at_table, click, stands_as, until
from treppe import games
from treppe.games import catalogue

DEALT = {"seven": {"seed": 4}, "cubes": {"seed": 13929}}
ACTIONS = 14


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_is_played_by_clicks_and_never_led(name, tmp_path):
    at_table(play_by_clicks)(tmp_path, name)


async def play_by_clicks(connection, name):
    options = DEALT.get(name, {})
    await connection.new_game(name, options, [], {})
    state, chance, asked = games.start(name, options), random.Random(name), set()
    connection.changes.watchers.append(lambda: asked.add(connection.display.get("doubt", "")))
    for _ in range(ACTIONS):
        if state.is_terminal():
            break
        silent, moves = [], []
        for action in state.legal_actions():
            (moves if state.placement(action) else silent).append(action)
        action = chance.choice(moves or silent)
        count = len(connection.game.words)
        click(connection, state, action)
        await until(lambda count=count: len(connection.game.words) > count or connection.table.offers)
        if connection.table.offers:
            connection.choose(state.word(action))
            await until(lambda count=count: len(connection.game.words) > count)
        assert connection.game.words[-1] == state.word(action)
        state.apply_action(action)
        await until(lambda: stands_as(connection, state))
    await until(lambda: connection.table.is_shown)
    assert asked <= {""}, "no question comes from a sensor"
    count = len(connection.game.words)
    connection.take_back()
    await until(lambda: len(connection.game.words) == count - 1)
    state.undo_action()
    await until(lambda: stands_as(connection, state) and connection.table.is_shown)


@pytest.mark.parametrize("name", ["step", "blockade", "tor", "seven"])
def test_any_click_is_an_action_or_refused(name, tmp_path):
    at_table(click_anywhere)(tmp_path, name)


async def click_anywhere(connection, name):
    await connection.new_game(name, DEALT.get(name, {}), [], {})
    await until(lambda: connection.table.is_shown)
    chance = random.Random(name)
    for _ in range(60):
        before = connection.game.state.clone()
        field = chance.randrange(len(connection.stacks))
        codes = sorted(connection.supply)
        act = chance.choice(["touch"] * 5 + ["take", "give"])
        if act == "touch":
            connection.touch(field)
        elif act == "take" and codes:
            connection.take(chance.choice(codes))
        else:
            connection.give()
        await connection.table.rest()
        played = connection.game.state.history()[len(before.history()) :]
        assert len(played) <= 1 and all(action in before.legal_actions() for action in played)
        assert connection.display.get("phase") in ("play", "setup") and not connection.display.get("doubt")
        assert not (played and connection.table.refused)
    connection.give()
    await connection.table.rest()
    await until(lambda: stands_as(connection, connection.game.state))


@at_table
async def play_from_the_menu(connection):
    await connection.new_game("aufstellen", {}, [], {})
    await connection.command("new", game="tor", options={"players": 3}, seats=["", "", ""])
    await until(lambda: connection.game.name == "tor" and stands_as(connection, connection.game.state))
    await until(lambda: connection.table.is_shown)


def test_a_game_that_the_board_begins_has_its_pieces(tmp_path):
    play_from_the_menu(tmp_path)


@at_table
async def knock(connection):
    await connection.new_game("step", {}, [], {})
    await until(lambda: connection.table.is_shown)
    connection.upset()
    assert not connection.table.is_wanted, "real hands are needed to put it right"
    await until(lambda: connection.display.get("phase") != "play")
    connection.table.want_real(False)
    await until(lambda: stands_as(connection, connection.game.state) and connection.table.is_shown)


def test_an_upset_board_is_for_real_hands_until_ideal_ones_come_back(tmp_path):
    knock(tmp_path)

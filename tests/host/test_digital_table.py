"""Ideal hands at a simulated board: whole games by clicks alone, wrong clicks, games that the board itself begins."""

import random

import pytest
from digital import at_table, begin, click, pass_time, stands_as
from treppe import games
from treppe.alphabet import roles
from treppe.alphabet.image import BEYOND
from treppe.games import catalogue
from treppe_host.link.role_sets import OFFERS, REMOVED, TARGETS
from treppe_host.web.connections import clicks
from treppe_host.web.connections.digital_table import TableState
from waiting import until

DEALT = {"seven": {"seed": 4}, "cubes": {"seed": 13929}}
ACTIONS = 14


@pytest.mark.parametrize("name", catalogue.names())
@at_table
async def test_a_game_is_played_by_clicks_and_never_led(connection, name):
    options = DEALT.get(name, {})
    await connection.new_game(name, options, [], {})
    state, chance, asked = games.start(name, options), random.Random(name), set()
    connection.changes.watchers.append(lambda: asked.add(connection.display.get("doubt", "")))
    for _ in range(ACTIONS):
        if state.is_terminal():
            break
        silent, moves = [], []
        for action in state.legal_actions():
            (moves if state.hand_moves(action) else silent).append(action)
        action = chance.choice(moves or silent)
        count = len(connection.game.notations)
        click(connection, state, action)
        await until(lambda count=count: len(connection.game.notations) > count or connection.table.offers)
        if connection.table.offers:
            connection.choose(state.word(action))
            await until(lambda count=count: len(connection.game.notations) > count)
        assert connection.game.notations[-1] == state.word(action)
        state.apply_action(action)
        await until(lambda: stands_as(connection, state))
    await until(lambda: connection.table.state in (TableState.SHOWN, TableState.OVER))
    assert asked <= {""}, "no question comes from a sensor"
    count = len(connection.game.notations)
    connection.take_back()
    await until(lambda: len(connection.game.notations) == count - 1)
    state.undo_action()
    await until(lambda: stands_as(connection, state) and connection.table.state == TableState.SHOWN)


@pytest.mark.parametrize("name", ["step", "blockade", "tor", "seven"])
@at_table
async def test_any_click_is_an_action_or_refused(connection, name):
    await begin(connection, name, DEALT.get(name, {}))
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
        assert connection.display.get("phase") in ("play", "setup", "over") and not connection.display.get("doubt")
        assert not (played and connection.table.refused)
        if connection.game.is_over:  # people may clear the board then
            return
    connection.give()
    await connection.table.rest()
    await until(lambda: stands_as(connection, connection.game.state))


@pytest.mark.parametrize("name", catalogue.names())
@at_table
async def test_whatever_is_lit_is_accepted(connection, name):
    """Play on by clicks on lit fields; each other lit one would have been accepted, too, and no legal one is dark."""
    await connection.new_game(name, DEALT.get(name, {}), [], {})
    chance, table, num_put = random.Random(name), connection.table, 0
    while num_put < 12:
        await until(lambda: table.state in (TableState.SHOWN, TableState.OVER))
        if table.state == TableState.OVER:
            await connection.new_game(name, DEALT.get(name, {}), [], {})
            await until(lambda: table.state == TableState.SHOWN)
        state, origin = connection.game.state, None
        await pass_time(connection, 150)
        lit = lit_at(connection)
        ends = clicks.shown_by_hands(state)
        assert lit >= {end.last if end.first == BEYOND else end.first for end in ends}, state.history()
        assert [field for field in lit if clicks.of_touch(state, field).refused] == [], state.history()
        if not lit or chance.random() < 0.15:
            connection.choose(state.word(chance.choice(state.legal_actions())))
            await table.rest()
            continue
        origin = chance.choice(sorted(lit))
        connection.touch(origin)
        await table.rest()
        if connection.hand:
            await until(lambda: chr(roles.CAME_FROM) in connection.roles)
            await pass_time(connection, 300)  # how a piece goes on is lit a few frames later
            gone = [len(stack) < len(state.pieces(field)) for field, stack in enumerate(connection.stacks)]
            origin = gone.index(True)
            lit = lit_at(connection) - {origin}
            assert lit >= {end.last for end in ends if end.first == origin} - {BEYOND}, (state.history(), origin)
            put = [clicks.of_put(state, origin, "", field) for field in lit]
            assert not [meant for meant in put if not (meant.notations or meant.offers)], (state.history(), origin, lit)
            connection.touch(chance.choice(sorted(lit))) if lit else connection.give()
            await table.rest()
        assert not table.refused, (state.history(), origin)
        if table.offers:
            connection.choose(table.offers[0])
            await table.rest()
        num_put += 1


def lit_at(connection):
    shown = connection.table.narrowed(connection.roles)
    return {field for field, role in enumerate(shown) if role in OFFERS | {REMOVED}}


@pytest.mark.parametrize(("name", "has_chains"), [("sprung", True), ("cubes", True), ("tor", False)])
@at_table
async def test_what_is_lit_for_a_piece_is_never_refused(connection, name, has_chains):
    """Lift pieces at once after the action before, put them where only the lamps say so if there is such a field."""
    await begin(connection, name, DEALT.get(name, {}))
    chance, longest, num_put = random.Random(name), 0, 0
    while num_put < 15:
        state = connection.game.state
        actions = state.legal_actions()
        endpoints = list(zip(*state.endpoints(actions), strict=True))
        origins = sorted({first for first, last in endpoints if BEYOND not in (first, last)})
        count = len(connection.game.notations)
        if not origins or chance.random() < 0.3:
            connection.choose(state.word(chance.choice(actions)))
            await connection.table.rest()
            assert len(connection.game.notations) == count + 1
            continue
        origin = chance.choice(origins)
        connection.touch(origin)
        await until(lambda: connection.hand and TARGETS & set(connection.roles))
        await pass_time(connection, 300)  # how a piece goes on is lit a few frames later
        lit = [field for field, role in enumerate(connection.roles) if role in TARGETS and field != origin]
        far = [field for field in lit if (origin, field) not in endpoints]
        connection.touch(chance.choice(far or lit))
        await connection.table.rest()
        if connection.table.offers:
            connection.choose(connection.table.offers[0])
            await connection.table.rest()
        assert not connection.table.refused
        wanted = count + (2 if far else 1)
        await until(lambda wanted=wanted: len(connection.game.notations) >= wanted)
        longest, num_put = max(longest, len(connection.game.notations) - count), num_put + 1
    assert (longest > 1) == has_chains


@at_table
async def test_a_disc_from_the_box_lights_its_own_fields_only(connection):
    await begin(connection, "seven", DEALT["seven"])
    state = connection.game.state
    lasts = {}
    for action in state.legal_actions():
        [first], [last] = state.endpoints([action])
        if first == BEYOND != last:
            after = state.clone()
            after.apply_action(action)
            lasts.setdefault(after.pieces(last)[-1], set()).add(last)
    assert len(lasts) > 1
    for code, own in lasts.items():
        connection.take(code)
        await connection.table.rest()
        seen = connection.table.narrowed(connection.roles)
        assert {field for field, role in enumerate(seen) if role in TARGETS} <= own


@at_table
async def test_a_choice_that_has_gone_is_too_late(connection):
    await begin(connection, "step")
    word = connection.game.state.word(connection.game.state.legal_actions()[0])
    connection.choose(word)
    connection.choose(word)
    await connection.table.rest()
    assert connection.game.notations == [word] and connection.table.refused == {"at_table": "too_late"}


@at_table
async def test_what_was_taken_back_is_played_forward_again(connection):
    await begin(connection, "weltreich", {"players": 2})
    game, chance = connection.game, random.Random(1)
    for count in range(1, 5):
        click(connection, game.state, chance.choice(game.state.legal_actions()))
        await until(lambda count=count: len(game.notations) == count)
    before = list(game.notations)
    for count in (3, 2, 1):
        connection.take_back()
        await until(lambda count=count: len(game.notations) == count and connection.display.get("redo") == 4 - count)
    connection.redo()
    await until(lambda: game.notations == before and not connection.display.get("redo"))
    await until(lambda: stands_as(connection, game.state))


@at_table
async def test_names_of_any_letters_fit_the_line_that_begins_a_game(connection):
    for letters, is_whole in (("Анна Каренина", True), ("🐺" * 90, False), ("\u042f" * 24, False)):
        await connection.new_game(
            "weltreich", {"players": 4}, [letters] * 4, {"clock": {"minutes": 5, "increment_s": 3}}
        )
        await until(lambda: connection.table.state == TableState.SHOWN)
        name = connection.game.seats[0]
        assert connection.game.seats == [name] * 4 and letters.startswith(name) and len(name) > 5
        assert (name == letters) == is_whole


@at_table
async def test_a_click_that_waits_is_not_an_action_of_the_program_next_to_move(connection):
    await connection.new_game("cubes", DEALT["cubes"], ["Ada", "Treppe 1"], {})
    await until(lambda: connection.table.state == TableState.SHOWN)
    free = [field for field, stack in enumerate(connection.stacks) if not stack]
    fields = [field for field in free if connection.roles[field] in TARGETS]
    for field in fields[:2]:
        connection.touch(field)
    await connection.table.rest()
    assert len(connection.game.notations) == 1 and connection.table.refused == {"at_table": "too_late"}


@at_table
async def test_white_stones_are_scattered_in_one_go(connection):
    await begin(connection, "cubes", DEALT["cubes"])
    assert connection.table.may_scatter
    connection.table.scatter()
    await connection.table.rest()
    await until(lambda: stands_as(connection, connection.game.state))
    assert len(connection.game.notations) == 30 and not connection.table.may_scatter
    connection.table.scatter()
    await connection.table.rest()
    assert len(connection.game.notations) == 30


@at_table
async def test_a_board_that_is_unsure_of_a_field_is_told_once_that_it_stands_right(connection):
    await begin(connection, "step")
    sent = []
    connection.ask = lambda do, **fields: sent.append((do, fields))
    connection.display = {**connection.display, "says": {"code": "unsure", "fields": ["d4"]}}
    connection.changes.tell()
    await until(lambda: sent)
    connection.changes.tell()
    await pass_time(connection, 300)
    assert sent == [("button", {"name": "OK"})]


@at_table
async def test_a_game_that_the_board_begins_has_its_pieces(connection):
    await connection.new_game("aufstellen", {}, [], {})
    await connection.command("new", game="tor", options={"players": 3}, seats=["", "", ""])
    await until(lambda: connection.game.name == "tor" and stands_as(connection, connection.game.state))
    await until(lambda: connection.table.state == TableState.SHOWN)


@at_table
async def test_an_upset_board_is_for_real_hands_until_ideal_ones_come_back(connection):
    await begin(connection, "step")
    connection.upset()
    assert not connection.table.is_wanted, "real hands are needed to put it right"
    await until(lambda: connection.display.get("phase") != "play")
    connection.table.want_real(False)
    await until(lambda: stands_as(connection, connection.game.state) and connection.table.state == TableState.SHOWN)


@at_table
async def test_a_click_while_the_board_is_late_is_refused_and_no_hand_moves(connection):
    await begin(connection, "step")
    connection.is_connected = False
    connection.touch(0)
    await until(lambda: connection.table.refused)
    assert connection.table.refused == {"at_table": "away"} and not connection.hand
    connection.is_connected = True
    connection.touch(0)
    await until(lambda: connection.hand)


@at_table
async def test_a_new_game_begins_with_an_empty_hand(connection):
    for _ in range(2):
        await connection.new_game("step", {"players": 4}, [], {})
        connection.touch(0)
        await connection.table.rest()
        assert connection.table.refused == {} and connection.hand == ["O0"], "it is lifted, not put back"

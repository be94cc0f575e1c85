"""Why an action is advised: what the search is sure of, else what each game sees in its best actions."""

from random import Random

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_host.link.protocol import table
from treppe_host.programs.process import Thought, Thoughts
from treppe_host.programs.reasons import why
from treppe_host.programs.start import start_search
from treppe_host.words import LANGUAGES, render

CODES = table()["code"]


def thoughts(*known):
    return Thoughts(known[0][0], 10, tuple(Thought(word, 5, chance) for word, chance in known))


def reason_after(game, *words, **options):
    """Return why the last of some words would be advised where the others have been played."""
    state = games.start(game, options)
    for word in words[:-1]:
        state.apply_action(state.action(word))
    return why(state, thoughts((words[-1], 0.6), ("?", 0.5)))


def test_what_the_search_is_sure_of_comes_first():
    state = games.start("step")
    assert why(state, thoughts(("a1-b2", 1.0), ("a1-c3", 0.4))) == {"code": "why_wins"}
    assert why(state, thoughts(("a1-b2", 0.4))) == {"code": "why_only"}
    assert why(state, thoughts(("a1-b2", 0.4), ("a1-c3", 0.0))) == {"code": "why_saves"}


def test_games_say_what_is_good():
    assert reason_after("step", "a1-b2", "+b3") == {"code": "why_stair"}
    assert reason_after("step", "a1-b2", "+b3", "g7-f6", "+f5", "b2-b3") == {"code": "why_steps", "steps": 4}
    assert reason_after("step", "a1-b2") == {"code": "why_costs", "percent": 10}
    squares = ("+b2", "+b11", "+e5", "+e11", "+h8")
    assert reason_after("aufstellen", *squares) == {"code": "why_line", "pieces": 3}
    assert reason_after("sprung", "c7-d7") == {"code": "why_squares", "squares": 1}


SIMULATIONS = 12


def gates(state, player):
    """Return how many squares let a king out if a guard stands there: each tried by the rules."""
    found = 0
    for field in range(144):
        twin = state.clone()
        if not twin.position[field]:
            twin.position[field] = 1
            found += bool(twin.way(player))
    return found


def entries(state, player):
    """Return how many moves of a player open a gate: each played by the rules."""
    found = 0
    state.position[-1] = player
    for action in state.legal_actions():
        twin = state.clone()
        twin.apply_action(action)
        found += twin.position[152] != 0
    return found


def holds(code, values, state, player, action, after, thoughts):
    """Tell whether a reason is true, by the rules and by what the search has found."""
    chances = [thought.chance for thought in thoughts.best]
    gap = chances[0] - max(chances[1:], default=0.0)
    match code:
        case "why_costs":
            return values["percent"] == round(100 * gap) >= 2
        case "why_alike":
            return gap < 0.02
        case "why_saves":
            return max(chances[1:]) < 0.001 < chances[0]
        case "why_only":
            return len(state.legal_actions()) == 1
        case "why_gates":
            return values["squares"] == gates(after, player) > gates(state, player)
        case "why_closes":
            return values["squares"] == gates(state, 1 - player) - gates(after, 1 - player)
        case "why_opens":
            return values["moves"] == entries(after, player) > entries(state.clone(), player)
        case "why_enters":
            return values["pieces"] == sum(after.position[144 + player : 152 : 4])
        case "why_takes":
            return values["pieces"] == sum(state.image()) - sum(after.image())
        case "why_left":
            return values["pieces"] == sum(after.image())
        case "why_way":
            return bool(after.way(player))
        case "why_squares":
            return values["squares"] == (action & 255) % 12 - (action >> 8) % 12
        case "why_points":
            return values["points"] == after.scores[player] - state.scores[player]
        case "why_steps":
            return values["steps"] == 5 - (after.position[after.position[after.cells + player]] & 15)
        case "why_line":
            return values["pieces"] <= sum(each // 4 == player for each in after.position[:16] if each)
        case "why_throne":
            return values["held"] == sum(after.owner(throne) == player for throne in after.thrones)
    return code in ("why_wins", "why_best", "why_stair", "why_bars", "why_shortens", "why_active")


@pytest.mark.parametrize("name", catalogue.names())
def test_nine_of_ten_actions_have_a_reason_and_all_reasons_are_true(name):
    chance, advised, found = Random(name), 0, 0
    for game in range(3):
        state = games.start(name, facts.of(name).DEMO)
        for place in range(36):
            if state.is_terminal():
                break
            if place % 3:
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            search = start_search(state, 1 + game)
            search.think(SIMULATIONS)
            best = tuple(Thought(state.word(action), visits, worth) for action, visits, worth in search.thoughts())
            known = Thoughts(best[0].word, SIMULATIONS, best)
            because, player = why(state, known), state.current_player()
            action, after = state.action(best[0].word), state.clone()
            after.apply_action(action)
            advised += best[0].chance > 0.001
            if because:
                code, values = because["code"], {key: value for key, value in because.items() if key != "code"}
                assert holds(code, values, state, player, action, after, known), (because, state.text())
                assert set(values) == {field.name for field in CODES[code].fields}
                found += 1
                for language in LANGUAGES:
                    assert render(because, language)[-1] == "." and "{" not in render(because, language)
            state = after
    assert found >= 0.9 * advised > 0, (found, advised)

"""Why an action is advised: what the search is sure of, else what each game sees in its best actions."""

from random import Random

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_host.company.process import Thought, Thoughts
from treppe_host.company.reasons import why
from treppe_host.link.protocol import table
from treppe_host.words import LANGUAGES, said

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
    assert reason_after("step", "a1-b2") is None
    squares = ("+b2", "+b11", "+e5", "+e11", "+h8")
    assert reason_after("aufstellen", *squares) == {"code": "why_line", "pieces": 3}
    assert reason_after("sprung", "c7-d7") == {"code": "why_squares", "squares": 1}


@pytest.mark.parametrize("name", catalogue.names())
def test_each_game_has_reasons_in_all_languages(name):
    random, found = Random(name), set()
    for _ in range(12):
        state = games.start(name, facts.of(name).DEMO)
        for _ in range(150):
            if state.is_terminal():
                break
            action = random.choice(state.legal_actions())
            told = why(state, thoughts((state.word(action), 0.6), ("?", 0.5)))
            if told:
                found.add(told["code"])
                assert set(told) - {"code"} == {field.name for field in CODES[told["code"]].fields}
                for language in LANGUAGES:
                    assert said(told, language)[-1] == "." and "{" not in said(told, language)
            state.apply_action(action)
    assert found and found <= set(CODES), name

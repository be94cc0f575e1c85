"""The positions of a table's game: each step draws what has changed, in all games; a long game is drawn once."""

from random import Random

import pytest
from treppe import games, surfaces
from treppe.games import catalogue
from treppe_club.steps import GameSteps
from treppe_host.records.fields import markings_of
from treppe_host.web.drawing.static_board import draw_fields


def random_words(name: str, seed: int, count: int) -> tuple[list[str], list[dict[str, str]]]:
    """Return actions of a random game, and what stands drawn on each field after each of them."""
    random, state = Random(seed), games.start(name, players=1 if name == "wetteifern" else 2)
    surface, words, drawn = surfaces.load(state.surface), [], []
    while True:
        stacks = [state.pieces(field) for field in range(len(state.image()))]
        drawn.append({str(field): each for field, each in draw_fields(surface, markings_of(state), stacks).items()})
        if state.is_terminal() or len(words) == count:
            return words, drawn
        action = random.choice(state.legal_actions())
        words.append(state.notation(action))
        state.apply_action(action)


@pytest.mark.parametrize("name", catalogue.names())
def test_the_steps_add_up_to_each_position(name) -> None:
    for seed in range(6):
        words, drawn = random_words(name, seed, 60)
        state = games.start(name, players=1 if name == "wetteifern" else 2)
        places = GameSteps().of((name, state.options, markings_of(state)), words)
        standing: dict[str, str] = {}
        for place, expected in zip(places, drawn, strict=True):
            standing |= place["fields"]
            assert {field: each for field, each in standing.items() if each} == expected


def test_a_game_that_goes_on_is_not_drawn_again_one_that_was_taken_back_is() -> None:
    words, _ = random_words("weltreich", 3, 40)
    state = games.start("weltreich", players=2)
    begin, steps = ("weltreich", state.options, markings_of(state)), GameSteps()
    first = steps.of(begin, words[:30])
    longer = steps.of(begin, words)
    assert all(one is other for one, other in zip(first, longer, strict=False)) and len(longer) == len(words) + 1
    back = steps.of(begin, words[:10])
    assert len(back) == 11 and back == longer[:11] and back[3] is not longer[3]

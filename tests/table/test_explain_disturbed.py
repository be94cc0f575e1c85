"""A board that many hands have disturbed is looked at briefly: a Pico's watchdog waits for two seconds."""

from fakes_link import Random
from fakes_table import finish
from treppe import games
from treppe.tracking.explain import explain
from treppe.tracking.observed import ObservedBoard

FEW = 20  # positions whose legal actions are asked for


def num_looks(name, num_changes, seed, what="legal_actions"):
    """Change fields at random; return how often the rules were asked to explain it."""
    chance = Random(seed)
    state = games.start(name)
    return num_looks_at(state, [chance.below(len(state.image())) for _ in range(num_changes)], what)


def num_looks_at(state, fields, what="legal_actions"):
    """Change fields; return how often the rules were asked, for the legal actions if nothing else, to explain it."""
    observed = ObservedBoard(len(state.image()), has_weights=False)
    observed.begin(state)
    observed.image[:] = observed.position.image
    for place, field in enumerate(fields):
        observed.image[field] = 0 if observed.image[field] else 1
        observed.stamps[field] = place + 1
    kind = type(state)
    asked = getattr(kind, what)
    looks = []

    def count(*question):
        looks.append(1)
        return asked(*question)

    setattr(kind, what, count)
    try:
        finish(explain(observed, observed.position))
    finally:
        setattr(kind, what, asked)
    return len(looks)


def test_a_disturbed_board_is_given_up_soon():
    for name in ("cubes", "weltreich", "step"):
        for seed in (1, 2, 3):
            assert num_looks(name, 10, seed) <= FEW, (name, seed)


def test_nothing_is_tried_that_could_not_be_looked_at_any_more():
    for name, seed in (("cubes", 1), ("blockade", 1), ("blockade", 2)):
        assert num_looks(name, 14, seed, "perform") <= FEW, (name, seed)


def test_another_game_on_the_board_is_not_looked_at():
    for seed in (1, 2, 3):
        assert num_looks("cubes", 40, seed) == 0


def test_turns_that_nobody_has_ended_are_not_looked_at_one_after_the_other():
    state = games.start("cubes")
    for cell in (65, 66, 67, 100):
        state.position[cell] = 16
    state.position[144] = 0  # no white stone is left to be put
    parked, far = 3, 14
    assert num_looks_at(state, [parked, far]) <= 4

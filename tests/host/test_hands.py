"""Hands: whatever goes wrong on the way, in the end the pieces lie as the action says."""

from collections import Counter
from random import Random

import pytest
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_sim.hands import CLEAN, RATES, Movement, People, repairs, script
from treppe_sim.material import start_stacks, start_supply, supply_beside
from treppe_sim.world import World

TRAITS = ("order", "two_hands", "slide", "hover", "hesitate", "wrong_field", "push_off", "bump", "knock_over", "adoube")


class Desk:
    """A world whose time passes, and no board that would look at it."""

    def __init__(self, surface: str, seed: int) -> None:
        self.world = World(surfaces.load(surface), seed)
        self.now_ms = 0

    def run_ms(self, duration_ms: float) -> None:
        self.now_ms += round(duration_ms / 10) * 10
        self.world.feel(self.now_ms * 1000.0)

    def run_until(self, is_reached, limit_ms: float) -> bool:
        self.run_ms(limit_ms)
        return bool(is_reached())


def sit_down(name: str, seed: int, rates: dict[str, float]) -> tuple[games.State, Desk, People]:
    variants = facts.of(name).VARIANTS
    state = games.start(name, **variants[seed % len(variants)])
    desk = Desk(state.surface, seed)
    desk.world.arrange(start_stacks(state), start_supply(state))
    return state, desk, People(desk, seed=seed, rates=rates)


@pytest.mark.parametrize("name", catalogue.names())
def test_pieces_lie_as_the_actions_say_whatever_goes_wrong(name: str) -> None:
    rates = CLEAN | dict.fromkeys(TRAITS, 0.3)
    state, desk, people = sit_down(name, 2, rates)
    random = Random(name)
    for _ in range(60):
        if state.is_terminal():
            break
        action = random.choice(state.legal_actions())
        movements = [] if state.word(action) == "." else script(state, action)
        people.perform(people.planner.plan([movements], [state.current_player()], desk.world))
        state.apply_action(action)
        people.tidy(state)
        assert desk.world.stacks == start_stacks(state), state.word(action)
        assert not desk.world.hand
    assert +Counter(desk.world.supply) == +Counter(supply_beside(state))


def test_a_seed_makes_the_same_plan() -> None:
    plans = []
    for _ in range(2):
        state, desk, people = sit_down("weltreich", 1, RATES)
        actions = state.legal_actions()
        plans.append([people.planner.plan([script(state, action)], [0], desk.world) for action in actions])
    assert plans[0] == plans[1]
    assert not all(plan.is_plain for plan in plans[0])


def test_clean_hands_do_what_the_action_says_and_nothing_else() -> None:
    state, desk, people = sit_down("tor", 1, CLEAN)
    for action in state.legal_actions():
        plan = people.planner.plan([script(state, action)], [0], desk.world)
        assert plan.is_plain
        assert [(movement.act, movement.field) for _, movement in plan.timed] == [
            ("lift", action >> 8),
            ("put", action & 255),
        ]


def test_a_pushed_piece_passes_the_fields_on_its_way() -> None:
    state, desk, people = sit_down("tor", 1, CLEAN | {"slide": 1.0})
    passed: set[str] = set()
    for _ in range(10):
        plan = people.planner.plan([script(state, state.action("a3-a9"))], [0], desk.world)
        passed |= {state.cell_name(movement.field) for _, movement in plan.timed if movement.act == "hover"}
        assert [movement.act for _, movement in plan.timed][-1] == "put"
    assert passed == {"a4", "a5", "a6", "a7", "a8"}


def test_stones_are_turned_over_and_what_is_too_much_comes_off_first() -> None:
    state, desk, people = sit_down("cubes", 1, CLEAN)
    field = state.field(next(cell for cell, value in enumerate(state.position[:144]) if 2 <= value <= 6))
    (code,) = state.pieces(field)
    desk.world.stacks[field][0] = type(desk.world.stacks[field][0])(code[:-1] + "i", 12.0)
    free = next(cell for cell in range(144) if not desk.world.stacks[cell])
    desk.world.supply["W"] += 1
    people.do(Movement("take", code="W"))
    people.do(Movement("put", free))
    acts = [movement.act for movement in repairs(state, desk.world)]
    assert acts == ["lift", "give", "lift", "turn", "put"]
    people.tidy(state)
    assert desk.world.stacks == start_stacks(state)

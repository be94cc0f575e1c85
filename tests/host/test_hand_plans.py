"""What benches rest on: where a pushed piece passes, when hands move, what they press."""

import math
from dataclasses import replace
from random import Random

import pytest
from treppe import surfaces
from treppe_sim.cells import Cells
from treppe_sim.hands import CLEAN, Movement, People
from treppe_sim.hands.ground import Ground
from treppe_sim.hands.hands import CARRY_MS, PRESS_MS, REACH_MS, Hands
from treppe_sim.hands.plan import Plan, Planner
from treppe_sim.parameters import PARAMETERS
from treppe_sim.reeds import CAREFUL_SD_MM
from treppe_sim.world import World

REED12, SQUARE7 = surfaces.load("reed12"), surfaces.load("square7")
SPEED_MM_PER_MS = 0.2


class Desk:
    """A world whose time passes; it keeps when which button went down or up."""

    def __init__(self, surface, seed=1):
        self.world = World(surface, seed)
        self.now_ms = 0.0
        self.pressed = []
        self.world.press = lambda button: self.pressed.append((self.now_ms, "down", button))
        self.world.release = lambda button: self.pressed.append((self.now_ms, "up", button))

    def run_ms(self, duration_ms):
        self.now_ms += duration_ms

    def run_until(self, is_reached, limit_ms):
        self.now_ms += limit_ms
        return bool(is_reached())


class Straight(Random):
    """Pushes at one speed, so far beside the centres."""

    off_mm = 0.0

    def uniform(self, a, b):
        return math.log(SPEED_MM_PER_MS * 1000)

    def gauss(self, mu=0.0, sigma=1.0):
        return self.off_mm


def field(surface, name):
    return surface.NAMES.index(name)


def passed_by(here, there):
    """Sample a straight push; return fields near the way between its ends: share of the way, and how far beside."""
    x, y = ([value / 10 for value in axis] for axis in (REED12.X_MM10, REED12.Y_MM10))
    way = [(x[here] + n / 1000 * (x[there] - x[here]), y[here] + n / 1000 * (y[there] - y[here])) for n in range(1001)]
    found = {}
    for place in set(range(REED12.FIELDS)) - {here, there}:
        off_mm, at = min((math.dist((x[place], y[place]), point), at) for at, point in enumerate(way))
        if off_mm < 1.6 * REED12.PITCH_MM10 / 30 and 0 < at < 1000:
            found[place] = at / 1000, off_mm
    return found


@pytest.mark.parametrize(("start", "end"), [("a3", "a9"), ("l12", "b2"), ("c3", "e4"), ("h8", "h7"), ("k2", "d11")])
@pytest.mark.parametrize("beside_mm", [0.0, 2.0, -6.0])
def test_a_push_passes_the_fields_between_its_ends_each_around_its_nearest_point(start, end, beside_mm) -> None:
    world, straight = World(REED12, 1), Straight()
    straight.off_mm = beside_mm
    here, there = field(REED12, start), field(REED12, end)
    way = Ground(REED12, straight).slide(here, Movement("put", there), world)
    at_ms, seen = 0.0, {}
    for delay_ms, movement in way:
        assert delay_ms >= 0
        at_ms += delay_ms
        seen.setdefault(movement.field, []).append((movement.act, at_ms))
    x, y = ([value / 10 for value in axis] for axis in (REED12.X_MM10, REED12.Y_MM10))
    length_mm = math.dist((x[here], y[here]), (x[there], y[there]))
    (arrival,) = seen.pop(there)
    assert arrival == ("put", pytest.approx(length_mm / SPEED_MM_PER_MS))
    near = {place: (share, abs(off_mm + beside_mm)) for place, (share, off_mm) in passed_by(here, there).items()}
    expected = {place: (share, off_mm) for place, (share, off_mm) in near.items() if off_mm < 8.7}
    assert set(seen) == set(expected), "where it passes farther beside, the contact stays open"
    for place, (share, off_mm) in expected.items():
        (first, begun_ms), (last, done_ms) = seen[place]
        assert (first, last) == ("hover", "leave") and begun_ms < done_ms
        assert (begun_ms + done_ms) / 2 * SPEED_MM_PER_MS == pytest.approx(share * length_mm, abs=length_mm / 1000)
        assert (done_ms - begun_ms) / 2 * SPEED_MM_PER_MS == pytest.approx(math.sqrt(8.7**2 - off_mm**2), rel=0.02)


def test_a_push_through_a_piece_is_none_and_pieces_beside_do_not_matter() -> None:
    beside = {"b5": ["K0"], "a2": ["K0"], "a10": ["K0"]}
    ground = Ground(REED12, Straight())
    put = Movement("put", field(REED12, "a9"))
    assert ground.slide(field(REED12, "a3"), put, _laid_out(REED12, **beside))
    assert ground.slide(field(REED12, "a3"), put, _laid_out(REED12, a5=["K0"], **beside)) == []


def test_a_mistaken_field_is_free_near_and_bears_the_piece() -> None:
    world = _laid_out(SQUARE7, d5=["B"] * 5, c4=["B"] * 6, e4=["B", "O0"])
    ground = Ground(SQUARE7, Random(5))
    used = {field(SQUARE7, "d4"), field(SQUARE7, "d3")}
    put = Movement("put", field(SQUARE7, "d4"))
    drawn = {ground.another(put, used, world) for _ in range(200)}
    assert {SQUARE7.NAMES[place] for place in drawn} == {"d5", "c3", "c5", "e3", "e5"}
    two = {ground.another(replace(put, num_pieces=2), used, world) for _ in range(200)}
    assert {SQUARE7.NAMES[place] for place in two} == {"c3", "c5", "e3", "e5"}
    everything = set(range(49))
    assert ground.another(put, everything, world) is None
    assert {SQUARE7.NAMES[ground.standing(set(), world)] for _ in range(100)} == {"d5", "c4", "e4"}
    beside = {ground.standing({field(SQUARE7, "c4")}, world, field(SQUARE7, "d4")) for _ in range(100)}
    assert {SQUARE7.NAMES[place] for place in beside} == {"d5", "e4"}
    assert ground.standing(set(), world, field(SQUARE7, "a1")) is None


def test_only_end_is_pressed_twice_and_a_press_lasts() -> None:
    desk = Desk(REED12)
    people = People(desk, rates=CLEAN | {"twice": 1.0})
    people.press("OK")
    assert desk.pressed == [(0, "down", "OK"), (PRESS_MS, "up", "OK")]
    desk.pressed.clear()
    begun_ms = desk.now_ms
    assert begun_ms == 2 * PRESS_MS
    people.press("END")
    assert [(act, button) for _, act, button in desk.pressed] == [("down", "END"), ("up", "END")] * 2
    pause_ms = desk.pressed[2][0] - desk.pressed[1][0] - PRESS_MS
    assert 50 <= pause_ms <= 600
    desk.pressed.clear()
    People(desk, rates=CLEAN).press("END")
    assert len(desk.pressed) == 2


def test_a_hand_is_as_sloppy_and_as_abrupt_as_its_traits_say() -> None:
    reeds = Desk(REED12)
    reeds.world.arrange([["K0"]] + [[]] * 143, {})
    for rate, spread_mm in ((1.0, PARAMETERS["hand"]["put_sd_mm_per_axis"]), (0.0, CAREFUL_SD_MM)):
        people = People(reeds, rates=CLEAN | {"off_centre": rate})
        people.do(Movement("lift", 0))
        people.do(Movement("put", 0))
        assert reeds.world.sensors.put_sd_mm == spread_mm
    cells = Desk(SQUARE7)
    cells.world.arrange([["B"]] + [[]] * 48, {})
    assert isinstance(cells.world.sensors, Cells)
    rates = dict(CLEAN)
    people = People(cells, rates=rates)
    people.do(Movement("lift", 0))
    rates["abrupt"] = 1.0
    people.do(Movement("put", 0, rest_ms=700.0))
    assert people.was_abrupt and cells.world.sensors.is_abrupt and cells.world.sensors.hand_rests_ms == (700.0, 700.0)
    rates["abrupt"] = 0.0
    people.do(Movement("lift", 0))
    assert people.was_abrupt, "of the last piece that was put, not of the one that is lifted"
    assert not cells.world.sensors.is_abrupt and cells.world.sensors.hand_rests_ms == (0.0, 0.0)


def test_showing_again_builds_the_same_tower() -> None:
    desk = Desk(SQUARE7)
    stacks = [[] for _ in range(49)]
    stacks[3] = ["B", "B", "O0"]
    desk.world.arrange(stacks, {})
    people = People(desk, rates=CLEAN)
    people.show_again([3])
    assert desk.world.stacks == stacks and not desk.world.hand and desk.now_ms > 12 * 120


def test_movements_happen_at_their_times_whatever_others_take() -> None:
    desk = Desk(REED12)
    people = People(desk, rates=CLEAN)
    times = []
    people.do = lambda movement: (times.append((desk.now_ms, movement.act)), desk.run_ms(30))
    desk.run_ms(1000)
    timed = [(50.0, Movement("hover", 1)), (60.0, Movement("leave", 1)), (500.0, Movement("hover", 2))]
    people.perform(Plan(timed))
    assert times == [(1050, "hover"), (1080, "leave"), (1500, "hover")]
    people.push([4, 5])
    assert times[3:] == [(1830, "centre"), (2160, "centre")]


def _planner(surface=REED12, seed=1, **rates):
    return Planner(surface, Random(seed), CLEAN | rates)


def _two_pieces():
    """Two pieces, of which the second goes where the first was taken from."""
    return [Movement("lift", 1), Movement("put", 2), Movement("lift", 0), Movement("put", 1)]


def test_two_hands_move_nearly_at_once_and_one_hand_needs_its_time() -> None:
    gaps_ms = {True: [], False: []}
    orders = set()
    for seed in range(40):
        plan = _planner(seed=seed, order=1.0, two_hands=1.0).plan([_two_pieces()], [0], World(REED12, 1))
        acts = [(movement.act, movement.field) for _, movement in plan.timed]
        assert acts.index(("lift", 1)) < acts.index(("put", 1)), "a piece comes where there is room"
        assert acts.index(("lift", 0)) < acts.index(("put", 1)) and acts.index(("lift", 1)) < acts.index(("put", 2))
        orders.add(tuple(acts))
        for (before_ms, before), (at_ms, now) in zip(plan.timed, plan.timed[1:]):
            gaps_ms[before.hand != now.hand].append(at_ms - before_ms)
    assert len(orders) >= 4
    assert max(gaps_ms[True]) <= 80 and min(gaps_ms[False]) >= 120


def test_one_pair_of_hands_moves_piece_by_piece_in_the_action_s_order() -> None:
    for seed in range(20):
        plan = _planner(seed=seed, two_hands=1.0).plan([_two_pieces()], [0], World(REED12, 1))
        assert [movement.act + str(movement.field) for _, movement in plan.timed] == ["lift1", "put2", "lift0", "put1"]
        delays_ms = [after - before for (before, _), (after, _) in zip(plan.timed, plan.timed[1:])]
        assert min(delays_ms) >= 120, "nobody is quicker than the quickest hand"
        assert {movement.hand for _, movement in plan.timed} == {0, 1}


def test_the_next_player_waits_or_begins_a_little_before_the_end_elsewhere() -> None:
    here, there = [Movement("lift", 1), Movement("put", 2)], [Movement("lift", 7), Movement("put", 8)]
    back = [Movement("lift", 2), Movement("put", 3)]
    waits_ms = {"apart": [], "same": [], "touching": []}
    for seed in range(60):
        for kind, second, seats in (("apart", there, [0, 1]), ("same", there, [0, 0]), ("touching", back, [0, 1])):
            plan = _planner(seed=seed).plan([here, second], seats, World(REED12, 1))
            begun = next(at_ms for at_ms, movement in plan.timed if movement == replace(second[0], hand=10))
            done = next(at_ms for at_ms, movement in plan.timed if movement == here[1])
            waits_ms[kind].append(begun - done)
    assert -150 <= min(waits_ms["apart"]) < 0 < max(waits_ms["apart"]) <= 400
    for kind in ("same", "touching"):
        assert min(waits_ms[kind]) >= 30 and 300 < max(waits_ms[kind]) <= 400


@pytest.mark.parametrize(
    ("script", "hands"),
    [
        (["lift1", "lift0", "put2", "put3"], [0, 1, 1, 0]),  # a hand that is full lays down first what it took last
        (["lift1", "turn0", "put1"], [0, 0, 0]),
        (["lift1", "put2", "lift0", "turn0", "put1"], [0, 0, 1, 1, 1]),
    ],
)
def test_a_piece_stays_in_the_hand_that_took_it(script, hands) -> None:
    movements = [Movement(word[:-1], int(word[-1])) for word in script]
    plan = _planner().plan([movements], [0], World(REED12, 1))
    assert {replace(movement, hand=0): movement.hand for _, movement in plan.timed} == dict(zip(movements, hands))


def test_a_brick_comes_together_with_the_ball_that_moves_and_waits_after_anything_else() -> None:
    move, brick = [Movement("lift", 1), Movement("put", 2)], [Movement("take", code="B"), Movement("put", 8)]
    back = [Movement("take", code="B"), Movement("put", 1)]
    for first, second, is_together in (
        (move, brick, True),
        (move, back, True),
        ([Movement("take", code="B"), Movement("put", 2)], brick, False),
        ([Movement("lift", 1), Movement("give")], brick, False),
    ):
        waits_ms, after_lift_ms = [], []
        for seed in range(60):
            plan = _planner(SQUARE7, seed, together=1.0).plan([first, second], [0, 0], World(SQUARE7, 1))
            (lift_ms, done_ms), (_, put_ms) = (
                [at_ms for at_ms, movement in plan.timed if movement.hand == hand] for hand in (0, 10)
            )
            waits_ms.append(put_ms - done_ms)
            after_lift_ms.append(put_ms - lift_ms)
        if is_together:
            assert min(waits_ms) < 0 < max(waits_ms) <= 150 and min(waits_ms) >= -250
        else:
            assert min(waits_ms) >= 30 + 150, "a hand takes its time to carry a piece"
        if second is back:
            assert min(after_lift_ms) >= 60, "nothing comes where the ball still stands"


def test_who_rests_on_a_piece_lays_the_next_one_when_his_hand_is_off() -> None:
    scripts = [[Movement("lift", 1), Movement("put", 2)], [Movement("lift", 7), Movement("put", 8)]]
    plan = _planner(rest=1.0).plan(scripts, [0, 0], World(REED12, 1))
    (put_ms, put), (lift_ms, _) = plan.timed[1:3]
    assert 100 <= put.rest_ms <= 3000 and lift_ms >= put_ms + put.rest_ms + 30


def test_hands_take_their_time_to_reach_and_to_carry() -> None:
    desk = Desk(REED12)
    desk.world.arrange([["K0"]] + [[]] * 143, {"K1": 1})
    hands = Hands(desk)
    hands.move([Movement("lift", 0), Movement("put", 5)])
    assert desk.now_ms == REACH_MS + CARRY_MS and desk.world.stacks[5] == ["K0"]
    hands.move([Movement("take", code="K1"), Movement("lift", 5, hand=1), Movement("put", 6), Movement("give", hand=1)])
    assert desk.world.stacks[6] == ["K1"] and not desk.world.stacks[5] and desk.world.supply["K0"] == 1
    assert desk.now_ms == 3 * (REACH_MS + CARRY_MS)


class Display(Desk):
    """A display that proposes one choice after the other to MENU; END plays, or only drops the question."""

    def __init__(self, choices, *, drops=False, changes="last"):
        super().__init__(REED12)
        self.choices = choices
        self.at = 0
        self.counts = {"player": 0, "last": 0, "phase": 0}
        self.changes = changes
        self.drops = drops
        self.taken = None
        self.world.press = self._press
        self.world.release = lambda button: None

    def _press(self, button):
        self.pressed.append(button)
        if button == "OK":
            self.taken, self.choices = self.choices[self.at], []
        elif button == "MENU" and self.choices:
            self.at = (self.at + 1) % len(self.choices)
        elif button == "END" and self.choices and self.drops:
            self.choices = []
        elif button == "END":
            self.counts[self.changes] += 1
            self.choices = []

    def shown(self):
        return {"choice": self.choices[self.at] if self.choices else [], **self.counts}


def test_menu_goes_on_until_what_is_meant_is_proposed_or_all_was_seen() -> None:
    desk = Display([["a"], ["b"], ["c"]])
    assert Hands(desk, desk.shown).choose(lambda words: words == ["c"])
    assert desk.pressed == ["MENU", "MENU", "OK"] and desk.taken == ["c"]
    desk = Display([["a"], ["b"]])
    assert not Hands(desk, desk.shown).choose(lambda words: False)
    assert desk.pressed == ["MENU", "MENU"]
    desk = Display([])
    assert not Hands(desk, desk.shown).choose(lambda words: True)
    assert desk.pressed == ["MENU"]


@pytest.mark.parametrize("changes", ["player", "last", "phase"])
def test_end_is_pressed_once_where_anything_shows_that_it_was_taken(changes) -> None:
    desk = Display([["a"]], changes=changes)
    assert Hands(desk, desk.shown).choose(lambda words: False, ends_turn=True)
    assert desk.pressed == ["END"] and desk.counts[changes] == 1


def test_end_is_pressed_again_where_it_has_only_dropped_the_question() -> None:
    desk = Display([["a"]], drops=True)
    assert Hands(desk, desk.shown).choose(lambda words: False, ends_turn=True)
    assert desk.pressed == ["END", "END"] and desk.counts["last"] == 1


@pytest.mark.parametrize("act", ["hover", "leave", "nudge", "centre"])
def test_what_hands_do_to_a_field_reaches_it(act) -> None:
    desk, fields = Desk(REED12), []
    setattr(desk.world, act, fields.append)
    Hands(desk, dict).do(Movement(act, 7))
    assert fields == [7]


@pytest.mark.parametrize(
    ("trait", "acts", "stays_ms"),
    [
        ("hover", ["lift", "hover", "leave", "put"], (40, 130)),
        ("hesitate", ["lift", "hover", "leave", "put"], (300, 2000)),
        ("wrong_field", ["lift", "put", "lift", "put"], (300, 4000)),
    ],
)
def test_a_detour_lies_between_lift_and_put_and_is_no_part_of_the_action(trait, acts, stays_ms) -> None:
    here, there, beside, seen_ms = field(REED12, "c3"), field(REED12, "f6"), set(), []
    shortest_ms, longest_ms = stays_ms
    world = _laid_out(REED12, c3=["K0"])
    for seed in range(100):
        plan = _planner(seed=seed, **{trait: 1.0}).plan([_moved(here, there)], [0], world)
        assert [movement.act for _, movement in plan.timed] == acts
        assert [plan.timed[at][1].field for at in (0, -1)] == [here, there]
        assert plan.timed[1][1].field == plan.timed[2][1].field
        assert not plan.is_plain and plan.is_corrected == (trait == "wrong_field")
        times_ms = [at_ms for at_ms, _ in plan.timed]
        assert times_ms == sorted(times_ms)
        seen_ms.append(times_ms[2] - times_ms[1])
        beside.add(plan.timed[1][1].field)
    assert shortest_ms <= min(seen_ms) < 1.5 * shortest_ms and 0.8 * longest_ms < max(seen_ms) <= longest_ms
    assert len(beside) > 3 and not beside & {here, there}
    assert _planner().plan([_moved(here, there)], [0], world).is_plain


@pytest.mark.parametrize("trait", ["adoube", "bump", "knock_over"])
def test_whatever_happens_beside_is_no_part_of_the_action(trait) -> None:
    here, there = field(REED12, "c3"), field(REED12, "f6")
    world = _laid_out(REED12, c3=["K0"], e6=["K0"], f7=["K0"], g6=["K0"], b2=["K0"])
    plan = _planner(**{trait: 1.0}).plan([_moved(here, there)], [0], world)
    assert len(plan.timed) > 2 and not plan.is_plain


def test_a_piece_that_is_pushed_off_leaves_as_the_other_comes_and_is_laid_aside() -> None:
    here, there = field(REED12, "c3"), field(REED12, "f6")
    capture = [Movement("lift", there), Movement("give"), *_moved(here, there)]
    world = _laid_out(REED12, c3=["K0"], f6=["K1"])
    plan = _planner(push_off=1.0).plan([capture], [0], world)
    acts = [(movement.act, movement.field) for _, movement in plan.timed[:3]]
    assert acts == [("lift", here), ("lift", there), ("put", there)]
    assert plan.timed[1][0] == plan.timed[2][0] and not plan.is_plain, "the field is never seen to be empty"
    assert [movement.act for _, movement in plan.timed[3:]] == ["give"]


def _moved(here, there):
    return [Movement("lift", here), Movement("put", there)]


def _laid_out(surface, **pieces):
    """Return a world with pieces on the fields of these names."""
    world, stacks = World(surface, 1), [[] for _ in range(surface.FIELDS)]
    for name, codes in pieces.items():
        stacks[field(surface, name)] = codes
    world.arrange(stacks, {})
    return world

"""What is learned from play: readings that two looks confirm, gain, bend and zero of fields, and unlearning."""

import random
from dataclasses import replace

import pytest
from learning_board import LearningBoard
from second_board import SecondBoard
from second_world import CAREFUL
from spread import some
from taught_board import TaughtBoard
from treppe import surfaces
from treppe.sensing import stored, storing, tables
from treppe_host.tune import lessons
from treppe_host.tune.felt import Confirmation, Reading, Zero, changes
from treppe_host.tune.health import declines, together_percent
from treppe_host.tune.learning import Learner

SQUARE7 = surfaces.load("square7")
ZERO16 = tables.NOMINAL16[0]
GAIN, BEND = 1.12, 0.04


def message(*fields, thermistor=8192):
    """Return readings as the stream `explain` has them: fields as (number, value, code, value, code)."""
    content = bytearray(thermistor.to_bytes(2, "big"))
    for number, before, before16, now, now16 in fields:
        content += bytes((number, before)) + before16.to_bytes(2, "big") + bytes((now,)) + now16.to_bytes(2, "big")
    return bytes(content)


def typical(serial=0):
    table = stored.decode(storing.encode("square7", list(tables.NOMINAL16) * SQUARE7.FIELDS), SQUARE7)
    table.serial = serial
    return table


def code16(value, gain=GAIN, bend=BEND):
    """Return the code of a cell that differs from the typical one."""
    table, mass_cg = typical(), round(1200 * value)
    return ZERO16 + round((table.code16(0, mass_cg) - ZERO16) * (gain + bend * mass_cg / 8400))


def readings(count, seed=1):
    chance = random.Random(seed)
    for game in range(count):
        before, now = chance.sample(range(8), 2)
        yield Reading(5, before, now, code16(before), code16(now), 8192, game)


def test_a_change_counts_when_a_second_look_agrees() -> None:
    confirmation = Confirmation(SQUARE7.FIELDS, 0.05)
    assert not list(confirmation.take(message((5, 0, 42000, 1, 43000)), 1))
    assert list(confirmation.take(message((5, 1, 43010, 2, 44100)), 1)) == [Reading(5, 0, 1, 42000, 43000, 8192, 1)]
    assert not list(confirmation.take(message((5, 2, 44400, 3, 45000)), 1)), "a hand lay on the second piece"
    assert list(confirmation.take(message((5, 3, 45010, 3, 45010)), 1)) == [Reading(5, 2, 3, 44400, 45000, 8192, 1)]
    assert not list(confirmation.take(message((5, 3, 45010, 3, 45010)), 1)), "what stands is read once"


def test_a_field_that_has_not_stood_still_since_power_on_tells_nothing() -> None:
    confirmation = Confirmation(SQUARE7.FIELDS, 0.05)
    for _ in range(2):
        assert not list(confirmation.take(message((5, 0, 0, 5, 47835)), 1))


def test_an_empty_field_tells_its_zero() -> None:
    confirmation = Confirmation(SQUARE7.FIELDS, 0.05)
    list(confirmation.take(message((5, 0, 42000, 1, 43000)), 1))
    list(confirmation.take(message((5, 1, 43000, 0, 42050)), 1))
    assert Zero(5, 42060, 1) in list(confirmation.take(message((5, 0, 42060, 1, 43000)), 1))


@pytest.mark.parametrize("content", [b"", b"\x20", message((5, 0, 1, 1, 2))[:-1], message((200, 0, 1, 1, 2))])
def test_what_is_no_message_tells_nothing(content: bytes) -> None:
    assert not changes(content, SQUARE7.FIELDS)[1]


def test_gain_and_bend_of_a_field_are_found_and_others_hardly_change() -> None:
    learner = Learner(typical())
    assert not learner.num_known
    for reading in readings(40):
        learner.take(reading)
    field = learner.fields[5]
    assert abs(field.ratio(1.0) - GAIN - BEND) < 0.01 and abs(field.ratio(0.2) - GAIN - 0.2 * BEND) < 0.01
    assert learner.num_known == 1 and learner.is_known(5) and field.num_odd == 0
    table = learner.table(SQUARE7.NAMES)
    assert abs(table.mass_cg(5, code16(7)) - 8400) < 60 and abs(table.mass_cg(5, code16(2)) - 2400) < 30
    assert abs(table.code16(6, 8400) - typical().code16(6, 8400)) < 600, "but for what all cells share"


def test_a_reading_of_something_else_is_not_learned() -> None:
    learner = Learner(typical(serial=1))
    learner.take(Reading(5, 0, 3, ZERO16, code16(3, 1.0, 0.0), 8192, 1))
    before = learner.fields[5].belief
    learner.take(Reading(5, 0, 3, ZERO16, code16(5, 1.0, 0.0), 8192, 1))
    assert learner.fields[5].belief is before and learner.fields[5].num_odd == 1


def test_what_is_left_out_is_unlearned() -> None:
    taken, wrong = list(readings(10)), Reading(5, 0, 7, ZERO16, code16(6.8), 8192, 3)

    def learned(heard):
        learner = Learner(typical())
        for reading in heard:
            learner.take(reading)
        return learner.table(SQUARE7.NAMES).codes

    assert learned([*taken[:5], wrong, *taken[5:]]) != learned(taken) == learned(list(taken))


def test_a_wild_field_keeps_its_old_table() -> None:
    learner = Learner(typical(serial=1))
    learner.fields[5].belief.means[0] = 0.5
    assert tables.knots16(learner.table(SQUARE7.NAMES), 5) == tables.knots16(typical(), 5)


def test_what_all_cells_share_is_learned_for_those_without_play() -> None:
    """Soft springs on a whole board: the field that nobody has played on weighs as the others do."""
    learner = Learner(typical(serial=0))
    for field in range(30):
        for reading in readings(4, seed=field):
            learner.take(replace(reading, field=field))
    untouched = learner.table(SQUARE7.NAMES)
    assert learner.fields[40].gain == Learner(typical(serial=0)).fields[40].gain
    assert abs(untouched.mass_cg(40, code16(7)) - 8400) < 250


def test_a_stack_that_stays_tells_its_weight_once() -> None:
    """One brick that comes and goes on three others: those three are never weighed again."""
    learner = Learner(typical(serial=0))
    learner.take(Reading(5, 0, 3, ZERO16, code16(3, 1.0, 0.0), 8192, 1))
    once = learner.fields[5].ratio_sd(0.4)
    for _ in range(20):
        learner.take(Reading(5, 3, 4, code16(3, 1.0, 0.0), code16(4, 1.0, 0.0), 8192, 1))
        learner.take(Reading(5, 4, 3, code16(4, 1.0, 0.0), code16(3, 1.0, 0.0), 8192, 1))
    assert learner.fields[5].ratio_sd(0.4) > once / 2


def test_a_zero_that_creeps_out_of_its_bounds_stops_there() -> None:
    learner = Learner(typical(serial=1))
    learner.fields[6].zero16 += 2000
    assert learner.table(SQUARE7.NAMES).code16(6, 0) == ZERO16 + 16 * 60


def test_a_springs_weakening_is_followed() -> None:
    learner = Learner(typical(serial=1))
    for game in range(1, 51):
        gain = 1 + 0.1 * game / 50
        for now in (1, 3):
            learner.take(Reading(5, 0, now, ZERO16, code16(now, gain, 0.0), 8192, game))
    assert abs(learner.fields[5].ratio(0.4) - 1.1) < 0.02


def weakening(percent_a_game, games=40, seed=1, is_poisoned=False):
    """Yield readings of a field that rises so much less with each game; some are misread if it is poisoned."""
    chance, stack = random.Random(seed), []
    for number in range(4 * games):
        game = 1 + number // 4
        gain = (1 - percent_a_game / 100) ** game
        before, before_g = len(stack), sum(stack)
        stack = (
            stack[: chance.randrange(before)] if before >= 5 or (before and chance.random() < 0.5) else [*stack, 0.0]
        )
        stack[before:] = [chance.gauss(1, 0.014)] * (len(stack) > before)
        recorded, hand_g = len(stack), 0.0
        if is_poisoned and chance.random() < 0.1:
            recorded, hand_g = chance.choice(((len(stack) + 1, 0.0), (len(stack), chance.uniform(0.2, 0.4))))
        now16 = code16(sum(stack) + hand_g, gain, 0.0)
        if recorded != before:
            yield Reading(5, before, recorded, code16(before_g, gain, 0.0), now16, 8192, game)


@pytest.mark.parametrize("percent", some([3, 2, 5], 1))
def test_what_drifts_faster_than_it_is_learned_is_named_and_asked_about_before_it_errs(percent) -> None:
    learner, named = Learner(typical(serial=1)), 0
    for reading in weakening(percent):
        table = learner.table(SQUARE7.NAMES)
        is_sure = not table.doubt(5)
        off_g = abs(table.mass_cg(5, reading.now16) - table.mass_cg(5, reading.before16)) / 100
        off_g -= 12 * abs(reading.now - reading.before)
        assert not is_sure or abs(off_g) < 4, (reading.game, off_g)
        named = named or (reading.game if [each.field for each in declines(learner, SQUARE7)] == [5] else 0)
        learner.take(reading)
    assert 0 < named <= 10
    assert learner.fields[5].num_odd < 10, "it is followed to the end"


def of_all_fields(percent_a_game, games, own_percent=0.0):
    """Yield readings of nine fields that rise by so much more with each game; field 5 by something more."""
    chance = random.Random(f"{percent_a_game} {own_percent}")
    for game in range(1, games + 1):
        for field in range(9):
            gain = (1 + (percent_a_game + own_percent * (field == 5)) / 100) ** game
            for before, now in ((0, 1), (1, 3), (3, 2), (2, 0)):
                pieces = [chance.gauss(1, 0.014) for _ in range(max(before, now))]
                weighed = [code16(sum(pieces[:value]), gain, 0.0) for value in (before, now)]
                yield Reading(field, before, now, *weighed, 8192, game)


def test_what_all_fields_share_is_followed_at_once_and_named() -> None:
    """Springs that soften by 1 % a game: 5 % make a brick of five too many."""
    learner, named = Learner(typical(serial=1)), 0
    for reading in of_all_fields(1.0, 12):
        gain = 1.01**reading.game
        if reading.game > 2:
            assert abs(learner.fields[reading.field].ratio(0.5) / gain - 1) < 0.025, reading
        learner.take(reading)
        named = named or (reading.game if together_percent(learner) else 0)
    assert 3 <= named <= 5 and 9 <= together_percent(learner) <= 14
    assert declines(learner, SQUARE7) == [], "no field of its own"


def test_one_field_or_none_is_not_all() -> None:
    for own_percent in (0.0, 3.0):
        learner = Learner(typical(serial=1))
        for reading in of_all_fields(0.0, 12, own_percent):
            learner.take(reading)
            assert not together_percent(learner)
        assert abs(learner.fields[5].ratio(0.3) / (1 + own_percent / 100) ** 12 - 1) < 0.06, "it is followed"
        assert all(abs(learner.fields[field].ratio(0.3) - 1) < 0.02 for field in range(9) if field != 5)


def zeros(moves_g, games=3):
    """Yield readings of empty fields that move by so many grams a game."""
    gram16 = (typical().code16(0, 600) - ZERO16) / 6
    for game in range(1, games + 1):
        for field, move_g in enumerate(moves_g):
            for _ in range(4):
                yield Zero(field, round(ZERO16 + game * move_g * gram16), game)


def test_a_fading_magnet_is_named_by_its_zero_before_its_weights_err() -> None:
    learner = Learner(typical(serial=1))
    for zero in zeros([-1.15 if field == 5 else 0.0 for field in range(49)]):
        learner.take(zero)
    table = learner.table(SQUARE7.NAMES)
    assert [each.field for each in declines(learner, SQUARE7)] == [5] and declines(learner, SQUARE7)[0].zero_g < -2
    assert [field for field in range(49) if table.doubt(field)] == [5]


def test_zeros_that_move_together_are_heat_unless_they_move_too_far() -> None:
    for move_g, named in ((0.9, 0), (-2.3, 49)):
        learner = Learner(typical(serial=1))
        for zero in zeros([move_g] * 49, games=4):
            learner.take(zero)
        assert len(declines(learner, SQUARE7)) == named, move_g


@pytest.mark.long
def test_a_field_in_the_second_world_fades_and_is_named_before_anything_is_wrong() -> None:
    board = TaughtBoard(SecondBoard(0, CAREFUL), learns=True)
    for _ in range(11):
        board.play()
        board.world.weaken(24, 0.02)
    assert list(board.named) == [24] and board.named[24] <= 5
    assert not board.num_wrong
    assert board.counts["asked"] < 0.03 * board.counts["changes"]


def test_a_field_that_has_lost_its_lock_begins_anew_and_is_asked_about_until_it_is_known() -> None:
    learner = Learner(typical(serial=1))
    heard = list(weakening(0))
    for reading in heard[:40]:
        learner.take(reading)
    for reading in heard[40:46]:
        now16 = reading.before16 + round(0.7 * (reading.now16 - reading.before16))
        learner.take(replace(reading, now16=now16))
    assert learner.table(SQUARE7.NAMES).doubt(5) > 5
    assert lessons.is_worth(typical(serial=1), learner.table(SQUARE7.NAMES))


def test_misread_actions_and_resting_hands_do_not_poison_a_field() -> None:
    for seed in range(10):
        learner = Learner(typical(serial=1))
        for reading in weakening(0, seed=seed, is_poisoned=True):
            learner.take(reading)
        field = learner.fields[5]
        assert abs(field.ratio(0.4) - 1) < 0.02 and not field.is_lost and not field.is_drifting, seed
        assert not learner.table(SQUARE7.NAMES).doubt(5)


def test_heat_is_taken_out_of_a_reading() -> None:
    warm = Learner(typical(serial=1))
    cold16 = code16(4, 1.0, 0.0) - ZERO16
    for game in range(20):
        warm.take(Reading(5, 0, 4, ZERO16, ZERO16 + round(cold16 * 1.006), 8192 - 1820, game))  # 10 K warmer
    assert abs(warm.fields[5].ratio(0.5) - 1) < 0.002


@pytest.mark.parametrize("variant", some(["steel", "fr4"], 1))
def test_games_teach_a_board_that_nobody_has_calibrated(variant: str) -> None:
    board = LearningBoard("seven", variant, 3, "seven", players=2, tiles=False)
    before = max(abs(error) for error in board.errors_g())
    for _ in range(2):
        board.play()
    errors = [error for field, error in enumerate(board.errors_g()) if board.learner.is_known(field)]
    assert board.learner.num_known >= 45 and before > 8
    assert (sum(error * error for error in errors) / len(errors)) ** 0.5 < 2.0
    assert board.counts["wrong"] == 0

from fakes_table import Noise
from treppe import surfaces
from treppe.table import lights, roles

REED12 = surfaces.load("reed12")


def _current_ma(out):
    return sum(out) * 20 / 255


def test_roles_go_to_their_lamps_as_green_red_blue():
    field_roles = bytearray([roles.OFF] * REED12.FIELDS)
    out = bytearray(b"\7" * (3 * REED12.FIELDS))
    field = REED12.NAMES.index("c3")
    field_roles[field] = roles.PLAYER + 1
    lights.render(field_roles, REED12.LAMPS, 0, out, brightness_percent=50)
    red, green, blue, _ = roles.PALETTE["1"]
    at = 3 * REED12.LAMPS[field]
    assert list(out[at : at + 3]) == [green // 2, red // 2, blue // 2]
    assert sum(out) == sum(out[at : at + 3])


def test_blinking_repeats_every_second():
    field_roles = bytearray([roles.REMOVE])
    out = bytearray(3)
    seen = []
    for now_ms in range(0, 2000, 125):
        lights.render(field_roles, b"\0", now_ms, out)
        seen.append(sum(out) > 0)
    assert seen == [True, False] * 8


def test_no_frame_exceeds_the_limit():
    random = Noise(1)
    codes = [ord(role) for role in roles.PALETTE]
    out = bytearray(3 * REED12.FIELDS)
    field_roles = bytearray(REED12.FIELDS)
    for frame in range(60):
        for field in range(REED12.FIELDS):
            field_roles[field] = codes[random.below(len(codes))] if frame % 3 else codes[frame // 3 % len(codes)]
        reported = lights.render(field_roles, REED12.LAMPS, frame * 77, out, 100, lights.LIGHT_MA["reed"])
        assert _current_ma(out) <= reported <= lights.LIGHT_MA["reed"]


def test_limit_dims_all_lamps_alike():
    field_roles = bytearray([roles.PLAYER] * 72 + [roles.OFF] * 72)
    out = bytearray(3 * REED12.FIELDS)
    lights.render(field_roles, REED12.LAMPS, 0, out, 100)
    lit = [bytes(out[3 * lamp : 3 * lamp + 3]) for lamp in REED12.LAMPS[:72]]
    assert lit == [lit[0]] * 72 and 0 < lit[0][2] < 255


def test_roles_can_be_told_apart_without_colour():
    rhythms = {}
    for role, (_, _, _, rhythm) in roles.PALETTE.items():
        rhythms.setdefault(rhythm, []).append(role)
    # What may be lifted stands under a piece, where it may go lies free; players are told apart by the display too.
    assert sorted([sorted(same) for same in rhythms.values() if len(same) > 1]) == [
        ["0", "1", "2", "3", "g"],
        ["4", "5", "6", "7", "p"],
    ]


def test_default_brightness_of_the_game_lights_is_moderate():
    assert all([max(look[:3]) * 20 // 100 <= 51 for look in roles.PALETTE.values()])


def test_light_rises_and_falls_no_faster_than_a_supply_bears():
    random = Noise(3)
    shown = bytearray(3 * REED12.FIELDS)
    lamps = lights.Lights(REED12, shown)
    full = bytes([roles.UNSURE] * REED12.FIELDS)
    dark = bytes([roles.OFF] * REED12.FIELDS)
    codes = [ord(role) for role in roles.PALETTE]
    frames = [full] * 20 + [dark] * 20 + [full] * 6
    frames += [bytes([codes[random.below(len(codes))] for _ in full]) for _ in range(40) for _ in range(3)]
    before = 0.0
    worst = 0.0
    for number, frame in enumerate(frames):
        lamps.show(frame, number // 20, 40 * number, 100, lights.EXTERNAL_LIGHT_MA)
        now = _current_ma(shown)
        assert abs(now - before) <= lights.SLEW_MA and now <= lamps.current_ma <= lights.EXTERNAL_LIGHT_MA
        before, worst = now, max(worst, now)
    assert worst > 2500


def test_a_frame_is_reached_in_the_end():
    shown = bytearray(3 * REED12.FIELDS)
    lamps = lights.Lights(REED12, shown)
    full = bytes([roles.PLAYER] * REED12.FIELDS)
    steps = 0
    while lamps.show(full, 1, 0, 100, lights.EXTERNAL_LIGHT_MA):
        steps += 1
    wanted = bytearray(3 * REED12.FIELDS)
    lights.render(full, REED12.LAMPS, 0, wanted, 100, lights.EXTERNAL_LIGHT_MA)
    assert shown == wanted and steps <= 12


def test_less_for_light_takes_effect_at_once():
    shown = bytearray(3 * REED12.FIELDS)
    lamps = lights.Lights(REED12, shown)
    full = bytes([roles.PLAYER] * REED12.FIELDS)
    for _ in range(20):
        lamps.show(full, 1, 0, 100, lights.EXTERNAL_LIGHT_MA)
    assert _current_ma(shown) > 2000
    assert lamps.show(full, 1, 0, 100, 265) and _current_ma(shown) <= 265
    assert lamps.show(full, 1, 0, 100, 0) and not any(shown)


def test_budget_follows_the_supply_and_halves_while_it_sags():
    budget = lights.Budget("reed")
    assert budget.look(True, 5000, 10) == 3000 and budget.look(False, 4700, 20) == 265
    assert budget.look(False, 4399, 30) == 132 and budget.is_sagging()
    assert budget.look(False, 4700, 500) == 132, "a supply recovers as soon as its load has gone"
    assert budget.look(False, 4199, 600) == 0
    assert budget.look(False, 4700, 2700) == 132 and budget.look(False, 4700, 4000) == 132
    assert budget.look(False, 4700, 4800) == 265 and not budget.is_sagging()

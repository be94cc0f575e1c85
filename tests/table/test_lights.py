from fakes_sensing import Noise
from treppe import surfaces
from treppe.alphabet import roles
from treppe.panel import light_bytes

PALETTE = roles.palette()
REED12 = surfaces.load("reed12")


def _current_ma(out):
    return sum(out) * 20 / 255


def test_roles_go_to_their_lamps_as_green_red_blue():
    field_roles = bytearray([roles.OFF] * REED12.FIELDS)
    out = bytearray(b"\7" * (3 * REED12.FIELDS))
    field = REED12.NAMES.index("c3")
    field_roles[field] = roles.PLAYER + 1
    light_bytes.render(field_roles, REED12.LAMPS, 0, out, brightness_percent=50)
    red, green, blue, _ = PALETTE["1"]
    at = 3 * REED12.LAMPS[field]
    assert list(out[at : at + 3]) == [green // 2, red // 2, blue // 2]
    assert sum(out) == sum(out[at : at + 3])


def test_blinking_repeats_every_second():
    field_roles = bytearray([roles.REMOVE])
    out = bytearray(3)
    seen = []
    for now_ms in range(0, 2000, 125):
        light_bytes.render(field_roles, b"\0", now_ms, out)
        seen.append(sum(out) > 0)
    assert seen == [bool(PALETTE["r"][3] >> eighth & 1) for eighth in range(8)] * 2


def test_nothing_flashes_more_than_three_times_a_second_nor_in_saturated_red():
    """Such light can bring about fits (WCAG 2.2, 2.3.1): whole boards of each role, as fast as lamps follow."""
    out = bytearray(3 * REED12.FIELDS)
    for role in PALETTE:
        for percent, light_ma in ((20, REED12.LIGHT_MA), (100, light_bytes.EXTERNAL_LIGHT_MA)):
            lamps, sums = light_bytes.Lights(REED12, out), []
            for now_ms in range(0, 3000, 10):
                lamps.show(bytearray([ord(role)] * REED12.FIELDS), 1, now_ms, percent, light_ma)
                sums.append(sum(out))
            middle = (max(sums[100:]) + min(sums[100:])) // 2
            ups = [at for at in range(100, 299) if sums[at] <= middle < sums[at + 1]]
            for up in ups:
                assert len([other for other in ups if 0 <= other - up < 100]) <= 3, role
            red, green, blue, _ = PALETTE[role]
            assert not ups or 5 * red < 4 * (red + green + blue), role


def test_no_frame_exceeds_the_limit():
    random = Noise(1)
    codes = [ord(role) for role in PALETTE]
    out = bytearray(3 * REED12.FIELDS)
    field_roles = bytearray(REED12.FIELDS)
    for frame in range(60):
        for field in range(REED12.FIELDS):
            field_roles[field] = codes[random.below(len(codes))] if frame % 3 else codes[frame // 3 % len(codes)]
        reported = light_bytes.render(field_roles, REED12.LAMPS, frame * 77, out, 100, REED12.LIGHT_MA)
        assert _current_ma(out) <= reported <= REED12.LIGHT_MA


def test_limit_dims_all_lamps_alike():
    field_roles = bytearray([roles.PLAYER] * 72 + [roles.OFF] * 72)
    out = bytearray(3 * REED12.FIELDS)
    light_bytes.render(field_roles, REED12.LAMPS, 0, out, 100)
    lit = [bytes(out[3 * lamp : 3 * lamp + 3]) for lamp in REED12.LAMPS[:72]]
    assert lit == [lit[0]] * 72 and 0 < lit[0][2] < 255


# What people see who lack one of the three kinds of cones: Machado, Oliveira, Fernandes (2009), severity 1, linear RGB.
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))  # of linear sRGB, white is 1
LEAST_DIFFERENCE = 25  # CIELAB; 2 can just be seen side by side


def _times(matrix, vector):
    return [sum([row[i] * vector[i] for i in range(3)]) for row in matrix]


def _lab(look, sight):
    seen = [min(1, max(0, part)) for part in _times(SIGHTS[sight], [part / 255 for part in look[:3]])]
    x, y, z = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in _times(XYZ, seen)]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _difference(one, other, sight):
    pairs = zip(_lab(PALETTE[one], sight), _lab(PALETTE[other], sight))
    return sum([(p - q) ** 2 for p, q in pairs]) ** 0.5


def _turned(rhythm):
    """Return the rhythm as it is distinguished from others, whenever somebody begins to look."""
    return min([(rhythm >> n | rhythm << 8 - n) & 255 for n in range(8)])


# Where no piece is to be put, all others may stand beside each other; there, players' colours mean what to put.
LEADING = "4567prt?"
PLAYING = "".join([role for role in PALETTE if role not in "4567."])


def test_roles_side_by_side_differ_in_rhythm_or_far_in_colour_whoever_looks():
    for group in (LEADING, PLAYING):
        for one in group:
            for other in group:
                if one < other and _turned(PALETTE[one][3]) == _turned(PALETTE[other][3]):
                    for sight in SIGHTS:
                        difference = _difference(one, other, sight)
                        assert difference >= LEAST_DIFFERENCE, (one, other, sight, difference)


def test_every_role_has_a_look_of_its_own():
    assert len(set(PALETTE.values())) == len(PALETTE)


def test_default_brightness_of_the_game_lights_is_moderate():
    assert all([max(look[:3]) * 20 // 100 <= 51 for look in PALETTE.values()])


def test_light_rises_and_falls_no_faster_than_a_supply_bears():
    random = Noise(3)
    shown = bytearray(3 * REED12.FIELDS)
    lamps = light_bytes.Lights(REED12, shown)
    full = bytes([roles.UNSURE] * REED12.FIELDS)
    dark = bytes([roles.OFF] * REED12.FIELDS)
    codes = [ord(role) for role in PALETTE]
    frames = [full] * 20 + [dark] * 20 + [full] * 6
    frames += [bytes([codes[random.below(len(codes))] for _ in full]) for _ in range(40) for _ in range(3)]
    before = 0.0
    worst = 0.0
    for number, frame in enumerate(frames):
        lamps.show(frame, number // 20, 40 * number, 100, light_bytes.EXTERNAL_LIGHT_MA)
        now = _current_ma(shown)
        assert abs(now - before) <= light_bytes.SLEW_MA and now <= lamps.current_ma <= light_bytes.EXTERNAL_LIGHT_MA
        before, worst = now, max(worst, now)
    assert worst > 2500


def test_a_frame_is_reached_in_the_end():
    shown = bytearray(3 * REED12.FIELDS)
    lamps = light_bytes.Lights(REED12, shown)
    full = bytes([roles.PLAYER] * REED12.FIELDS)
    steps = 0
    while lamps.show(full, 1, 0, 100, light_bytes.EXTERNAL_LIGHT_MA):
        steps += 1
    wanted = bytearray(3 * REED12.FIELDS)
    light_bytes.render(full, REED12.LAMPS, 0, wanted, 100, light_bytes.EXTERNAL_LIGHT_MA)
    assert shown == wanted and steps <= 12


def test_less_for_light_takes_effect_at_once():
    shown = bytearray(3 * REED12.FIELDS)
    lamps = light_bytes.Lights(REED12, shown)
    full = bytes([roles.PLAYER] * REED12.FIELDS)
    for _ in range(20):
        lamps.show(full, 1, 0, 100, light_bytes.EXTERNAL_LIGHT_MA)
    assert _current_ma(shown) > 2000
    assert lamps.show(full, 1, 0, 100, 265) and _current_ma(shown) <= 265
    assert lamps.show(full, 1, 0, 100, 0) and not any(shown)


def test_budget_follows_the_supply_and_halves_while_it_sags():
    budget = light_bytes.Budget(65)
    assert budget.look(True, 5000, 10) == 3000 and budget.look(False, 4700, 20) == 65
    assert budget.look(False, 4399, 30) == 32 and budget.is_weak
    assert budget.look(False, 4700, 500) == 32, "a supply recovers as soon as its load has gone"
    assert budget.look(False, 4199, 600) == 0
    assert budget.look(False, 4700, 2700) == 32 and budget.look(False, 4700, 4000) == 32
    assert budget.look(False, 4700, 4800) == 65 and budget.is_weak
    budget.look(False, 4700, 15_000)
    assert not budget.is_weak


def test_a_frame_is_sent_again_only_when_its_rhythm_goes_on():
    lamps = light_bytes.Lights(REED12, bytearray(3 * REED12.FIELDS))
    frame = bytes([roles.UNSURE] * 4 + [roles.OFF] * 140)
    sent = [now_ms for now_ms in range(0, 1000, 10) if lamps.show(frame, 1, now_ms, 20, REED12.LIGHT_MA)]
    assert len(sent) == 8 and sent[0] == 0 and sent[-1] == 880, sent

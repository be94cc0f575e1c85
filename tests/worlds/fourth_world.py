"""A fourth world of weighing cells, from physics alone: nothing of it is taken from the sensing that it tries.

Springs creep in elements from half a second to ten minutes and harden with the cube. Friction is a row of small springs
that slip, one of them stiff: it sticks. A table shakes masses, not readings. Pieces stand on the pieces below, stacks
lean together. Hands press by what three trembling waves and a release make. Mains hum beats with the scans.
"""

import math
import random
from array import array
from dataclasses import dataclass

from treppe.sensing import stored, storing
from treppe.sensing.calibration import KNOT_G, KNOTS

_G = 9.81e-3  # mm/ms^2 of a gram-force on a gram
_PLATFORM_G = 8.0
_VISCOUS = 2 * 0.3 * math.sqrt(54 / _G * 92)  # g per mm/ms: 0.3 of the critical at 84 g
_CREEP_S = (0.5, 5.0, 50.0, 500.0)
_SLIPS = ((0.1, 0.003), (0.2, 0.01), (0.3, 0.03), (0.4, 0.08))  # part of the hysteresis, mm to its slip
_STICK_MM = 0.0015


@dataclass(frozen=True, slots=True)
class Levels:
    """What a careful builder has. Parts are of 1, `sleeve`, `arm` and `light` are chances at a change."""

    creep: float = 0.003
    hysteresis_g: float = 0.25
    stick_g: float = 0.12
    off_mm: float = 1.6
    mass: float = 0.01
    plate: float = 0.004
    ground_codes: float = 0.4
    warmth: float = 1.0
    noise: float = 1.0
    hum: float = 0.3
    bump: float = 0.004
    hand: float = 1.0
    light: float = 0.2
    sleeve: float = 0.1
    arm: float = 0.04
    phone_mt: float = 0.1


CAREFUL = Levels()


class _Cell:
    def __init__(self, source):
        self.spring, self.cube = 54 * source.gauss(1, 0.05), source.uniform(0, 0.05)
        self.magnet, self.hall = 1190 * source.gauss(1, 0.02), source.gauss(1, 0.02) * 15 / 0.8057
        self.offset, self.gap_mm = source.gauss(0, 25), 4.8
        low, high = 4.0, 6.0  # the screw is turned until the empty field reads near 2620
        target = 2620 + source.uniform(-25, 25)
        for _ in range(30):
            self.gap_mm = (low + high) / 2
            low, high = (self.gap_mm, high) if self.code(0.0) > target else (low, self.gap_mm)
        slope, turn = source.gauss(0.006, 0.0015), source.uniform(0, 2 * math.pi)
        self.slope = slope * math.cos(turn), slope * math.sin(turn)
        self.zero_per_k, self.gain_per_k = source.gauss(0, 0.25), source.gauss(0.0006, 0.0004)
        self.pieces = []  # [grams, x mm, y mm], each from the middle
        self.load_g = self.bent_mm = self.speed = 0.0
        self.creeps, self.aged_ms = [0.0] * len(_CREEP_S), 0.0
        self.slips = [0.0] * (1 + len(_SLIPS))
        self.forces = []  # (ends at ms, grams by ms)
        self.still = 0

    def code(self, bent_mm, warmer_k=0.0, other_mt=0.0):
        near = max(2.3, self.gap_mm - bent_mm)
        far = near + 2.0
        mt = self.magnet / 2 * (far / math.hypot(far, 2.5) - near / math.hypot(near, 2.5))
        drift = self.zero_per_k * warmer_k if warmer_k else 0.0
        return min(3848.0, 2048 + self.offset + drift + (mt + other_mt) * self.hall)

    def felt(self):
        ax, ay = self.slope
        return sum(grams * (1 + ax * x + ay * y) for grams, x, y in self.pieces)


def _waves(source, sd_g):
    """Return a trembling hand's force in grams by ms: three waves of 2 to 11 Hz."""
    parts = [(source.uniform(0.0126, 0.069), source.uniform(0, 6.3)) for _ in range(3)]
    return lambda ms: sd_g * 0.8 * sum(math.sin(speed * ms + phase) for speed, phase in parts)


def _ramp(ms, length_ms):
    """Return 0 to 1, softly, as so many milliseconds pass."""
    return 0.5 - 0.5 * math.cos(math.pi * min(1.0, max(0.0, ms / length_ms)))


class FourthCells:
    """Cells of a surface. `put`, `lift` and `arm` are what happens to them; `frame` lets 10 ms pass."""

    def __init__(self, surface, seed, levels=CAREFUL):
        self.levels, self.surface = levels, surface
        self.random = random.Random(f"fourth {seed}")
        self.cells = [_Cell(self.random) for _ in range(surface.FIELDS)]
        self.scan, self.broken = 0, {}  # field: function of code and scan
        self._awake = set(range(surface.FIELDS))
        self._places = list(zip(surface.X_MM10, surface.Y_MM10, strict=True))
        pitch = surface.PITCH_MM10
        self._beside = [
            [
                (other, 1.0 if apart < 1.1 * pitch else 0.375)
                for other, at in enumerate(self._places)
                if 0 < (apart := math.dist(place, at)) < 1.5 * pitch
            ]
            for place in self._places
        ]
        self._common_k, self._draught_k = 0.0, 0.0
        self._lit = [0.0] * surface.FIELDS
        self._own_k = [self.random.gauss(0, 0.1) for _ in self.cells]
        self._lamps_on = [False] * surface.FIELDS
        self._grounds = [0.0] * 4
        self._bumped, self._bump_hz = -1e9, 10.0
        self._phone = None  # x, y, mT at 20 mm, since ms, until ms
        self._mains_hz, self._curve = 50.0, self._converter()
        self._codes = [2048.0] * 64  # among them half the supply, and the thermistor
        for mux in range(4):
            self._codes[16 * mux], self._codes[16 * mux + 15] = 819.2, 1024.0

    def _converter(self):
        """Return by code how far it reads beside it: codes of unequal width, four of them wide, seen through noise."""
        widths = [max(0.1, self.random.gauss(1, 0.12)) for _ in range(4097)]
        for wide in (512, 1536, 2560, 3584):
            widths[wide] += self.random.uniform(4, 9)
        edge, edges, whole = 0.0, [], sum(widths)
        for width in widths:
            edges.append(edge * 4097 / whole)
            edge += width
        beside, code = [], 0
        for value in range(4097):
            while code < 4096 and edges[code + 1] <= value:
                code += 1
            beside.append(code + 0.5 - value)
        return [sum(beside[max(0, i - 2) : i + 3]) / len(beside[max(0, i - 2) : i + 3]) for i in range(4097)]

    def table(self):
        """Return a calibration as people make it: empty fields, towers of 1 to 7 on three fields, of 7 on others."""
        curve = [0.0] * 8
        for field in (8, 24, 40):
            steps = [self._weighed(field, count) for count in range(8)]
            curve = [
                sum_ + (each - steps[0]) / (steps[7] - steps[0]) / 3 for sum_, each in zip(curve, steps, strict=True)
            ]
        codes16 = []
        for field in range(self.surface.FIELDS):
            zero, full = self._weighed(field, 0), self._weighed(field, 7)
            codes16 += [round(16 * (zero + (full - zero) * part)) for part in _on_knots(curve)]
        return stored.decode(storing.encode(self.surface.NAME, codes16, "steel", 8192), self.surface)

    def _weighed(self, field, count):
        """Return the mean code of a field with so many pieces of 12 g, each a little off its weight and the middle."""
        cell, source = self.cells[field], self.random
        cell.pieces = [
            [12 * source.gauss(1, self.levels.mass), *(source.gauss(0, self.levels.off_mm) for _ in "xy")]
            for _ in range(count)
        ]
        grams = cell.felt() + source.uniform(-1, 1) * self.levels.hysteresis_g
        cell.pieces = []
        bent = grams / cell.spring
        for _ in range(5):
            bent = grams / (cell.spring * (1 + cell.cube * (bent / 1.56) ** 2))
        code = cell.code(bent)
        return code + self._curve[int(code)] + source.gauss(0, 0.1)

    def put(self, field, grams, light_g=0.0, light_ms=50):
        """Put a piece: borne, pressed, let go; a finger may stay. Returns the scan when all of the hand has gone."""
        cell, source, levels = self.cells[field], self.random, self.levels
        x, y = (source.gauss(0, levels.off_mm) for _ in "xy")
        if cell.pieces:
            x, y = x + 0.7 * cell.pieces[-1][1], y + 0.7 * cell.pieces[-1][2]
        grams *= source.gauss(1, levels.mass)
        cell.pieces.append([grams, x, y])
        felt, now = grams * (1 + cell.slope[0] * x + cell.slope[1] * y), 10.0 * self.scan
        lands, wave = source.uniform(15, 60), _waves(source, 25 * levels.hand)
        holds, lets_go = source.uniform(20, 250), source.uniform(30, 90)
        if source.random() < 1 / 6:
            holds, lets_go = source.uniform(10, 50), source.uniform(10, 40)
            hit = 200 * levels.hand * source.random()
            cell.forces.append((now + holds, lambda ms: hit * math.sin(math.pi * min(1.0, (ms - now) / holds))))
        cell.speed += 0.1 * source.random() * felt / (cell.felt() + _PLATFORM_G)
        ends = now + holds + lets_go

        def hand(ms):
            borne = -felt * (1 - _ramp(ms - now, lands))
            return max(-felt, borne + wave(ms) * (1 - _ramp(ms - now - holds, lets_go)))

        cell.forces.append((ends, hand))
        if light_g:
            tremor, ends = _waves(source, 0.04 * light_g), ends + light_ms
            since, soft = ends, source.uniform(8, 25)
            cell.forces.append((since + soft, lambda ms: (light_g + tremor(ms)) * (1 - _ramp(ms - since, soft))))
            ends += soft
        self._load(field)
        return math.ceil(max(ends, self._others(field)) / 10)

    def lift(self, field, count=1):
        """Take pieces off the top; those below may be shoved. Returns the scan at which all of the hand has gone."""
        cell, source, now = self.cells[field], self.random, 10.0 * self.scan
        before, at = cell.felt(), len(cell.pieces) - count
        cell.pieces[at:] = []
        for piece in cell.pieces:
            piece[1] += source.gauss(0, 0.15)
            piece[2] += source.gauss(0, 0.15)
        grams = before - cell.felt()
        touches, bears, press = (
            source.uniform(20, 150),
            source.uniform(30, 150),
            source.uniform(0, 25 * self.levels.hand),
        )

        def hand(ms):
            part = _ramp(ms - now - touches, bears)
            return grams * (1 - part) + press * _ramp(ms - now, 30) * max(0.0, 1 - 2 * part)

        cell.forces.append((now + touches + bears, hand))
        self._load(field)
        return math.ceil(max(now + touches + bears, self._others(field)) / 10)

    def arm(self, grams_by_field, lasts_ms):
        """Rest an arm on fields: it comes and goes within 0.1 s and trembles and breathes by some percent."""
        for field, grams in grams_by_field.items():
            begins = 10.0 * self.scan + self.random.uniform(0, 80)
            ends = begins + lasts_ms + self.random.uniform(0, 80)
            soft, wave = self.random.uniform(50, 150), _waves(self.random, 0.04 * grams)

            def force(ms, begins=begins, ends=ends, soft=soft, wave=wave, grams=grams):
                return (grams + wave(ms)) * _ramp(ms - begins, soft) * (1 - _ramp(ms - ends + soft, soft))

            self.cells[field].forces.append((ends, force))
            self._awake.add(field)

    def _others(self, field):
        """Let a sleeve brush, or an arm rest, beside a hand; return when they have gone, in ms."""
        beside, now = [other for other, _ in self._beside[field]], 10.0 * self.scan
        until = now
        if self.random.random() < self.levels.sleeve:
            lasts = self.random.uniform(100, 400)
            self.arm({other: self.random.uniform(0.5, 3) for other in self.random.sample(beside, 2)}, lasts)
            until = now + lasts + 160
        if self.random.random() < self.levels.arm:
            lasts = self.random.uniform(1000, 3000)
            fields = self._row(self.random.choice(beside), field)
            self.arm({other: self.random.uniform(5, 30) for other in fields}, lasts)
            until = now + lasts + 160
        return until

    def _row(self, field, hand):
        """Return two or three fields in a row, on which an arm lies; the field of the hand is none of them."""
        (x, y), pitch = self._places[field], self.surface.PITCH_MM10
        ways = [(pitch, 0), (0, pitch), (-pitch, 0), (0, -pitch)]
        self.random.shuffle(ways)
        for across, along in ways:
            row = [(x + step * across, y + step * along) for step in range(self.random.randint(2, 3))]
            fields = [self._places.index(each) for each in row if each in self._places]
            if len(fields) > 1 and hand not in fields:
                return fields
        return []

    def happen(self):
        """Let what goes on around a change happen: other lamps, a bump of the table, a phone that is laid down."""
        source, levels = self.random, self.levels
        self._grounds = [source.gauss(0, levels.ground_codes) for _ in range(4)]
        self._lamps_on = [source.random() < 0.2 for _ in self.cells]
        self._mains_hz = 50 + source.uniform(-0.1, 0.1)
        now = 10.0 * self.scan
        if source.random() < 1 / 12:
            self._bumped, self._bump_hz = now + source.uniform(0, 800), source.uniform(5, 20)
            self._awake |= set(range(len(self.cells)))
        if source.random() < 0.03 and not (self._phone and now < self._phone[3]):
            x, y = source.choice(self._places)
            edge = max(place[0] for place in self._places) + 300
            at = (edge, y) if source.random() < 0.5 else (x, -300)
            self._phone = (*at, now + source.uniform(0, 1000), now + source.uniform(5e3, 6e4))

    def rest(self, seconds):
        """Let time pass in which nobody scans."""
        for _ in range(round(4 * seconds)):
            self.scan += 25
            self._pass_quarter()

    def weaken(self, field, part):
        """Let a field's spring lose a part of its stiffness."""
        self.cells[field].spring *= 1 - part

    def frame(self):
        """Return the sums of four samples that a scan reads."""
        self.scan += 1
        if self.scan % 25 == 0:
            self._pass_quarter()
        for field in list(self._awake):
            self._swing(field)
        source, noise = self.random, 0.77 * self.levels.noise
        common, now_s = source.gauss(0, 0.2 * self.levels.noise), self.scan / 100
        wave = 6.2832 * self._mains_hz
        ripple = 0.2 * math.sin(now_s * 17.0)  # of the lamps' light, which is switched 400 times a second
        sums = array("H", bytes(128))
        for place, code in enumerate(self._codes):
            if place & 15 not in (0, 15):
                code += self._grounds[place >> 4] * (1 + ripple)
                code += self.levels.hum * math.sin(wave * (now_s + place * 12e-6))
            code = max(0.0, min(4095.0, code + source.gauss(common, noise)))
            sums[place] = max(0, min(16380, round(4 * (code + self._curve[int(code)]))))
        for field, fault in self.broken.items():
            place = self.surface.CHANNELS[field]
            sums[place] = max(0, min(16380, round(4 * fault(sums[place] / 4, self.scan))))
        return sums

    def _load(self, field):
        for each in (field, *(other for other, _ in self._beside[field])):
            cell = self.cells[each]
            plate = sum(part * self.cells[other].felt() for other, part in self._beside[each])
            cell.load_g = cell.felt() + self.levels.plate * plate
            cell.still = 0
            self._awake.add(each)

    def _pass_quarter(self):
        """Let what takes seconds take a quarter of one: the room's warmth, the lamps', creep."""
        hours, warmth = self.scan / 360000, self.levels.warmth
        self._common_k = 3 * warmth * (1 - math.exp(-hours))
        self._codes[56] = 2048 - 45.5 * self._common_k
        self._draught_k += -self._draught_k / 240 + self.random.gauss(0, 0.025 * warmth)
        for field, lit in enumerate(self._lamps_on):
            self._lit[field] += ((0.8 * warmth if lit else 0.0) - self._lit[field]) / 240
            self.cells[field].still = 0
        self._awake |= set(range(len(self.cells)))

    def _warmer_k(self, field):
        across = (self._places[field][0] / 2400 - 0.5) * 0.4
        return self._common_k + self._draught_k * (1 + across) + self._own_k[field] * self._common_k + self._lit[field]

    def _phone_mt(self, field):
        if self._phone is None:
            return 0.0
        x, y, since, until = self._phone
        now = 10.0 * self.scan
        is_there = _ramp(now - since, 400) * (1 - _ramp(now - until, 400))
        apart_mm = math.dist((x, y), self._places[field]) / 10
        return self.levels.phone_mt * is_there * (30 / apart_mm) ** 3

    def _shaken(self, ms):
        """Return the table's acceleration at a time as a part of gravity."""
        since = ms - self._bumped
        if not 0 <= since < 600:
            return 0.0
        return self.levels.bump * math.exp(-since / 120) * math.sin(0.0062832 * self._bump_hz * since)

    def _swing(self, field):
        """Let a cell move for 10 ms."""
        cell, levels, end = self.cells[field], self.levels, 10.0 * self.scan
        warmer = self._warmer_k(field)
        aged, cell.aged_ms = end - cell.aged_ms, end
        for kind, time_s in enumerate(_CREEP_S):
            aim = levels.creep / len(_CREEP_S) * cell.load_g
            cell.creeps[kind] += (aim - cell.creeps[kind]) * (1 - math.exp(-aged / 1000 / time_s))
        load = cell.load_g * (1 + cell.gain_per_k * warmer) + sum(cell.creeps)
        mass_g = _PLATFORM_G + sum(piece[0] for piece in cell.pieces)
        elements = ((levels.stick_g, _STICK_MM), *((part * levels.hysteresis_g, mm) for part, mm in _SLIPS))
        for step in range(10):
            now = end - 10 + step
            force = load + self._shaken(now) * mass_g
            for until, grams in cell.forces:
                if now < until:
                    force += grams(now)
            bent, speed = cell.bent_mm, cell.speed
            pull = force - cell.spring * bent * (1 + cell.cube * (bent / 1.56) ** 2) - _VISCOUS * speed
            for kind, (most_g, slip_mm) in enumerate(elements):
                if most_g:
                    most_g *= 0.8 + 0.2 * math.exp(-abs(speed) / 0.002) if kind == 0 else 1.0
                    held = cell.slips[kind] + speed * most_g / slip_mm
                    cell.slips[kind] = max(-most_g, min(most_g, held))
                    pull -= cell.slips[kind]
            cell.speed = speed + pull * _G / mass_g
            cell.bent_mm = min(2.5, bent + cell.speed)
            if cell.bent_mm == 2.5 or bent < -0.5:
                cell.speed = 0.0
        cell.forces = [each for each in cell.forces if each[0] > end]
        self._codes[self.surface.CHANNELS[field]] = cell.code(cell.bent_mm, warmer, self._phone_mt(field))
        is_still = abs(cell.speed) < 2e-6 and not cell.forces and not -10 < end - self._bumped < 600
        cell.still = cell.still + 1 if is_still else 0
        if cell.still >= 4:
            self._awake.discard(field)


def _on_knots(steps):
    """Return a curve by towers of 0 to 7 pieces of 12 g at the table's knots; the last bend goes on beyond it."""
    steps = list(steps)
    while len(steps) < KNOTS * KNOT_G // 12 + 1:
        steps.append(3 * steps[-1] - 3 * steps[-2] + steps[-3])
    places = [KNOT_G * knot / 12 for knot in range(KNOTS)]
    return [
        steps[int(place)] + (place % 1) * (steps[int(place) + 1] - steps[int(place)] if place % 1 else 0.0)
        for place in places
    ]

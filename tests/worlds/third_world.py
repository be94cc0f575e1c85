"""A third world of weighing cells, from their physics alone: nothing of it is taken from the sensing that it tries.

A cylinder magnet on a spring that hardens, above a Hall sensor; dry friction that sticks and slips, hysteresis after
Dahl, creep with two times, a plate that passes on a part of a load, a converter with its four wide codes, lamps that
lift the ground and beat, bumps of the table, and hands: they bear a part of a piece, press, stay on it with a light
finger, rest an arm. Levels are those of a careful builder; a level of nought is a cell without it. A scan is 10 ms.
"""

import math
import random
from array import array
from dataclasses import dataclass

from treppe.sensing import stored, storing
from treppe.sensing.calibration import KNOT_G, KNOTS

_GRAVITY = 9.81e-3  # mm/ms^2 of a gram-force on a gram
_SPRING, _GAP_MM, _FULL_MM, _PLATFORM_G = 54.0, 4.8, 1.56, 8.0
_DAMPING = 2 * 0.3 * math.sqrt(_SPRING * _GRAVITY * (84 + _PLATFORM_G))
_DAHL_MM = 0.02
_CODES_PER_MT = 15 / 0.8057
_WIDE_CODES = (512, 1536, 2560, 3584)


@dataclass(frozen=True, slots=True)
class Levels:
    """What a careful builder has; `light` is the chance of a finger that stays on a piece that it has put."""

    creep: float = 0.004
    hysteresis_g: float = 0.2
    stick_g: float = 0.15
    off_mm: float = 1.0
    mass: float = 0.02
    plate: float = 0.003
    ground_codes: float = 1.0
    unseen_k: float = 0.3
    noise: float = 1.0
    bump_g: float = 0.03
    light: float = 0.3


CAREFUL = Levels()


def _field_mt(gap_mm):
    far, near = (end / math.hypot(end, 2.5) for end in (gap_mm + 2.0, gap_mm))
    return 595.0 * (far - near)


def _bent_mm(grams, spring, hardening):
    """Return where spring * x * (1 + hardening * x / full) bears so many grams."""
    bent = grams / spring
    return 2 * bent / (1 + math.sqrt(max(0.2, 1 + 4 * hardening * bent / _FULL_MM)))


class _Cell:
    def __init__(self, source):
        self.spring = source.gauss(_SPRING, 0.04 * _SPRING)
        self.hardening = source.uniform(0, 0.06)
        self.strength = source.gauss(1, 0.02) * source.gauss(1, 0.02)
        self.gap_mm = _GAP_MM
        self.offset = source.gauss(0, 12) + 572 * (1 - self.strength)
        self.tilt = source.uniform(0, 2 * math.pi)
        self.per_k = source.gauss(0, 0.25), source.gauss(0, 0.0008)
        self.forces = []
        self.load_g = self.bent_mm = self.speed = self.dahl = 0.0
        self.creeps = [0.0, 0.0]

    def code(self, bent_mm, warmer_k=0.0):
        rise = _field_mt(max(2.3, self.gap_mm - bent_mm)) * self.strength * (1 + self.per_k[1] * warmer_k)
        return 2048 + self.offset + self.per_k[0] * warmer_k + rise * _CODES_PER_MT

    def at_rest(self, grams):
        return self.code(_bent_mm(grams, self.spring, self.hardening))


class ThirdCells:
    """Cells of a surface. `put`, `lift`, `arm` and `break_cell` are what happens to them; `frame` lets 10 ms pass."""

    def __init__(self, surface, seed, levels=CAREFUL):
        self.levels, self.surface = levels, surface
        self.random = random.Random(f"third {seed}")
        self.cells = [_Cell(self.random) for _ in range(surface.FIELDS)]
        self.stacks = [[] for _ in self.cells]  # of grams as they are felt
        self.scan = 0
        self.broken = {}  # field: function of code and scan
        self._moving, self._bumped = set(), (-1000, 0.0)
        self._ground = [(0.0, 1.0)] * 4
        self._dnl = [self.random.gauss(0, 0.15) for _ in range(4096)]
        self._steps = [self.random.uniform(6, 10) for _ in _WIDE_CODES]
        self._codes = [0.0] * 64
        for mux in range(4):
            self._codes[16 * mux], self._codes[16 * mux + 15] = 819.2, 1024.0
        self._codes[56] = self._codes[57] = 2048.0
        places = [(x, y) for x, y in zip(surface.X_MM10, surface.Y_MM10, strict=True)]
        self.beside = [
            [j for j, other in enumerate(places) if 0 < math.dist(place, other) < 1.1 * surface.PITCH_MM10]
            for place in places
        ]

    def table(self):
        """Return a calibration by towers of 84 g and the curve of a typical cell."""
        typical = [_field_mt(_GAP_MM - _bent_mm(KNOT_G * knot, _SPRING, 0.03)) for knot in range(KNOTS)]
        codes16 = []
        for cell in self.cells:
            zero, full = self._converted(cell.at_rest(0)), self._converted(cell.at_rest(84))
            rise = (full - zero) * self.random.gauss(1, 0.0035) / (typical[84 // KNOT_G] - typical[0])
            codes16 += [round(16 * (zero + rise * (each - typical[0]))) for each in typical]
        return stored.decode(storing.encode(self.surface.NAME, codes16, "steel", 8192), self.surface)

    def put(self, field, grams, light_g=0.0, light_ms=50, press_g=None):
        """Put a piece: the hand bears it, presses, stays with a light finger, and goes. Returns when, in scans."""
        off_mm, turn = abs(self.random.gauss(0, self.levels.off_mm)), self.random.uniform(0, 2 * math.pi)
        mass = grams * (1 + self.random.uniform(-1, 1) * self.levels.mass)
        felt = mass * (1 + 0.006 * off_mm * math.cos(turn - self.cells[field].tilt))
        self.stacks[field].append(felt)
        press_g = self.random.uniform(0, 75) if press_g is None else press_g
        lands, press_ms = self.random.uniform(20, 60), self.random.uniform(20, 160)
        self._push(field, -felt, 0, lands)
        self._push(field, press_g, 0, press_ms)
        self.cells[field].speed += 0.05 * felt / (felt + _PLATFORM_G)
        until_ms = max(lands, press_ms)
        if light_g:
            self._push(field, light_g, 0, until_ms + light_ms, 10)
            until_ms += light_ms
        self._load(field)
        return self.scan + math.ceil(until_ms / 10)

    def lift(self, field, count=1):
        """Take pieces off the top: the hand touches them, bears more and more, and has them. Returns when, in scans."""
        at = len(self.stacks[field]) - count
        grams, self.stacks[field][at:] = sum(self.stacks[field][at:]), []
        lasts = self.random.uniform(40, 120)
        self._push(field, grams + self.random.uniform(0, 20), 0, lasts)
        self._load(field)
        return self.scan + math.ceil(lasts / 10)

    def arm(self, grams_by_field, lasts_ms):
        """Rest an arm on fields; it trembles a little."""
        for field, grams in grams_by_field.items():
            self._push(field, grams, self.random.uniform(0, 60), lasts_ms + self.random.uniform(0, 80), 120, 0.02)

    def happen(self):
        """Let what goes on around a change happen: lamps, and now and then a bump of the table."""
        self._ground = [(self.random.gauss(0, self.levels.ground_codes), self.random.uniform(0.7, 3)) for _ in range(4)]
        if self.random.random() < 1 / 12:
            self._bumped = self.scan, self.random.uniform(5, 20)

    def weaken(self, field, part):
        """Let a field's spring lose a part of its stiffness."""
        self.cells[field].spring *= 1 - part

    def frame(self):
        """Return the sums of four samples that a scan reads."""
        self.scan += 1
        if self.scan % 100 == 0:
            self._creep(1.0)
        scan, levels, source = self.scan, self.levels, self.random
        since, bump_hz = self.scan - self._bumped[0], self._bumped[1]
        bump = levels.bump_g * math.exp(-since / 15) * math.sin(0.0628 * bump_hz * since) if since < 90 else 0.0
        for field in list(self._moving):
            self._swing(field)
        common, sums = source.gauss(0, 0.3) * levels.noise, []
        for place, code in enumerate(self._codes):
            lifted, beats_hz = self._ground[place >> 4]
            if place & 15 not in (0, 15):
                code += lifted * (0.8 + 0.2 * math.sin(0.0628 * beats_hz * scan)) + 5.0 * bump
            mean = self._converted(code + source.gauss(common, 0.86 * levels.noise))
            sums.append(max(0, min(16380, round(4 * mean))))
        for field, fault in self.broken.items():
            place = self.surface.CHANNELS[field]
            sums[place] = max(0, min(16380, round(4 * fault(sums[place] / 4, scan))))
        return array("H", sums)

    def _converted(self, code):
        moved = sum(
            step * min(1.0, max(0.0, (code - wide + 5) / 10) - 0.5)
            for wide, step in zip(_WIDE_CODES, self._steps, strict=True)
        )
        return code + moved / 8 + self._dnl[int(code) & 4095]

    def _push(self, field, grams, begins_ms, ends_ms, soft_ms=25.0, trembles=0.0):
        self.cells[field].forces.append(
            (grams, 10.0 * self.scan + begins_ms, 10.0 * self.scan + ends_ms, soft_ms, trembles)
        )
        self._moving.add(field)

    def _load(self, field):
        for each in (field, *self.beside[field]):
            plate = self.levels.plate * sum(sum(self.stacks[other]) for other in self.beside[each])
            self.cells[each].load_g = sum(self.stacks[each]) + plate
            self._moving.add(each)

    def _creep(self, seconds):
        for field, cell in enumerate(self.cells):
            for kind, (part, time_s) in enumerate(((0.3, 20), (0.7, 300))):
                cell.creeps[kind] += (self.levels.creep * part * cell.load_g - cell.creeps[kind]) * seconds / time_s
            self._moving.add(field)

    def rest(self, seconds):
        """Let time pass in which nobody scans and nothing moves."""
        for _ in range(round(seconds)):
            self.scan += 100
            self._creep(1.0)

    def _swing(self, field):
        cell, levels = self.cells[field], self.levels
        mass_g = _PLATFORM_G + max(0.0, cell.load_g)
        for step in range(10):
            now_ms = 10.0 * (self.scan - 1) + step
            force = cell.load_g + sum(cell.creeps)
            for grams, begins_ms, ends_ms, soft_ms, trembles in cell.forces:
                part = min((now_ms - begins_ms) / soft_ms, (ends_ms - now_ms) / soft_ms if ends_ms else 1, 1)
                if grams < 0 and now_ms < begins_ms + soft_ms:
                    part = min((ends_ms - now_ms) / soft_ms, 1)  # the hand has borne the piece from the first
                if part > 0:
                    force += grams * part * (1 + trembles * math.sin(now_ms / 40 + field))
            spring = cell.spring * cell.bent_mm * (1 + cell.hardening * cell.bent_mm / _FULL_MM)
            pull = force - spring - levels.hysteresis_g * cell.dahl - _DAMPING / _GRAVITY * cell.speed
            is_held = not cell.speed and abs(pull) < 1.4 * levels.stick_g + 1e-3
            if is_held:
                continue
            drag = math.copysign(levels.stick_g, cell.speed or pull)
            speed = cell.speed + (pull - drag) * _GRAVITY / mass_g
            if cell.speed and speed * cell.speed < 0:
                speed = 0.0  # dry friction stops, it never turns back
            cell.speed = speed
            cell.bent_mm = min(2.5, cell.bent_mm + speed)
            cell.dahl += (speed - abs(speed) * cell.dahl) / _DAHL_MM
            cell.dahl = max(-1.0, min(1.0, cell.dahl))
        cell.forces = [each for each in cell.forces if each[2] > 10 * self.scan]
        self._codes[self.surface.CHANNELS[field]] = cell.code(cell.bent_mm, levels.unseen_k)
        if not cell.forces and is_held:  # where it turns round it stands as well, and is not at rest
            self._moving.discard(field)

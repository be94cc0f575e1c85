"""A second world of weighing cells and reeds, that shares nothing with treppe_sim: from data sheets and textbooks.

Cells: a point dipole above a Hall sensor on a spring that stiffens a little, bearings with play (a backlash operator),
creep with two times, pink noise, mains with their third harmonic, a ground that lamps lift, stacks off the centre or
leaning on a neighbour's, readings that drop out. Reeds: contacts that drop out, and pieces that slide over them.
Sources: a dipole's axial field falls with the cube of the distance; DRV5055A3 15 mV/mT; 4.7 k pink noise by sums of
first-order noises an octave of ten apart (Voss); backlash as in any book on hysteresis.

A level of nought is a cell without this disturbance. Times are scans of 10 ms.
"""

import math
import random
from array import array
from dataclasses import dataclass
from functools import cache

from treppe.sensing import stored, storing
from treppe.sensing.calibration import KNOT_G, KNOTS

_STEP_MS = 1.0
_GRAVITY = 9.81e-3  # mm/ms^2 of a gram-force on a gram
_PLATFORM_G = 9.0
_SPRING = 54.0
_DISTANCE_MM = 6.9
_EMPTY_CODES = 572.0
_PINK = 1 << 14
_LONG_AGO = -(1 << 20)


@dataclass(frozen=True, slots=True)
class Disturbances:
    """Levels; those of a careful builder are the defaults."""

    hum_codes: float = 1.5
    mains_hz: float = 50.0
    pink_codes: float = 0.5
    play_g: float = 0.25
    creep_part: float = 0.003
    ground_codes: float = 1.0
    off_centre_mm: float = 1.0
    leaning_part: float = 0.05
    leaning_chance: float = 0.1
    dropout_part: float = 0.001


CAREFUL = Disturbances()


class _Cell:
    def __init__(self, source):
        self.spring = source.gauss(_SPRING, 0.04 * _SPRING)
        self.distance_mm = source.gauss(_DISTANCE_MM, 0.08)
        self.empty_codes = source.gauss(_EMPTY_CODES, 14)
        self.zero = 2048 + source.gauss(0, 18)
        self.load_g = self.shown_g = self.creep_g = self.bent_mm = self.speed = self.press_g = 0.0
        self.press_from, self.press_until = _LONG_AGO, _LONG_AGO + 1

    def code(self, bent_mm):
        return self.zero + self.empty_codes * (self.distance_mm / (self.distance_mm - min(bent_mm, 2.6))) ** 3

    def bend_mm(self, grams):
        linear = grams / self.spring
        return linear * (1 - 0.004 * linear * linear)


class SecondCells:
    """Cells of a surface. `put` and `lift` are hands; `frame` lets 10 ms pass and scans."""

    def __init__(self, surface, seed, levels=CAREFUL):
        self.levels = levels
        self.surface = surface
        self.random = random.Random(f"second {seed}")
        self.cells = [_Cell(self.random) for _ in range(surface.FIELDS)]
        self.stacks = [[] for _ in range(surface.FIELDS)]  # of grams as they are felt
        self.leaning = {}
        self.scan = 0
        self._moving = set()
        self._ground = [0.0] * 4
        self._pink_at = [self.random.randrange(_PINK) for _ in range(64)]
        self._dropped = (0, 0)
        self._codes = [0.0] * 64
        for mux in range(4):
            self._codes[16 * mux], self._codes[16 * mux + 15] = 819.2, 1024.0
        self._codes[56] = self._codes[57] = 2048.0
        for field in range(surface.FIELDS):
            self._read(field)

    def table(self, tower_sd=0.01):
        """Return a calibration that people have made: a tower on each field, which stands off the centre."""
        codes16 = []
        for cell in self.cells:
            off = self.random.gauss(1, tower_sd)
            codes16 += [round(16 * cell.code(cell.bend_mm(KNOT_G * knot * off))) for knot in range(KNOTS)]
        return stored.decode(storing.encode(self.surface.NAME, codes16, "steel", 8192), self.surface)

    def put(self, field, grams):
        """Put a piece: it strikes, is pressed for a moment, and is let go."""
        self.stacks[field].append(grams * self.random.gauss(1, 0.01 * self.levels.off_centre_mm))
        cell = self.cells[field]
        cell.speed += 0.08 * grams / (grams + _PLATFORM_G + cell.load_g)
        self._press(field, abs(self.random.gauss(0, 30)), self.random.uniform(4, 12))
        self._lean(field)
        self._load(field)

    def lift(self, field, count=1):
        """Take pieces off the top."""
        del self.stacks[field][len(self.stacks[field]) - count :]
        self._lean(field)
        self._load(field)
        self._press(field, abs(self.random.gauss(0, 20)), self.random.uniform(3, 9))

    def frame(self):
        """Return the sums of four samples that a scan reads."""
        self.scan += 1
        for field in list(self._moving):
            self._swing(field)
        if self.scan % 50 == 0 and self.levels.creep_part:
            self._creep()
        sums, levels, scan = [], self.levels, self.scan
        turn = 2 * math.pi * levels.mains_hz * scan / 100
        pink, noise, first = _pink(), _white(), self.random.randrange(_PINK - 64)
        for place, code in enumerate(self._codes):
            if levels.hum_codes:
                phase = turn + 0.7 * place
                code += levels.hum_codes * (0.9 * math.sin(phase) + 0.25 * math.sin(3 * phase))
            if levels.pink_codes:
                code += levels.pink_codes * pink[(self._pink_at[place] + scan) % _PINK]
            sums.append(4 * (code + self._ground[place >> 4] * (place & 15 not in (0, 15))) + noise[first + place])
        self._drop_out(sums)
        return array("H", [max(0, min(16380, round(one))) for one in sums])

    def weaken(self, field, part):
        """Let a field's magnet lose a part of its strength, with or without a load."""
        self.cells[field].empty_codes *= 1 - part
        self._read(field)

    def touch_lamps(self):
        """Let the lamps change: the ground of each multiplexer moves."""
        self._ground = [self.random.gauss(0, self.levels.ground_codes) for _ in range(4)]

    def _drop_out(self, sums):
        until, place = self._dropped
        if self.scan >= until and self.random.random() < self.levels.dropout_part:
            until, place = self.scan + self.random.randint(1, 4), self.random.choice(self.surface.CHANNELS)
            self._dropped = until, place
        if self.scan < until:
            sums[place] = sums[(place + 1) % 64]  # the multiplexer has not switched

    def _press(self, field, force_g, scans):
        cell = self.cells[field]
        cell.press_g, cell.press_from, cell.press_until = force_g, self.scan, self.scan + scans
        self._moving.add(field)

    def _load(self, field):
        self.cells[field].load_g = sum(self.stacks[field]) - self.leaning.get(field, (0, 0.0))[1]
        self.cells[field].load_g += sum(grams for other, grams in self.leaning.values() if other == field)
        self._moving.add(field)

    def _lean(self, field):
        other, _ = self.leaning.pop(field, (-1, 0.0))
        if other >= 0:
            self._load(other)
        if self.stacks[field] and self.random.random() < self.levels.leaning_chance:
            beside = self._beside(field)
            other = self.random.choice(beside)
            self.leaning[field] = other, self.levels.leaning_part * sum(self.stacks[field])
            self._load(other)

    def _beside(self, field):
        surface = self.surface
        return [
            other
            for other in range(surface.FIELDS)
            if other != field
            and math.dist(
                (surface.X_MM10[other], surface.Y_MM10[other]), (surface.X_MM10[field], surface.Y_MM10[field])
            )
            < 1.1 * surface.PITCH_MM10
        ]

    def _swing(self, field):
        cell, play = self.cells[field], self.levels.play_g
        mass_g = _PLATFORM_G + max(0.0, cell.load_g)
        stiffness = cell.spring * _GRAVITY
        damping = 2 * 0.28 * math.sqrt(stiffness * 90)
        for step in range(10):
            part = (self.scan - 1 + step / 10 - cell.press_from) / (cell.press_until - cell.press_from)
            press = cell.press_g * (0.5 + 0.5 * math.cos(math.pi * part)) if 0 <= part < 1 else 0.0
            force_g = cell.load_g + cell.creep_g + press
            cell.shown_g = max(force_g - play, min(force_g + play, cell.shown_g))
            pull = (cell.shown_g * _GRAVITY - stiffness * cell.bent_mm - damping * cell.speed) / mass_g
            cell.speed += pull * _STEP_MS
            cell.bent_mm += cell.speed * _STEP_MS
        off_mm = cell.bent_mm - cell.shown_g / cell.spring
        if self.scan > cell.press_until and abs(cell.speed) < 1e-5 and abs(off_mm) < 5e-4:
            self._moving.discard(field)
        self._read(field)

    def _creep(self):
        for field, cell in enumerate(self.cells):
            before = cell.creep_g
            cell.creep_g += (self.levels.creep_part * cell.load_g - before) * (1 - math.exp(-0.5 / 60))
            if abs(cell.creep_g - before) > 1e-3:
                self._moving.add(field)

    def _read(self, field):
        cell = self.cells[field]
        linear = cell.bent_mm
        self._codes[self.surface.CHANNELS[field]] = cell.code(linear * (1 - 0.004 * linear * linear))


class SecondReeds:
    """Contacts below fields: pieces that stand close them, those that slide close them on their way."""

    def __init__(self, surface, seed):
        self.surface = surface
        self.random = random.Random(f"second reeds {seed}")
        self.stands = bytearray(surface.FIELDS)
        self.dropping = {}  # field: by what chance its contact opens in a scan
        self._open = {}
        self._slides = []
        self.scan = 0
        self._echo = 255
        self._reach = [self.random.gauss(9.0, 0.8) for _ in range(surface.FIELDS)]

    def slide(self, path, mm_per_s):
        """Push a piece along fields, the first and the last included; it stands on the last one then."""
        self.stands[path[0]] = 0
        self._slides.append((self.scan, path, mm_per_s))

    def frame(self):
        """Return a scan of the chain."""
        self.scan += 1
        self._echo ^= 255
        closed = {field for field in range(len(self.stands)) if self.stands[field]}
        for slide in list(self._slides):
            closed |= self._passed(slide)
        for field, chance in self.dropping.items():
            if self.scan >= self._open.get(field, 0) and self.random.random() < chance:
                self._open[field] = self.scan + self.random.randint(1, 4)
            if self.scan < self._open.get(field, 0):
                closed.discard(field)
        frame = bytearray(b"\xff" * 18) + bytes((self._echo, self._echo))
        for field in closed:
            place, bit = divmod(self.surface.CHANNELS[field], 8)
            frame[place] &= ~(1 << bit) & 255
        return frame

    def _passed(self, slide):
        began, path, mm_per_s = slide
        pitch_mm = self.surface.PITCH_MM10 / 10
        gone_mm = (self.scan - began) * mm_per_s / 100
        if gone_mm >= pitch_mm * (len(path) - 1):
            self._slides.remove(slide)
            self.stands[path[-1]] = 1
            return {path[-1]}
        return {field for at, field in enumerate(path) if abs(gone_mm - at * pitch_mm) < self._reach[field]}


@cache
def _white():
    source = random.Random("white")
    return [source.gauss(0, 3.1) for _ in range(_PINK)]


@cache
def _pink():
    """Return noise with a deviation of one whose power falls with the frequency: first-order noises, a decade apart."""
    source = random.Random("pink")
    found = [0.0] * _PINK
    for scans in (1, 10, 100, 1000):
        keep = math.exp(-1 / scans)
        now = 0.0
        for at in range(_PINK):
            now = keep * now + math.sqrt(1 - keep * keep) * source.gauss(0, 0.5)
            found[at] += now
    return found

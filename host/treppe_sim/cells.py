"""49 weighing cells: weight -> flexure -> magnet -> Hall sensor, with hands that press and platforms that swing.

The field on the magnet's axis at the distance z from its face is
B(z) = Br/2 ((z+L)/sqrt((z+L)^2+R^2) - z/sqrt(z^2+R^2)), and z = gap - load/spring. Each error has one place:
what differs from cell to cell in `_Cell`, what a hand does in `_Press`, what differs from put to put in the
pieces' `lean` and the cell's `friction_g`, what neighbours do in `_neighbours`.
"""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from types import ModuleType

from treppe_sim.device.converter import convert
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import Piece

_HALL = PARAMETERS["hall"]
_MAGNET = PARAMETERS["magnet"]
_CELL = PARAMETERS["cell"]
_HAND = PARAMETERS["hand"]
_LSB_MV = PARAMETERS["adc"]["vref_mV"] / 4096
_LENGTH_MM: float = _MAGNET["length_mm"]
_RADIUS_MM: float = _MAGNET["diameter_mm"] / 2
_LOWEST: float = _HALL["clips_at_codes"][0]
_HIGHEST: float = _HALL["clips_at_codes"][1]
_FULL_LOAD_G = 84.0
_STEP_MS = 0.5
# Below these a platform is taken to stand still; 0.02 g is a tenth of a code.
_STILL_G = 0.02
_STILL_MM_PER_MS = 1e-5
# mm/ms^2 that one gram-force gives to one gram.
_GRAVITY = 9.80665e-3


def axial_field_mt(distance_mm: float, remanence_mt: float) -> float:
    """Return the field in mT on the magnet's axis, `distance_mm` from its face."""
    near = distance_mm / math.hypot(distance_mm, _RADIUS_MM)
    far = (distance_mm + _LENGTH_MM) / math.hypot(distance_mm + _LENGTH_MM, _RADIUS_MM)
    return remanence_mt / 2 * (far - near)


@dataclass(slots=True)
class _Press:
    """A hand on a field: a steady force, then a letting go."""

    force_g: float
    holds_until_us: float
    lets_go_us: float

    def felt_g(self, now_us: float) -> float:
        return self.force_g * min(1.0, max(0.0, 1 - (now_us - self.holds_until_us) / self.lets_go_us))

    def is_over(self, now_us: float) -> bool:
        return now_us >= self.holds_until_us + self.lets_go_us


@dataclass(slots=True)
class _Cell:
    """One cell as it was built, and where its platform is."""

    spring_g_per_mm: float
    remanence_mt: float
    codes_per_mt: float
    zero_code: float
    gap_mm: float
    own_g: float = 0.0
    load_g: float = 0.0  # with what its neighbours pass on and what friction keeps
    friction_g: float = 0.0
    bend_mm: float = 0.0
    speed_mm_per_ms: float = 0.0
    presses: list[_Press] = field(default_factory=list)

    def code(self, bend_mm: float) -> float:
        """Return the converter's ideal code with the platform bent down so far."""
        mt = axial_field_mt(self.gap_mm - bend_mm, self.remanence_mt)
        return min(_HIGHEST, max(_LOWEST, self.zero_code + mt * self.codes_per_mt))

    def force_g(self, now_us: float) -> float:
        """Return the load with the hands on it."""
        if not self.presses:
            return self.load_g
        return self.load_g + sum(press.felt_g(now_us) for press in self.presses)

    def step(self, now_us: float, until_us: float) -> bool:
        """Swing until then; tell whether the platform stands still."""
        stop_mm = self.gap_mm - _CELL["stop_gap_mm"]
        stiffness = self.spring_g_per_mm * _GRAVITY
        full_g = _FULL_LOAD_G + _CELL["platform_g"]
        damping = 2 * _CELL["zeta_at_full_load"] * math.sqrt(stiffness * full_g)
        mass_g = _CELL["platform_g"] + self.own_g
        steps = max(1, round((until_us - now_us) / 1000 / _STEP_MS))
        step_ms = (until_us - now_us) / 1000 / steps
        bend_mm, speed = self.bend_mm, self.speed_mm_per_ms
        for index in range(1, steps + 1):
            force_g = self.force_g(now_us + (until_us - now_us) * index / steps)
            speed += (force_g * _GRAVITY - stiffness * bend_mm - damping * speed) / mass_g * step_ms
            bend_mm += speed * step_ms
            if bend_mm > stop_mm:
                bend_mm, speed = stop_mm, 0.0
        self.bend_mm, self.speed_mm_per_ms = bend_mm, speed
        self.presses = [press for press in self.presses if not press.is_over(until_us)]
        if self.presses or abs(speed) > _STILL_MM_PER_MS:
            return False
        return abs(self.load_g - bend_mm * self.spring_g_per_mm) < _STILL_G or bend_mm == stop_mm


class Cells:
    """All cells of a surface behind their multiplexers. Times are the world's, in microseconds."""

    def __init__(self, surface: ModuleType, random: Random, variant: str = "steel"):
        """Build the cells with the spread of the parameter file."""
        self._random = random
        self._channels = surface.CHANNELS
        self._friction_g = PARAMETERS["variants"][variant]["hysteresis_g"]
        self._lean_sd = PARAMETERS["variants"][variant]["off_centre_gain_sd"]
        self._cells = [_build_cell(random) for _ in range(surface.FIELDS)]
        self._neighbours = [_neighbours(surface, number) for number in range(surface.FIELDS)]
        self._swinging: set[int] = set()
        # How long a hand stays on a piece with a steady force before it lets go; a clean one does so at once.
        self.hand_rests_ms = (0.0, 0.0)
        self.is_abrupt = False  # whether hands press down hard and let go quickly
        self._now_us = 0.0
        self.hands_off_us = 0.0  # when no hand's force is left
        # References: 0.19 and 0.25 of the supply on channels 0 and 15; thermistor at 25 C and half the supply.
        self._sixteenths = array("H", [0] * 64)
        for mux in range(4):
            self._sixteenths[16 * mux] = 778 * 16
            self._sixteenths[16 * mux + 15] = 1024 * 16
        self._sixteenths[3 * 16 + 8] = self._sixteenths[3 * 16 + 9] = 2048 * 16
        for number in range(surface.FIELDS):
            self._read(number)

    @property
    def is_still(self) -> bool:
        """Tell whether nothing will change until a hand comes."""
        return not self._swinging

    def calibration16(self, masses_g: Sequence[float]) -> list[int]:
        """Return what a workshop finds with these masses on each cell, cell by cell, in sixteenths of a code."""
        return [_mean16(cell.code(mass_g / cell.spring_g_per_mm)) for cell in self._cells for mass_g in masses_g]

    def arrange(self, stacks: list[list[Piece]]) -> None:
        """Let the pieces stand, as if they had for long."""
        for number, stack in enumerate(stacks):
            for piece in stack:
                piece.lean = self._random.gauss(0, self._lean_sd)
            self._load(number, stack)
        for number, cell in enumerate(self._cells):
            cell.presses.clear()
            cell.bend_mm = min(cell.load_g / cell.spring_g_per_mm, cell.gap_mm - _CELL["stop_gap_mm"])
            cell.speed_mm_per_ms = 0.0
            self._read(number)
        self._swinging.clear()

    def put(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the last piece of the stack there: an impact, a moment of pressing, a letting go."""
        piece, cell = stack[-1], self._cells[number]
        piece.lean = self._random.gauss(0, self._lean_sd)
        force_g = max(-0.8 * piece.mass_g, self._random.gauss(0, _HAND["gentle_force_sd_g"]))
        if self.is_abrupt:
            force_g = _HAND["abrupt_force_g"]
        self._press(number, force_g, now_us)
        moved_g = _CELL["platform_g"] + sum(other.mass_g for other in stack)
        cell.speed_mm_per_ms += _HAND["impact_m_per_s"] * piece.mass_g / moved_g
        self._load(number, stack)

    def lift(self, number: int, stack: list[Piece], lifted: list[Piece], now_us: float) -> None:
        """A hand takes pieces off after touching them for a moment, and leaves the stack."""
        force_g = abs(self._random.gauss(0, _HAND["gentle_force_sd_g"]))
        self._load(number, stack)
        self._press(number, sum(piece.felt_g for piece in lifted) + force_g, now_us)

    def hover(self, number: int, now_us: float) -> None:
        """A hand touches what stands there, until it leaves."""
        self._press(number, abs(self._random.gauss(0, _HAND["gentle_force_sd_g"])), now_us, math.inf)

    def leave(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand that touched a stack lets go."""
        for press in self._cells[number].presses:
            press.holds_until_us = min(press.holds_until_us, now_us)
            self.hands_off_us = max(self.hands_off_us, now_us + press.lets_go_us)

    def nudge(self, number: int, now_us: float) -> None:
        """A hand bumps into a stack."""
        self._press(number, self._random.gauss(0, _HAND["gentle_force_sd_g"]), now_us)

    def centre(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the pieces of a stack straight."""
        for piece in stack:
            piece.lean = 0.0
        self._load(number, stack)
        self._press(number, 0.0, now_us)

    def step(self, now_us: float) -> None:
        """Let time pass."""
        for number in list(self._swinging):
            if self._cells[number].step(self._now_us, now_us):
                self._swinging.discard(number)
            self._read(number)
        self._now_us = now_us

    def felt(self) -> bytes:
        """Return 64 voltages in sixteenths of a converter code, by multiplexer and channel."""
        return self._sixteenths.tobytes()

    def _press(self, number: int, force_g: float, now_us: float, rest_us: float | None = None) -> None:
        if rest_us is None:
            rest_us = 1000 * self._random.uniform(*self.hand_rests_ms)
        release_us = 1000 * self._random.uniform(*_HAND["abrupt_release_ms" if self.is_abrupt else "gentle_release_ms"])
        self._cells[number].presses.append(_Press(force_g, now_us + rest_us, release_us))
        if rest_us < math.inf:
            self.hands_off_us = max(self.hands_off_us, now_us + rest_us + release_us)
        self._swinging.add(number)

    def _load(self, number: int, stack: list[Piece]) -> None:
        """Take over what stands on a field; its neighbours feel a little of it."""
        cell = self._cells[number]
        before_g, cell.own_g = cell.own_g, sum(piece.felt_g for piece in stack)
        was_friction_g, cell.friction_g = (
            cell.friction_g,
            self._random.uniform(-self._friction_g, self._friction_g),
        )
        change_g = cell.own_g - before_g
        cell.load_g += change_g + cell.friction_g - was_friction_g
        self._swinging.add(number)
        for neighbour, share in self._neighbours[number]:
            self._cells[neighbour].load_g += share * change_g
            self._swinging.add(neighbour)

    def _read(self, number: int) -> None:
        cell = self._cells[number]
        self._sixteenths[self._channels[number]] = round(cell.code(cell.bend_mm) * 16)


def _build_cell(random: Random) -> _Cell:
    """Draw a cell, then trim its gap until the empty code is in the band."""
    cell = _Cell(
        spring_g_per_mm=random.gauss(_CELL["spring_gf_per_mm"], _CELL["spring_gf_per_mm"] * _CELL["spring_sd"]),
        remanence_mt=random.gauss(_MAGNET["Br_mT"], _MAGNET["Br_mT"] * _MAGNET["Br_sd"]),
        codes_per_mt=_HALL["mV_per_mT"] / _LSB_MV * _within(random, 1, _HALL["gain_sd"], _HALL["gain_tolerance"]),
        zero_code=_within(random, _HALL["zero_code"], _HALL["offset_sd_lsb"], _HALL["offset_tolerance_lsb"]),
        gap_mm=_CELL["gap_empty_mm"],
    )
    wanted = random.uniform(*_CELL["empty_code_after_trim"])
    nearest_mm, farthest_mm = _CELL["gap_empty_mm"] - 1.5, _CELL["gap_empty_mm"] + 1.5
    for _ in range(40):
        cell.gap_mm = (nearest_mm + farthest_mm) / 2
        if cell.code(0) > wanted:
            nearest_mm = cell.gap_mm
        else:
            farthest_mm = cell.gap_mm
    return cell


def _mean16(code: float) -> int:
    """Return the mean of many conversions: noise lets it resolve less than a code."""
    readings = [convert(round(code * 16) + noise) for noise in range(-32, 33, 4)]
    return round(16 * sum(readings) / len(readings))


def _within(random: Random, mean: float, deviation: float, tolerance: float) -> float:
    """Draw a part that passed its maker's test."""
    while True:
        value = random.gauss(mean, deviation)
        if abs(value - mean) <= tolerance:
            return value


def _neighbours(surface: ModuleType, number: int) -> list[tuple[int, float]]:
    """Return the fields that feel a load on this one through the plate, and their shares of it."""
    found = []
    for other in range(surface.FIELDS):
        apart = math.hypot(
            surface.X_MM10[other] - surface.X_MM10[number], surface.Y_MM10[other] - surface.Y_MM10[number]
        )
        if 0 < apart < 1.1 * surface.PITCH_MM10:
            found.append((other, PARAMETERS["crosstalk"]["mechanical_edge"]))
        elif 0 < apart < 1.5 * surface.PITCH_MM10:
            found.append((other, PARAMETERS["crosstalk"]["mechanical_diagonal"]))
    return found

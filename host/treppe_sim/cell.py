"""One weighing cell: weight -> flexure -> magnet -> Hall sensor, with hands that press and a platform that swings.

The field on the magnet's axis at the distance z from its face is
B(z) = Br/2 ((z+L)/sqrt((z+L)^2+R^2) - z/sqrt(z^2+R^2)), and z = gap - load/spring.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate, islice, repeat
from random import Random

from treppe_sim.parameters import PARAMETERS

_HALL = PARAMETERS["hall"]
_MAGNET = PARAMETERS["magnet"]
_CELL = PARAMETERS["cell"]
_LSB_MV = PARAMETERS["adc"]["vref_mV"] / 4096
_LENGTH_MM: float = _MAGNET["length_mm"]
_RADIUS_MM: float = _MAGNET["diameter_mm"] / 2
_LOWEST: float = _HALL["clips_at_codes"][0]
_HIGHEST: float = _HALL["clips_at_codes"][1]
FULL_LOAD_G = 84.0
_PLATFORM_G: float = _CELL["platform_g"]
_FULL_G = FULL_LOAD_G + _PLATFORM_G
_ZETA: float = _CELL["zeta_at_full_load"]
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
class Press:
    """A hand on a field: a steady force, then a letting go."""

    force_g: float
    holds_until_us: float
    lets_go_us: float

    def felt_g(self, now_us: float) -> float:
        """Return the force that is left now."""
        return self.force_g * min(1.0, max(0.0, 1 - (now_us - self.holds_until_us) / self.lets_go_us))

    def has_kink(self, now_us: float, until_us: float) -> bool:
        """Tell whether the hand begins or ends to let go in that time."""
        begins_us, ends_us = self.holds_until_us, self.holds_until_us + self.lets_go_us
        return now_us < begins_us < until_us or now_us < ends_us < until_us

    def is_over(self, now_us: float) -> bool:
        """Tell whether the hand has let go."""
        return now_us >= self.holds_until_us + self.lets_go_us


@dataclass(slots=True)
class Cell:
    """One cell as it was built, and where its platform is."""

    spring_g_per_mm: float
    remanence_mt: float
    codes_per_mt: float
    zero_code: float
    gap_mm: float
    # Drift, per kelvin that it is warmer than when it was calibrated.
    offset_codes_per_k: float = 0.0
    field_per_k: float = 0.0
    bend_per_k: float = 0.0
    warmer_k: float = 0.0
    own_g: float = 0.0
    load_g: float = 0.0  # with what its neighbours pass on and what friction keeps
    friction_g: float = 0.0
    creep_g: float = 0.0  # what it bends more for a load that has stood for long
    shown_mt: float = 0.0  # what its own magnet adds at a neighbour's sensor, likewise
    neighbours_mt: float = 0.0  # what the magnets around it add, beyond what they add when all fields are empty
    bend_mm: float = 0.0
    speed_mm_per_ms: float = 0.0
    presses: list[Press] = field(default_factory=list)

    def code(self, bend_mm: float) -> float:
        """Return the converter's ideal code with the platform bent down so far."""
        mt = self.field_mt(bend_mm) * (1 + self.field_per_k * self.warmer_k) + self.neighbours_mt
        zero_code = self.zero_code + self.offset_codes_per_k * self.warmer_k
        return min(_HIGHEST, max(_LOWEST, zero_code + mt * self.codes_per_mt))

    def field_mt(self, bend_mm: float) -> float:
        """Return the field of its own magnet with the platform bent down so far."""
        return axial_field_mt(self.gap_mm - bend_mm, self.remanence_mt)

    @property
    def weight_g(self) -> float:
        """What bends the spring while no hand is there, as a load of its nominal stiffness."""
        return self.load_g * (1 + self.bend_per_k * self.warmer_k) + self.creep_g

    @property
    def rest_mm(self) -> float:
        """How far the platform is bent when it has come to rest."""
        return min(self.weight_g / self.spring_g_per_mm, self.stop_mm)

    @property
    def stop_mm(self) -> float:
        """How far it bends before it stands on its stop."""
        stop_mm: float = self.gap_mm - _CELL["stop_gap_mm"]
        return stop_mm

    def creep(self, fraction: float, share: float) -> None:
        """Creep by a share of what is missing to `fraction` of the load."""
        self.creep_g += (fraction * self.own_g - self.creep_g) * share

    def force_g(self, now_us: float) -> float:
        """Return the load with the hands on it."""
        return self.weight_g + sum(press.felt_g(now_us) for press in self.presses)

    def _forces_g(self, now_us: float, until_us: float, steps: int) -> Iterable[float]:
        """Return the load with the hands on it at the end of each of so many steps."""
        if not self.presses:
            return repeat(self.weight_g, steps)
        if any(press.has_kink(now_us, until_us) for press in self.presses):
            return [self.force_g(now_us + (until_us - now_us) * index / steps) for index in range(1, steps + 1)]
        # Without a kink in between the force of all hands changes evenly.
        first_g = self.force_g(now_us)
        more_g = (self.force_g(until_us) - first_g) / steps
        return islice(accumulate(repeat(more_g, steps), initial=first_g), 1, None)

    def step(self, now_us: float, until_us: float) -> bool:
        """Swing until then; tell whether the platform stands still."""
        stop_mm = self.stop_mm
        stiffness = self.spring_g_per_mm * _GRAVITY
        damping = 2 * _ZETA * math.sqrt(stiffness * _FULL_G)
        mass_g = _PLATFORM_G + self.own_g
        steps = max(1, round((until_us - now_us) / 1000 / _STEP_MS))
        step_ms = (until_us - now_us) / 1000 / steps
        bend_mm, speed = self.bend_mm, self.speed_mm_per_ms
        for force_g in self._forces_g(now_us, until_us, steps):
            speed += (force_g * _GRAVITY - stiffness * bend_mm - damping * speed) / mass_g * step_ms
            bend_mm += speed * step_ms
            if bend_mm > stop_mm:
                bend_mm, speed = stop_mm, 0.0
        self.bend_mm, self.speed_mm_per_ms = bend_mm, speed
        if self.presses:
            self.presses = [press for press in self.presses if not press.is_over(until_us)]
        if self.presses or abs(speed) > _STILL_MM_PER_MS:
            return False
        return abs(self.weight_g - bend_mm * self.spring_g_per_mm) < _STILL_G or bend_mm == stop_mm


def build_cell(random: Random) -> Cell:
    """Draw a cell, then trim its gap until the empty code is in the band."""
    cell = Cell(
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


def _within(random: Random, mean: float, deviation: float, tolerance: float) -> float:
    """Draw a part that passed its maker's test."""
    while True:
        value = random.gauss(mean, deviation)
        if abs(value - mean) <= tolerance:
            return value

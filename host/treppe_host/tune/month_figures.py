"""The figures of a field's month for people, and how brightly a field glows that wants a look."""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from treppe_host.tune.months import FieldMonth, Month

_WIDE_MARGIN, _POOR_MARGIN = 5.0, 2.0
_FULL_DRIFT_G, _FULL_NOISE_G, _FULL_BOUNCES, _FULL_ASKED = 9.0, 1.5, 2.0, 0.25
_CALM_LAG_S, _LATE_LAG_S = 0.35, 0.05
"""Even quick hands need about as long as the first to carry a piece, and none as little as the second."""


class Figure(NamedTuple):
    """One kind of health."""

    name: str
    value_of: Callable[[FieldMonth, ModuleType], float | None]
    glow_of: Callable[[float], float]
    """1 and more: as bad as it is worth telling; 0 and less: good."""
    form: str


OF_ALL = (Figure("asked", lambda field, _: field.asked, lambda part: part / _FULL_ASKED, "{:.0%}"),)
OF_CELLS = (
    Figure(
        "margin",
        lambda field, surface: field.margin(surface),
        lambda margin: (_WIDE_MARGIN - margin) / (_WIDE_MARGIN - _POOR_MARGIN),
        "{:.1f} σ",
    ),
    Figure("drift", lambda field, _: field.drift_g, lambda drift_g: abs(drift_g) / _FULL_DRIFT_G, "{:+.1f} g"),
    Figure("noise", lambda field, _: field.noise_g, lambda noise_g: noise_g / _FULL_NOISE_G, "±{:.2f} g"),
    *OF_ALL,
)
OF_REEDS = (
    Figure("bounces", lambda field, _: field.bounced, lambda bounced: bounced / _FULL_BOUNCES, "{:.1f}"),
    Figure(
        "opens",
        lambda field, _: field.lag_s,
        lambda lag_s: (_CALM_LAG_S - lag_s) / (_CALM_LAG_S - _LATE_LAG_S),
        "{:.2f} s",
    ),
    *OF_ALL,
)


def values(month: Month, figure: Figure, surface: ModuleType) -> dict[int, float]:
    """Return what is known of the fields, by their numbers."""
    told = {number: figure.value_of(noted, surface) for number, noted in month.fields.items()}
    return {number: value for number, value in told.items() if value is not None}


def glow(month: Month, number: int, surface: ModuleType, figures: Iterable[Figure]) -> float | None:
    """Return how much a field wants a look, 0 to 1, by the worst of these figures that is known; None if none is."""
    noted = month.fields.get(number, FieldMonth())
    told = [figure.glow_of(value) for figure in figures if (value := figure.value_of(noted, surface)) is not None]
    return max(0.0, min(1.0, max(told))) if told else None

"""Suggests settings: recorded play on a board runs again under others, from quicker to surer;
what a board had before it takes them can be taken back.

One currency weighs them: seconds that players lose at an action, by waiting for the record and by its trouble.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from treppe_host.supervision import end_with_parent
from treppe_host.tune.kinds import SensorKind
from treppe_host.tune.rerun import Outcome, Span, rerun
from treppe_host.tune.settings import default

LEAST_ACTIONS = 100
"""With fewer actions nothing is suggested."""
LEAST_FOR_QUICKER = 300
"""None wrong of so many says that at most one of a hundred is, with 95 %: less would be no reason to hurry."""
_LEAST_FEWER = 3
"""So many questions, wrong or missing records fewer are no chance."""
QUESTION_S, WRONG_S, MISSING_S = 5.0, 60.0, 10.0
_MOST = 20
Command = Callable[..., Mapping[str, Any]]
"""Gives a board a command with its fields, and returns its answer."""


def path(kind: SensorKind) -> list[dict[str, int]]:
    """Return the settings that are tried, from quicker to surer."""
    return [dict(zip(kind.CURVE, values, strict=True)) for values in kind.PATH]


def of_curve(kind: SensorKind, settings: Mapping[str, Any]) -> dict[str, int]:
    """Return those of a board's settings that the curve changes."""
    return {name: int(settings.get(name, default(name))) for name in kind.CURVE}


@dataclass(frozen=True, slots=True)
class Point:
    """Settings, and what would have become of the recorded actions with them."""

    settings: Mapping[str, int]
    outcome: Outcome

    @property
    def trouble(self) -> int:
        """How many actions were asked about, wrong or missing."""
        return self.outcome.questions + self.outcome.wrong + self.outcome.missing

    @property
    def lost_s(self) -> float:
        """How many seconds players lose at an action."""
        outcome = self.outcome
        trouble_s = QUESTION_S * outcome.questions + WRONG_S * outcome.wrong + MISSING_S * outcome.missing
        return outcome.delay_ms / 1000 + trouble_s / max(1, outcome.actions)


@dataclass(frozen=True, slots=True)
class TradeOff:
    """Points from quicker to surer; `present` is the one that the board has, `chosen` the one to take."""

    points: Sequence[Point]
    present: int
    chosen: int
    num_needed: int
    """So many actions more are needed before something can be suggested, or something quicker; 0: enough."""


def trade_off(points: Sequence[Point], present: Mapping[str, int]) -> TradeOff:
    """Return the curve of points, from quicker to surer, among them the present one."""
    at = [point.settings for point in points].index(present)
    now = points[at].outcome
    missing = LEAST_ACTIONS - now.actions
    allowed = [number for number in range(len(points)) if _may_take(points, at, number)]
    chosen = min(allowed, key=lambda number: (points[number].lost_s, abs(number - at)))
    return TradeOff(points, at, chosen, missing if missing > 0 else max(0, LEAST_FOR_QUICKER - now.actions))


def _may_take(points: Sequence[Point], present: int, number: int) -> bool:
    """Tell whether evidence allows a point: a quicker one only a step at a time, and without new trouble."""
    now, point = points[present], points[number]
    if number == present:
        return True
    if now.outcome.actions < LEAST_ACTIONS:
        return False
    if number < present:
        is_next = number == present - 1
        return is_next and now.outcome.actions >= LEAST_FOR_QUICKER and point.trouble <= now.trouble
    return now.trouble - point.trouble >= _LEAST_FEWER


def tried(kind: SensorKind, present: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the settings to try, from quicker to surer, with the present ones at their place among them."""
    steps = path(kind)
    if present in steps:
        return steps
    key = kind.CURVE[-1]
    place = sum(each[key] < present[key] for each in steps)
    return [*steps[:place], dict(present), *steps[place:]]


def try_all(
    spans: Sequence[Span], settings: Sequence[Mapping[str, int]], tell: Callable[[int, int], bool]
) -> list[Point]:
    """Return what would have become of the spans under each of the settings, on all cores.

    `tell(done, most)` hears how far it is, and stops it by returning False: then the list is empty.
    """
    outcomes = [Outcome() for _ in settings]
    most = len(spans) * len(settings)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), end_with_parent) as pool:
        jobs = {pool.submit(rerun, span, chosen): number for number, chosen in enumerate(settings) for span in spans}
        for done, job in enumerate(as_completed(jobs), 1):
            outcomes[jobs[job]].add_outcome(job.result())
            if not tell(done, most):
                pool.shutdown(cancel_futures=True)
                return []
    return [Point(chosen, outcome) for chosen, outcome in zip(settings, outcomes, strict=True)]


def present_settings(command: Command, kind: SensorKind) -> dict[str, int]:
    """Return those of a board's settings that the curve changes; raise BoardError."""
    return of_curve(kind, command("status")["settings"])


def take_settings(command: Command, kind: SensorKind, settings: Mapping[str, int], folder: Path, board: str) -> None:
    """Let a board have other settings, at once and for good; raise BoardError, OSError."""
    before = present_settings(command, kind)
    _remember(folder, board, [*_earlier(folder, board), before])
    _change(command, before, settings)


def take_back_settings(command: Command, kind: SensorKind, folder: Path, board: str) -> dict[str, int]:
    """Let a board have the settings before the last ones that were taken; return them, nothing if there are none.

    Raises BoardError, OSError.
    """
    earlier = _earlier(folder, board)
    if not earlier:
        return {}
    _change(command, present_settings(command, kind), earlier[-1])
    _remember(folder, board, earlier[:-1])
    return earlier[-1]


def can_take_back_settings(folder: Path, board: str) -> bool:
    """Tell whether settings were taken that can be taken back."""
    return bool(_earlier(folder, board))


def _change(command: Command, before: Mapping[str, int], settings: Mapping[str, int]) -> None:
    for name, value in settings.items():
        if before.get(name) != value:
            command("set", name=name, value=value)


def _earlier(folder: Path, board: str) -> list[dict[str, int]]:
    try:
        found = json.loads((folder / board / "earlier_settings.json").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return found if isinstance(found, list) else []


def _remember(folder: Path, board: str, earlier: list[dict[str, int]]) -> None:
    path = folder / board / "earlier_settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(earlier[-_MOST:]), "utf-8")
    new.replace(path)

"""Findings about a running board, from its answers, by stage of the build guide."""

from collections.abc import Callable, Iterator
from typing import Any

from treppe import VERSION, surfaces
from treppe.sensing.kinds import kind_of

from treppe_host import words
from treppe_host.deploy.answers import Answers
from treppe_host.deploy.shared_causes import join_shared
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding, graded
from treppe_host.link.diagnostics import part_of

# Codes of the converter: an empty field and its tolerance; noise of one frame (model: 0.8).
_EMPTY = (2620, 60)
_LOUD_CODES = 2.0
_NEAR_WATCHDOG_MS = 4000  # the watchdog restarts the board after 8000 ms
_BEGINS_MS = 1000  # the longest start of a game on a Pico, see docs/performance.md
_CHAIN = ("reed_chain", "tile")
_NOTHING_READ = ("chain_silent", "chain_grounded", "chain_unloaded")
_PASSING = {
    "stack_leans": (LOOK, "straighten"),
    "hall_restless": (LOOK, "goes_on"),
    "hall_drifts": (LOOK, "goes_on"),
    "ground_jumps": (LOOK, "goes_on"),
}
"""What sensing notices though no part is broken, by its code, with what to do."""
_STATES = {"good": GOOD, "look": LOOK, "broken": BROKEN}


def judge_answers(answers: Answers, stage: int | None = None) -> list[Finding]:
    """Return the findings about a board's answers."""
    examinations = STAGES[stage] if stage else EVERYTHING
    findings = [finding for examine in examinations for finding in examine(answers)]
    if findings and not any(finding.part == "surface" for finding in findings):
        findings += _tested("surface")(answers)  # what it is taken for stands above all
    return join_shared(findings, surfaces.load(answers.hello["surface"]))


def _firmware(answers: Answers) -> Iterator[Finding]:
    version = answers.hello["firmware"]
    verdict = GOOD if version == VERSION else LOOK
    advice = "" if verdict == GOOD else "other_version"
    diagnostic = {"code": "firmware_runs", "firmware": version, "python": answers.figures["python"]}
    yield Finding("firmware", verdict, diagnostic, advice)


def _memory(answers: Answers) -> Iterator[Finding]:
    heap, flash = answers.figures["heap"] / 1000, answers.figures["flash"] / 1000
    yield graded("memory", heap, 80, 30, "which_game", code="kilobytes_free", free=round(heap))
    yield graded("flash", flash, 200, 64, "make_room", code="kilobytes_free", free=round(flash))


def _complaints(answers: Answers) -> Iterator[Finding]:
    """Return the faults that the board found at its start and its self-test does not repeat.

    The few scans at the start take slow noise for references that are off; the self-test looks longer.
    """
    named = _named(answers)
    is_noisy = any(test["told"].get("code") == "converter_noisy" for test in answers.tests)
    is_calibration_tested = any(part_of(test["told"]) == "calibration" for test in answers.tests)
    for diagnostic in answers.hello.get("complaints", ()):
        part = part_of(diagnostic)
        if is_noisy and part in ("references", "multiplexer"):
            continue
        if words.part_name(part, diagnostic) not in named and not (part == "calibration" and is_calibration_tested):
            yield Finding(part or "start", LOOK, diagnostic, _advise(part, "pico_docs"))


def _tested(*parts: str) -> "Examination":
    """Return a function for the results of the self-test about these parts; for all without parts."""

    def examine(answers: Answers) -> Iterator[Finding]:
        for test in answers.tests:
            if not parts or part_of(test["told"]) in parts:
                yield tested(test["state"], test["told"])

    return examine


def tested(state: str, diagnostic: dict[str, Any]) -> Finding:
    """Return a result of a self-test as a finding with its advice."""
    part = part_of(diagnostic)
    verdict = _STATES[state] if part != "reeds" else LOOK  # open ones may be dead
    advice = "" if verdict == GOOD else "reeds_walk" if diagnostic["code"] == "reeds_open" else _advise(part)
    return Finding(part or diagnostic["code"], verdict, diagnostic, advice)


def _advise(part: str, otherwise: str = "guide") -> str:
    """Return the advice on a part."""
    return part if part in words.load_codes("en").ADVICE else otherwise


def _named(answers: Answers) -> set[str]:
    """Return the names of the parts that have failed the self-test."""
    odd = [test["told"] for test in answers.tests if test["state"] != "good"]
    return {words.part_name(part_of(diagnostic), diagnostic) for diagnostic in odd if part_of(diagnostic)}


def _faults(answers: Answers) -> Iterator[Finding]:
    """Return the faults that sensing noticed during play and the self-test does not repeat."""
    named = _named(answers)
    is_chain_named = any(part_of(test["told"]) in _CHAIN for test in answers.tests if test["state"] != "good")
    is_anything_read = not any(test["told"]["code"] in _NOTHING_READ for test in answers.tests)
    for fault in answers.status["faults"]:
        part = part_of(fault)
        if part == "field" and not is_anything_read:
            continue
        if not (part in _CHAIN and is_chain_named) and words.part_name(part, fault) not in named:
            verdict, advice = _PASSING.get(fault["code"], (BROKEN, "goes_on"))
            yield Finding(part or "sensors", verdict, fault, advice)


def _cells(answers: Answers) -> Iterator[Finding]:
    """Return findings about the codes of empty fields; only building stages ask for them: no piece may stand there."""
    if not _is_tower(answers):
        return
    surface = surfaces.load(answers.hello["surface"])
    codes, noises = answers.codes(), answers.noises()
    off = [
        f"{surface.NAMES[place]} {codes[channel]:.0f}"
        for place, channel in enumerate(surface.CHANNELS)
        if abs(codes[channel] - _EMPTY[0]) > _EMPTY[1]
    ]
    if off:
        yield Finding("empty_cells", LOOK, {"code": "cells_off", "fields": off}, "empty_cell")
    else:
        yield Finding("empty_cells", GOOD, {"code": "cells_good"})
    loudest = max(surface.CHANNELS, key=lambda channel: noises[channel])
    name = surface.NAMES[surface.CHANNELS.index(loudest)]
    noise = noises[loudest]
    diagnostic = {"code": "loudest", "codes": f"{noise:.1f}", "field": name}
    yield graded("noise", -noise, -_LOUD_CODES, -4 * _LOUD_CODES, "loud_cell", **diagnostic)


def _cell(answers: Answers) -> Iterator[Finding]:
    if _is_tower(answers):
        yield Finding("one_cell", LOOK, {"code": "cell_model"}, "one_cell")


def _link(answers: Answers) -> Iterator[Finding]:
    link = answers.link
    bad = link.bad_lines + link.board_bad_lines
    diagnostic = {
        "code": "lines_counted",
        "lines": link.lines,
        "bad": bad,
        "resends": link.repeats + link.board_resends,
        "min": f"{1000 * min(link.trips_s):.0f}",
        "median": f"{1000 * link.median_s:.0f}",
        "max": f"{1000 * max(link.trips_s):.0f}",
    }
    is_good = link.median_s < 0.1 and not bad
    yield Finding("link", GOOD if is_good else LOOK, diagnostic, "" if is_good else "cable")


def _pace(answers: Answers) -> Iterator[Finding]:
    slowest_ms = answers.figures["slowest_ms"]
    yield graded("pace", -slowest_ms, -_BEGINS_MS, -_NEAR_WATCHDOG_MS, "slow", code="slowest_frame", ms=slowest_ms)


def _is_tower(answers: Answers) -> bool:
    return bool(kind_of(surfaces.load(answers.hello["surface"])).IS_CALIBRATED)


Examination = Callable[[Answers], Iterator[Finding]]

_references = _tested(
    "multiplexer",
    "multiplexers",
    "references",
    "select_lines",
    "sensor_supply",
    "supply_3v3a",
    "thermistor",
    "converter",
)

STAGES: dict[int, tuple[Examination, ...]] = {
    1: (_tested("supply", "supply_3v3a"),),
    2: (_firmware, _memory, _tested("display"), _link),
    3: (_tested("lamps"),),
    4: (_tested("surface", "surface_memory"),),
    5: (_tested(*_CHAIN),),
    6: (_tested(*_CHAIN, "field", "reeds"), _faults),
    7: (_references,),
    8: (_references, _cells, _cell),
    9: (_references, _tested("field", "fields", "lamps"), _cells, _faults),
    10: (_tested("calibration", "field"), _complaints),
    11: (_firmware, _memory, _complaints, _tested(), _faults, _link, _pace),
}
"""The findings of each stage of the build guide; stage 6 also tests each field, see `reed_walk`."""

EVERYTHING: tuple[Examination, ...] = STAGES[11]

"""Findings about many fields that one part has in common: a chip, a network of resistors, the surface itself."""

from types import ModuleType
from typing import Any

from treppe.sensing.kinds import kind_of

from treppe_host.finding import BROKEN, Finding

_CHIP, _NETWORK = 8, 4  # inputs of a shift register, and of them those that hang on one network of pull-ups
_OF_SURFACE = (
    "field",
    "fields",
    "multiplexer",
    "multiplexers",
    "references",
    "select_lines",
    "supply_3v3a",
    "thermistor",
    "converter",
    "calibration",
    "surface_memory",
    "sensor_supply",
    "empty_cells",
    "noise",
)


def join_shared(findings: list[Finding], surface: ModuleType) -> list[Finding]:
    """Return the findings with the surface first, and those that have one cause in common as one."""
    ordered = sorted(findings, key=lambda each: each.part != "surface")
    known = [each for each in ordered if each.part == "surface" and each.diagnostic.get("code") == "surface_good"]
    named = {each.diagnostic["field"] for each in ordered if each.part == "field" and each.verdict == BROKEN}
    if kind_of(surface).IS_CALIBRATED:
        if known and len(named) == surface.FIELDS:
            diagnostic = {**known[0].diagnostic, "code": "surface_unanswered"}
            rest = [each for each in ordered if each.part not in (*_OF_SURFACE, "surface")]
            return [Finding("surface", BROKEN, diagnostic, "surface"), *rest]
        return ordered
    for code in ("reed_stuck", "reed_chatters"):
        ordered = _join_reeds(ordered, surface, code)
    return ordered


def _join_reeds(findings: list[Finding], surface: ModuleType, code: str) -> list[Finding]:
    """Join the fields with one fault: all of a surface, of a chip, of a network."""
    alike = [each for each in findings if each.part == "field" and each.diagnostic.get("code") == code]
    by_channel = {surface.CHANNELS[surface.NAMES.index(each.diagnostic["field"])]: each for each in alike}
    if len(alike) > surface.FIELDS // 2:
        return _replace(findings, alike, {"code": "shared_by_all", "count": len(alike), "of": surface.FIELDS})
    for size, name in ((_CHIP, "shared_by_chip"), (_NETWORK, "shared_by_network")):
        for first in range(0, max(surface.CHANNELS) + 1, size):
            members = [by_channel[at] for at in range(first, first + size) if at in by_channel]
            wanted = sum(first <= at < first + size for at in surface.CHANNELS)
            if wanted > 1 and len(members) == wanted and all(each in findings for each in members):
                fields = [each.diagnostic["field"] for each in members]
                diagnostic = {"code": name, "count": len(members), "chip": first // _CHIP + 1, "fields": fields}
                findings = _replace(findings, members, diagnostic)
    return findings


def _replace(findings: list[Finding], members: list[Finding], diagnostic: dict[str, Any]) -> list[Finding]:
    """Return the findings with one in the place of the first of these."""
    at = findings.index(members[0])
    joined = Finding("fields", members[0].verdict, diagnostic, "shared")
    rest = [each for each in findings if each not in members]
    return [*rest[:at], joined, *rest[at:]]

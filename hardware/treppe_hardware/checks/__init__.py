"""Checks of well-formed descriptions: `check_hardware` finds their mistakes, and says what to do.

Each function `check_...` of the modules named here is a rule: of a circuit, or of all files together.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from treppe_hardware.checks import (
    cables,
    circuit,
    controls,
    doubles,
    field_wiring,
    fields,
    footprints,
    guards,
    levels,
    mechanics,
    orders,
    parts,
    pins,
    places,
    power,
    ratings,
    switches,
)
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.descriptions.description import Hardware

__all__ = ["Finding", "check_hardware"]

_Rule = Callable[[Any], Iterable[Finding]]


def _rules_of(*modules: ModuleType) -> list[_Rule]:
    own = [(one, module) for module in modules for name, one in vars(module).items() if name.startswith("check_")]
    return [one for one, module in own if one.__module__ == module.__name__]


_OF_FILES = _rules_of(doubles, orders, mechanics)
_OF_CIRCUITS = _rules_of(pins, fields, circuit, field_wiring, levels, controls, power, parts, ratings)
_OF_CIRCUITS += _rules_of(switches, guards, footprints, places, cables)


def check_hardware(hardware: Hardware) -> list[Finding]:
    """Return all errors and doubts, errors first, in the order of files and lines."""
    findings = set(pins.find_misuse(hardware.controller))
    for surface in hardware.surfaces.values():
        joined = Circuit(hardware.controller_of(surface), surface, hardware.footprints, hardware.parts)
        findings |= {finding for rule in _OF_CIRCUITS for finding in rule(joined)}
    findings |= {finding for rule in _OF_FILES for finding in rule(hardware)}
    return sorted(findings, key=lambda one: (not one.is_error, str(one.path), one.line, one.what))

"""What can be wrong with a description that is readable: `check` finds it and says what to do."""

from hardware.tools.checks.circuit import check_circuit
from hardware.tools.checks.fields import check_fields
from hardware.tools.checks.finding import Finding
from hardware.tools.checks.levels import check_levels
from hardware.tools.checks.pins import check_pins
from hardware.tools.checks.power import check_power
from hardware.tools.descriptions.description import Hardware

__all__ = ["Finding", "check"]


def check(hardware: Hardware) -> list[Finding]:
    """Return everything that is wrong or doubtful, errors first, in the order of files and lines."""
    findings = check_pins(hardware.controller)
    for surface in hardware.surfaces.values():
        findings += check_pins(hardware.controller, surface)
        for one in (check_fields, check_circuit, check_levels, check_power):
            findings += one(hardware.controller, surface)
    return sorted(set(findings), key=lambda one: (not one.is_error, str(one.path), one.line, one.what))

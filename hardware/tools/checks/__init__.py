"""Checks of well-formed descriptions: `check` finds their faults, and says what to do."""

from treppe.sensing.kinds import kind_called

from hardware.tools.checks.cables import check_cables
from hardware.tools.checks.circuit import check_circuit
from hardware.tools.checks.controls import check_controls
from hardware.tools.checks.fields import check_fields
from hardware.tools.checks.finding import Finding
from hardware.tools.checks.footprints import check_footprints
from hardware.tools.checks.guards import check_guards
from hardware.tools.checks.levels import check_levels
from hardware.tools.checks.nets import Circuit
from hardware.tools.checks.orders import check_orders
from hardware.tools.checks.parts import check_parts
from hardware.tools.checks.pins import check_pins
from hardware.tools.checks.places import check_places
from hardware.tools.checks.power import check_power
from hardware.tools.checks.ratings import check_ratings
from hardware.tools.checks.switches import check_switches
from hardware.tools.descriptions.description import Hardware

__all__ = ["Finding", "check"]


def check(hardware: Hardware) -> list[Finding]:
    """Return all errors and doubts, errors first, in the order of files and lines."""
    findings = check_pins(hardware.controller)
    for surface in hardware.surfaces.values():
        controller = hardware.controller_of(surface)
        findings += check_pins(controller, surface)
        findings += check_fields(controller, surface)
        circuit = Circuit(controller, surface)
        findings += check_circuit(circuit)
        findings += check_levels(circuit)
        findings += check_controls(circuit)
        findings += check_power(circuit, kind_called(surface.sensor).LIGHT_MA)
        findings += check_parts(circuit)
        findings += check_ratings(circuit)
        findings += check_switches(circuit)
        findings += check_guards(circuit)
        findings += check_footprints(circuit, hardware.footprints)
        findings += check_places(circuit, hardware.footprints)
        findings += check_cables(circuit, hardware.parts.values(), hardware.footprints)
    findings += check_orders(hardware)
    return sorted(set(findings), key=lambda one: (not one.is_error, str(one.path), one.line, one.what))

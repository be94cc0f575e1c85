"""Checks of well-formed descriptions: `check` finds their faults, and says what to do."""

from treppe_hardware.checks.cables import check_cables
from treppe_hardware.checks.circuit import check_circuit
from treppe_hardware.checks.controls import check_controls
from treppe_hardware.checks.doubles import check_doubles, check_labels
from treppe_hardware.checks.fields import check_fields
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.footprints import check_footprints
from treppe_hardware.checks.guards import check_guards
from treppe_hardware.checks.levels import check_levels
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.checks.orders import check_orders
from treppe_hardware.checks.parts import check_parts
from treppe_hardware.checks.pins import check_pins
from treppe_hardware.checks.places import check_places
from treppe_hardware.checks.power import check_power
from treppe_hardware.checks.ratings import check_ratings
from treppe_hardware.checks.switches import check_switches
from treppe_hardware.descriptions.description import Hardware

__all__ = ["Finding", "check"]


def check_hardware(hardware: Hardware) -> list[Finding]:
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
        findings += check_power(circuit)
        findings += check_parts(circuit)
        findings += check_ratings(circuit)
        findings += check_switches(circuit)
        findings += check_guards(circuit)
        findings += check_footprints(circuit, hardware.footprints)
        findings += check_places(circuit, hardware.footprints)
        findings += check_labels(circuit)
        findings += check_cables(circuit, hardware.parts.values(), hardware.footprints)
    findings += [*check_doubles(hardware), *check_orders(hardware)]
    return sorted(set(findings), key=lambda one: (not one.is_error, str(one.path), one.line, one.what))

"""Checks of the pin map against what the RP2040 can do on each pin."""

import re
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.descriptions.controller import Controller, Pin
from treppe_hardware.descriptions.source import At

# The pins that the firmware asks for by name.
WANTED = (
    *("SPI_SCK", "SPI_MOSI", "SPI_MISO", "REED_LOAD", "MUX_SELECT0", "MUX_SELECT1"),
    *("MUX_SELECT2", "MUX_SELECT3", "MUX_ENABLE_A", "MUX_ENABLE_B", "I2C_SDA", "I2C_SCL"),
    *("BUTTON_END", "BUTTON_UNDO", "BUTTON_MENU", "BUTTON_OK", "PIEZO", "SENSOR_SUPPLY"),
    *("LAMP_DATA", "LAMP_RETURN", "REVISION", "EXTERNAL_5V", "LAMP_SUPPLY", "ADC0"),
    *("ADC1", "ADC2"),
)
# Buses and inputs that the firmware opens by number.
_FIXED = {
    "SPI_SCK": "SPI0 SCK",
    "SPI_MOSI": "SPI0 TX",
    "SPI_MISO": "SPI0 RX",
    "I2C_SDA": "I2C0 SDA",
    "I2C_SCL": "I2C0 SCL",
    "ADC0": "ADC0",
    "ADC1": "ADC1",
    "ADC2": "ADC2",
}
_ANYWHERE = ("GPIO in", "GPIO in pull-up", "GPIO out 0", "GPIO out 1", "PIO in", "PIO out")
_INSIDE_THE_PICO = (23, 24, 25, 29)
_FIRST_ADC = 26


def functions(gp: int) -> tuple[str, ...]:
    """Return the functions of a pin of the RP2040 (data sheet, table of pin functions), besides plain GPIO and PIO."""
    found = [
        f"SPI{gp // 8 % 2} {('RX', 'CSn', 'SCK', 'TX')[gp % 4]}",
        f"UART{(gp + 4) // 8 % 2} {('TX', 'RX', 'CTS', 'RTS')[gp % 4]}",
        f"I2C{gp // 2 % 2} {('SDA', 'SCL')[gp % 2]}",
        f"PWM{gp // 2 % 8} {'AB'[gp % 2]}",
    ]
    if gp >= _FIRST_ADC:
        found.append(f"ADC{gp - _FIRST_ADC}")
    return tuple(found)


def find_misuse(controller: Controller) -> Iterator[Finding]:
    """Yield what is wrong with a controller's pin map, whatever hangs on it."""
    yield from _check_uses(controller)
    yield from _check_names(controller)
    for pin in controller.pins:
        yield from _check_function(controller, pin)


def _check_uses(controller: Controller) -> Iterator[Finding]:
    for index, pin in enumerate(controller.pins):
        for other in controller.pins[:index]:
            yield from _check_pair(controller, pin, other)
        if pin.gp in _INSIDE_THE_PICO and pin.surfaces:
            what = f"GP{pin.gp} ({pin.name}) does not come out of the Pico"
            yield mistake("pin-inside", At(controller.path, pin.line), what, value=_free(controller))


def _check_pair(controller: Controller, pin: Pin, other: Pin) -> Iterator[Finding]:
    """Check that two pins share nothing that they must not; `other` is above `pin` in the file."""
    path, line = controller.path, pin.line
    if pin.gp == other.gp:
        what = f"GP{pin.gp} is used twice, for {other.name} and {pin.name}"
        advice = f"give one of them a free pin ({_free(controller)})"
        yield mistake("pin-twice", At(path, line), what, advice=advice)
    if pin.name == other.name:
        what = f"{pin.name} is given to GP{other.gp} and GP{pin.gp}"
        yield mistake("name-twice", At(path, line), what)
    shared = set(pin.surfaces) & set(other.surfaces)
    if shared and pin.function == other.function and pin.function not in _ANYWHERE:
        what, why = (
            f"{pin.function} is on GP{other.gp} and on GP{pin.gp}",
            "a line of a bus comes out at one pin at a time",
        )
        yield mistake("function-twice", At(path, line), what, why=why)


def _check_names(controller: Controller) -> Iterator[Finding]:
    """Look for names that the firmware misses, and for selects that its quick scan cannot reach."""
    places = {pin.name: pin.gp for pin in controller.pins}
    selects = [places.get(f"MUX_SELECT{number}", -1) for number in range(4)]
    if -1 not in selects and selects != list(range(selects[0], selects[0] + 4)):
        what = f"MUX_SELECT0 to 3 lie on {', '.join(f'GP{gp}' for gp in selects)}"
        yield mistake("selects-apart", At(controller.path, controller.pin("MUX_SELECT0").line), what)
    names = {pin.name for pin in controller.pins if pin.surfaces}
    for name in WANTED:
        if name not in names:
            yield mistake("name-missing", At(controller.path, 1), f"no pin is called {name}", value=_free(controller))


def _check_function(controller: Controller, pin: Pin) -> Iterator[Finding]:
    wanted = _FIXED.get(pin.name, pin.function)
    able = _ANYWHERE + functions(pin.gp)
    places = [f"GP{gp}" for gp in range(30) if pin.function in functions(gp)]
    what = f"{pin.name}: GP{pin.gp} cannot be {pin.function}"
    why, advice = f"it can be {', '.join(functions(pin.gp))}", f"use one of {', '.join(places)}"
    if pin.function in able and pin.function != wanted:
        what = f"{pin.name} is {pin.function} on GP{pin.gp}, the firmware opens it as {wanted}"
        why = "buses and converter inputs have numbers of their own"
        advice = f"use one of {', '.join(f'GP{gp}' for gp in range(30) if wanted in functions(gp))}"
    elif pin.function in able:
        return
    elif not places:
        what = f"{pin.name}: no pin of the RP2040 has the function {pin.function!r}"
        why, advice = "the firmware could not set it up", f"write one of {', '.join(able)}"
    elif re.match(r"ADC\d", pin.function):
        what = f"{pin.name}: GP{pin.gp} is no input of the converter"
        why, advice = "only GP26 to GP29 reach the ADC", f"use {places[0]} for {pin.function}"
    yield mistake("pin-unable", At(controller.path, pin.line), what, why=why, advice=advice)


def check_wishes(circuit: Circuit) -> Iterator[Finding]:
    """The functions that a surface asks of pins are there."""
    controller, surface = circuit.controller, circuit.surface
    line = surface.source.line("functions")
    names = {pin.name: pin for pin in controller.pins}
    for name, function in surface.functions.items():
        if name not in names:
            what = f"functions: the controller has no pin {name}"
            yield mistake(
                "wish-unknown",
                At(surface.source.path, line),
                what,
                value=", ".join(sorted(pin for pin in names if names[pin].surfaces)),
            )
        elif function not in _ANYWHERE and function not in functions(names[name].gp):
            what = f"functions: {name} is GP{names[name].gp}, which cannot be {function}"
            yield mistake(
                "wish-unable", At(surface.source.path, line), what, value=", ".join(functions(names[name].gp))
            )


def _free(controller: Controller) -> str:
    used = {pin.gp for pin in controller.pins if pin.surfaces} | set(_INSIDE_THE_PICO)
    return ", ".join(f"GP{gp}" for gp in range(29) if gp not in used) or "none is left"

"""Self-test of supply, lamps, surface identity, select lines, memory and display, between two scans.

Results are like those of treppe/sensing/self_test.py.
"""

import time

import pins
from machine import ADC, Pin, mem32
from treppe.runtime import const

from drivers.bus import open_bus
from drivers.identity import identify

_GOOD, _LOOK, _BROKEN = "good", "look", "broken"
_ENOUGH_MV = const(4400)
_LEAST_MV = const(4200)
_DISPLAY, _MEMORY = 0x3C, 0x50
_SELECTS = (pins.MUX_SELECT0, pins.MUX_SELECT1, pins.MUX_SELECT2, pins.MUX_SELECT3)


# Edges that the pads have seen, latched until they are written back (RP2040 data sheet 2.19.6: INTR0); four bits a pin.
_EDGES = const(0x400140F0)
_ROSE = 8 << 4 * pins.LAMP_RETURN
_SEND_MS = const(6)  # 145 lamps take 4.4 ms


_OFF_MS = 20  # until the sensors' 100 nF are empty, through their own outputs
_ON_MS = 5
_STILL_FED = 800 * 4  # a sum of four codes; a diode from another pin feeds a sensor less than that


def look(surface_name: str, supply, lamps, scanner) -> list[tuple[str, str, str]]:
    """Return the results for a board with this surface, whose multiplexers are off now."""
    results = [_supply(supply), _lamps(lamps), _identity(surface_name)]
    is_tower = surface_name in ("square7", "hex49")
    if is_tower:
        results.append(_select_lines())
        results.append(_sensor_supply(scanner))
    return results + _bus(is_tower)


def _supply(supply):
    millivolts = supply.read_mv()
    text = f"{millivolts} mV from " + ("the 5 V supply" if supply.is_external() else "USB")
    if millivolts >= _ENOUGH_MV:
        return ("supply", _GOOD, text)
    text += "; another cable or supply, lamps need most; all else works"
    return ("supply", _LOOK if millivolts >= _LEAST_MV else _BROKEN, text)


def _lamps(lamps):
    """Send one pixel more than there are lamps: it comes back only if every lamp passes its data on."""
    Pin(pins.LAMP_RETURN, Pin.IN)
    while lamps.is_busy():
        time.sleep_ms(1)
    mem32[_EDGES] = _ROSE
    lamps.show()
    time.sleep_ms(_SEND_MS)
    if mem32[_EDGES] & _ROSE:
        return ("lamps", _GOOD, "the last one passes on what it gets")
    text = "nothing comes back on GP1: all shine now, look for the first dark one; if none is, the return line is open"
    return ("lamps", _LOOK, text + "; all else works")


def _identity(surface_name):
    found = identify(ADC(Pin(pins.ADC2)))
    if found == surface_name:
        return ("surface", _GOOD, found)
    text = f"GP28 reads as {found or 'no surface'}, not {surface_name}, with both multiplexers off: "
    return ("surface", _BROKEN, text + "an enable line is stuck, or the plug; sensors may read nonsense")


def _select_lines():
    """Drive one line high at a time; the other lines are inputs with pull-downs meanwhile."""
    shorted = []
    for driven in _SELECTS:
        others = [Pin(number, Pin.IN, Pin.PULL_DOWN) for number in _SELECTS if number != driven]
        Pin(driven, Pin.OUT, value=1)
        shorted += [other for other in others if other()]
        Pin(driven, Pin.OUT, value=0)
    for number in _SELECTS:
        Pin(number, Pin.OUT, value=0)
    if shorted:
        return ("select lines", _BROKEN, "two of GP6 to GP9 are joined: fields are read from wrong places")
    return ("select lines", _GOOD, "none joined to another")


def _sensor_supply(scanner):
    """Switch the sensors' supply off for a moment: only the references, channels 0 and 15, may read anything then."""
    frame = scanner.frame()
    scanner.supply(0)
    time.sleep_ms(_OFF_MS)
    scanner.scan(frame)
    scanner.supply(1)
    time.sleep_ms(_ON_MS)
    fed = [place for place in range(56) if 0 < place & 15 < 15 and frame[place] > _STILL_FED]
    if not fed:
        return ("sensor supply", _GOOD, "goes off and on")
    where = "all sensors are fed" if len(fed) == 49 else f"multiplexer M{fed[0] >> 4} reads {frame[fed[0]] >> 2}"
    return ("sensor supply", _LOOK, f"with GP19 off {where}: its transistor, or a joint; all fields work")


def _bus(is_tower):
    found = open_bus().scan()
    results = []
    if is_tower and _MEMORY in found:
        results.append(("surface memory", _GOOD, "24C32 at 0x50"))
    elif is_tower:
        results.append(("surface memory", _BROKEN, "does not answer: its calibration cannot be read or kept"))
    if _DISPLAY in found:
        results.append(("display", _GOOD, "SSD1306 at 0x3C"))
    else:
        results.append(("display", _LOOK, "does not answer; lamps and buttons do without"))
    return results

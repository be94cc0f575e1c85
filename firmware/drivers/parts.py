"""Self-test of supply, lamps, surface identity, select lines, memory and display, between two scans.

Results are like those of treppe/sensing/self_test.py.
"""

import time

import pins
from machine import ADC, Pin, mem32
from treppe.runtime import const

from drivers.bus import DISPLAY, MEMORY, answers, open_bus
from drivers.chip import registers
from drivers.identity import identify, read_part

_GOOD, _LOOK, _BROKEN = "good", "look", "broken"
_ENOUGH_MV = const(4400)
_LEAST_MV = const(4200)
_SELECTS = (pins.MUX_SELECT0, pins.MUX_SELECT1, pins.MUX_SELECT2, pins.MUX_SELECT3)
_ROSE = 8 << 4 * pins.LAMP_RETURN
_SEND_MS = const(6)  # 145 lamps take 4.4 ms


_OFF_MS = 20  # until the sensors' 100 nF are empty, through their own outputs
_ON_MS = 5
_STILL_FED = 800 * 4  # a sum of four codes; a diode from another pin feeds a sensor less than that


def look(surface_name: str, supply, lamps, scanner) -> list[tuple[str, dict]]:
    """Return the results for a board with this surface, whose multiplexers are off now."""
    results = [_identity(surface_name), _supply(supply), _lamps(lamps)]
    is_tower = surface_name in ("square7", "hex49")
    if is_tower:
        results.append(_select_lines())
        results.append(look_at_sensor_supply(scanner))
    return results + _bus(is_tower)


def _supply(supply):
    millivolts = supply.read_mv()
    source = "5V" if supply.feeds_lamps() else "5V+USB" if supply.is_external() else "USB"
    if millivolts >= _ENOUGH_MV:
        return _GOOD, {"code": "supply_good", "mv": millivolts, "source": source}
    return _LOOK if millivolts >= _LEAST_MV else _BROKEN, {"code": "supply_weak", "mv": millivolts, "source": source}


def _lamps(lamps):
    """Send one pixel more than there are lamps: it comes back only if every lamp passes its data on."""
    Pin(pins.LAMP_RETURN, Pin.IN)
    while lamps.is_busy():
        time.sleep_ms(1)
    mem32[registers.EDGES] = _ROSE
    lamps.show()
    time.sleep_ms(_SEND_MS)
    if mem32[registers.EDGES] & _ROSE:
        return _GOOD, {"code": "lamps_good"}
    return _LOOK, {"code": "lamps_dark"}


def _identity(surface_name):
    part = read_part(ADC(Pin(pins.ADC2)))
    found, percent = identify(part), round(100 * part)
    if found == surface_name:
        return _GOOD, {"code": "surface_good", "name": found, "percent": percent}
    return _BROKEN, {"code": "surface_unsure", "name": surface_name, "found": found or "-", "percent": percent}


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
        return _BROKEN, {"code": "lines_joined"}
    return _GOOD, {"code": "lines_good"}


def look_at_sensor_supply(scanner):
    """Switch the sensors' supply off for a moment: only the references, channels 0 and 15, may read anything then."""
    frame = scanner.frame()
    scanner.supply(0)
    time.sleep_ms(_OFF_MS)
    scanner.scan(frame)
    scanner.supply(1)
    time.sleep_ms(_ON_MS)
    fed = [place for place in range(56) if 0 < place & 15 < 15 and frame[place] > _STILL_FED]
    if not fed:
        return _GOOD, {"code": "feed_good"}
    if len(fed) == 49:
        return _LOOK, {"code": "feed_stays"}
    return _LOOK, {"code": "feed_leaks", "mux": fed[0] >> 4, "reads": frame[fed[0]] >> 2}


def _bus(is_tower):
    wires = open_bus()
    results = []
    if is_tower and answers(wires, MEMORY):
        results.append((_GOOD, {"code": "memory_good"}))
    elif is_tower:
        results.append((_BROKEN, {"code": "memory_silent"}))
    if answers(wires, DISPLAY):
        results.append((_GOOD, {"code": "display_good"}))
    else:
        results.append((_LOOK, {"code": "display_silent"}))
    return results

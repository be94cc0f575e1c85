"""Checks of numbers to order by: what a maker's number says of value, package and tolerance is what the part is."""

import re
from collections.abc import Iterator
from pathlib import Path

from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import farads, ohms
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.orders import Order

_NEAR = 0.001
_PACKAGES = {"R_0603": "0603", "C_0603": "0603", "C_0805": "0805", "R4_0603": "4x0603", "CP_SMD_6": "6.3"}
# What the end of a chip's number says of its package, by maker.
_SUFFIXES = {
    "Texas Instruments": [
        (r"M96$", "SOIC"),
        (r"DBVR$|DBVT$", "SOT-23-5"),
        (r"DBZR$|DBZT$", "SOT-23"),
        (r"DCYR$|DCYT$", "SOT-223"),
        (r"PWR?$|PWT$", "TSSOP"),
        (r"DGVR$", "TVSOP"),
        (r"DBR$", "SSOP"),
        (r"RGYR$|RGYT$", "QFN"),
        (r"NSR?$", "SO"),
        (r"(?<!S)DR$|(?<!S)DT$|(?<=\d)D$", "SOIC"),
        (r"(?<=\d)[EN]$", "DIP"),
        (r"LPG$|LP$", "TO-92"),
    ],
    "Nexperia": [(r"PW\b", "TSSOP"), (r"BQ\b", "QFN"), (r"DB\b", "SSOP"), (r"D\b", "SOIC"), (r"GV\b|GW\b", "SOT-23-5")],
    "Microchip": [(r"-SS", "SOIC"), (r"-XH|-X", "TSSOP"), (r"-MA", "DFN"), (r"-P\b|-PU", "DIP"), (r"-ST", "TSSOP")],
    "Infineon": [
        (r"^IRF7410", "SOIC"),
        (r"^IRF7", "another transistor in SOIC"),
        (r"^IRL?ML", "SOT-23"),
        (r"^IRLR|^IRFR", "DPAK"),
    ],
    "Vishay": [
        (r"^SI4435DDY", "SOIC"),
        (r"^SI", "?"),
        (r"^SS5\d-", "SMC"),
        (r"^SS[123]\d-", "SMA"),
        (r"^SS[123]\dH?B", "SMB"),
    ],
    "MDD": [(r"^SS\d+$", "SMA"), (r"^SS\d+B$", "SMB"), (r"^SS\d+C$", "SMC")],
    "Littelfuse": [(r"^SMBJ", "SMB"), (r"^SMCJ", "SMC"), (r"^SMAJ", "SMA"), (r"^2920", "2920"), (r"^1812", "1812")],
    "LUTE": [(r"^2920", "2920"), (r"^1812", "1812")],
    "JST": [
        (r"^B2B-XH-A", "XH_2"),
        (r"^B3B-XH-A", "XH_3"),
        (r"^B4P-VH", "VH_4"),
        (r"^S\d", "side entry"),
        (r"^B\d", "?"),
    ],
    "On Shore Technology": [(r"^302-S401", "BOX_2x20"), (r"^302-S141", "BOX_2x7"), (r"^302-", "?")],
    "Worldsemi": [(r"^WS2812B-(B|V)", "LED_5050"), (r"^WS2812", "?")],
    "Alpha & Omega Semicon": [(r"^AO34", "SOT-23"), (r"^AO4", "SOIC")],
    "Changjiang Electronics Tech": [(r"^2N7002$|^CJ431$", "SOT-23"), (r"^2N7002|^CJ", "?")],
    "Sunlord": [(r"^SDNT1608", "0603"), (r"^SDNT2012", "0805"), (r"^SDNT1005", "0402")],
    "Same Sky (formerly CUI)": [(r"^PJ-102AH", "JACK"), (r"^PJ-", "?")],
    "Omron": [(r"^B3F-10[56]", "BUTTON"), (r"^B3F", "?")],
    "TDK": [(r"^PS124", "PIEZO"), (r"^PS", "?")],
    "hongjiacheng": [(r"^MMBT\d+$|^H\w+T2B$", "SOT-23"), (r"^SK10\dC$", "SMC"), (r"^H|^SK", "?")],
}
# How the number begins of what looks alike and is not: by sensitivity, volts, radio.
_BEGINS = {
    "DRV5055A3": "DRV5055A3",
    "HALL_SWITCH": "DRV5032AJ",
    "WS2812B": "WS2812B",
    "PICO": "SC091[567]",
    "SUPPLY_5V_4A": r"G\w+05-P1J",
    "TVS_5V": "SMBJ5.0A",
    "C_1000U": "(10|16|25)",
    "REED": r"MDSR-10-\d",
}
_FOOTPRINTS = {"D_SMA": "SMA", "D_SMB": "SMB", "D_SMC": "SMC", "FUSE_2920": "2920", "R_0603": "0603"}


def check_orders(hardware: Hardware) -> Iterator[Finding]:
    """Check every line of orders.toml against the part that it is for, and against the other lines."""
    yield from _check_turns(hardware)
    path = hardware.orders_path
    seen: dict[str, str] = {}
    reeds = {one.sensor_part.name: one.ampere_turns for one in hardware.surfaces.values() if one.ampere_turns}
    for name, order in hardware.orders.items():
        part_name, _, value = name.partition(" ")
        part = hardware.parts.get(part_name)
        if part is None:
            yield _finding(path, order, f"{name}: there is no part {part_name}", "nobody orders it")
            continue
        for number in filter(None, (order.mpn, order.lcsc, order.digikey, order.mouser)):
            if number in seen:
                yield _finding(
                    path, order, f"{name} has the number {number} of {seen[number]}", "one of them is another part"
                )
            seen[number] = name
        known = hardware.lcsc.get(order.lcsc)
        if order.lcsc and known is None:
            yield _finding(
                path, order, f"{name}: {order.lcsc} is not in lcsc.toml", "nobody has read what LCSC sells by it"
            )
        if known and _plain(known) != _plain(order.mpn):
            yield _finding(
                path,
                order,
                f"{name}: {order.lcsc} is {known}, not {order.mpn}",
                "the fab places what LCSC's number says",
            )
        corner = re.search(r"-(TL|TR|BL|BR)(?![A-Z0-9])", order.package)
        turn = hardware.fabs.turns.get(part.footprint)
        if order.package and turn and (order.package.split()[0] != order.lcsc or not corner or corner[1] != turn.first):
            yield _finding(
                path,
                order,
                f"{name}: {order.lcsc} is turned as {turn.first}, by its package {order.package!r}",
                "another number lies another way round: every one of them then has its supply reversed",
            )
        begins = _BEGINS.get(part_name, "")
        if not re.match(begins, order.mpn):
            what = f"{name}: {order.mpn} is another kind, the number begins with {begins}"
            yield _finding(path, order, what, "it has the same case, and another sensitivity, voltage or radio")
        said = decode(order)
        wanted = _wanted(part, value)
        if part_name in reeds:
            wanted["ampere-turns"] = "-".join(map(str, reeds[part_name]))
        for what, said_of_it in said.items():
            if what in wanted and not _alike(said_of_it, wanted[what]):
                yield _finding(
                    path,
                    order,
                    f"{name}: {order.mpn} is of {what} {_in_words(said_of_it)}, the part of {_in_words(wanted[what])}",
                    "what is delivered does not fit, or does something else",
                )


def _check_turns(hardware: Hardware) -> Iterator[Finding]:
    """Pin 1 of each footprint lies where the fab's own, turned as we say, has it."""
    for name, turn in hardware.fabs.turns.items():
        pad = next(one for one in hardware.footprints[name].pads if one.name == "1")
        x, y = {"L": -1, "R": 1}.get(turn.first[-1], 0), {"T": 1, "B": -1}.get(turn.first[0], 0)
        for _ in range(turn.jlcpcb // 90):
            x, y = -y, x
        if not turn.symmetric and (x * pad.x < 0 or y * pad.y < 0 or (x and not pad.x)):
            yield Finding(
                hardware.orders_path.with_name("fabs.toml"),
                turn.line,
                f"{name}: pin 1 lies at {pad.x:g}, {pad.y:g}, the fab's at {turn.first}, turned by {turn.jlcpcb}",
                "every part of this package comes back the wrong way round",
                "compare our footprint, its turn and the fab's preview",
            )


def _finding(path: Path, order: Order, what: str, why: str) -> Finding:
    return Finding(path, order.line, what, why, "look the number up again, at the maker's or the distributor's page")


def _plain(number: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", number.upper())


def _alike(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= _NEAR * max(abs(one), abs(other), 1e-15)
    return one == other


def _in_words(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _wanted(part: Part, value: str) -> dict[str, object]:
    """Return what the description says of a part: ohms or farads, package, tolerance in percent, volts."""
    wanted: dict[str, object] = {}
    if part.resistors and value:
        wanted["ohms"] = float(ohms(value))
    if part.name in ("C", "C_10U") or part.footprint.startswith("CP_"):
        sizes = {"C_10U": "10u", "C_100U": "100u", "C_1000U": "1000u"}
        wanted["farads"] = farads(value or sizes.get(part.name, "100n"))
    if part.tolerance and part.name in ("R", "R_PRECISE", "R4"):
        wanted["tolerance"] = part.tolerance
    bare = re.sub(r"-(8|14|16|24W|28W)$", "", part.footprint)
    package = _FOOTPRINTS.get(part.footprint) or _PACKAGES.get(part.footprint) or bare
    if package:
        wanted["package"] = package
    if part.rated_volts:
        wanted["volts"] = part.rated_volts
    return wanted


def decode(order: Order) -> dict[str, object]:
    """Return what a maker's number says, by the maker's scheme; nothing where we know none."""
    mpn, maker = order.mpn, order.maker
    if maker == "UNI-ROYAL" and (found := re.match(r"(0402|0603|0805)WA([FJDB])(\d{3})(\d|J|K)T", mpn)):
        factor = {"J": 0.1, "K": 0.01}.get(found[4], 10.0 ** int(found[4]) if found[4].isdigit() else 1.0)
        return {
            "package": found[1],
            "tolerance": {"F": 1.0, "J": 5.0, "D": 0.5, "B": 0.1}[found[2]],
            "ohms": float(found[3]) * factor,
        }
    if maker == "UNI-ROYAL" and (found := re.match(r"4D0(2|3)WG([JF])0(\d\d)(\d)T", mpn)):
        return {
            "package": {"2": "4x0402", "3": "4x0603"}[found[1]],
            "tolerance": {"J": 5.0, "F": 1.0}[found[2]],
            "ohms": float(found[3]) * 10 ** int(found[4]),
        }
    if maker == "YAGEO" and (found := re.match(r"R[CT](0402|0603|0805)([FJBD])[RK]\w?\w?D?0?7(\w+)L$", mpn)):
        return {
            "package": found[1],
            "tolerance": {"F": 1.0, "J": 5.0, "B": 0.1, "D": 0.5}[found[2]],
            "ohms": float(ohms(found[3].replace("K", "k"))),
        }
    if maker == "YAGEO" and (found := re.match(r"CC(0402|0603|0805)K\w(X7R|X5R|NPO)\dBB(\d\d)(\d)", mpn)):
        return {"package": found[1], "farads": float(found[3]) * 10 ** int(found[4]) * 1e-12}
    if maker == "Samsung Electro-Mechanics" and (found := re.match(r"CL(05|10|21|31)\w(\d\d)(\d)", mpn)):
        package = {"05": "0402", "10": "0603", "21": "0805", "31": "1206"}[found[1]]
        return {"package": package, "farads": float(found[2]) * 10 ** int(found[3]) * 1e-12}
    if maker == "Panasonic" and (found := re.match(r"ERA-(2|3|6)A(E)?(B|W|R)(\d\d)(\d)V", mpn)):
        package = {"2": "0402", "3": "0603", "6": "0805"}[found[1]]
        return {"package": package, "tolerance": 0.1, "ohms": float(found[4]) * 10 ** int(found[5])}
    if maker == "Panasonic" and (found := re.match(r"EE[EU]-F[KR](0J|1A|1C|1E|1V)(\d\d)(\d)", mpn)):
        volts = {"0J": 6.3, "1A": 10.0, "1C": 16.0, "1E": 25.0, "1V": 35.0}[found[1]]
        return {"volts": volts, "farads": float(found[2]) * 10 ** int(found[3]) * 1e-6}
    if maker == "Rubycon" and (found := re.match(r"(6\.3|10|16|25|35)Z\w\w(\d+)M\w+?(\d+)X([\d.]+)$", mpn)):
        return {"volts": float(found[1]), "farads": float(found[2]) * 1e-6, "package": f"CP_D{found[3]}_P5"}
    if maker == "Mean Well" and (found := re.match(r"G\w+?E(\d\d)-P1J", mpn)):
        return {"volts": float(found[1])}
    if maker == "Littelfuse" and (found := re.match(r"M[DI]\w+-(\d+)-(\d+-\d+)$", mpn)):
        return {"ampere-turns": found[2]} | ({} if found[1] == "10" else {"package": f"glass of {found[1]} mm"})
    if maker == "DMBJ" and (found := re.match(r"RVT(0J|1A|1C|1E|1V)(\d\d)(\d)M0?(\d)", mpn)):
        volts = {"0J": 6.3, "1A": 10.0, "1C": 16.0, "1E": 25.0, "1V": 35.0}[found[1]]
        sizes = {"6": "6.3", "8": "8", "5": "5", "4": "4"}
        return {
            "volts": volts,
            "farads": float(found[2]) * 10 ** int(found[3]) * 1e-6,
            "package": sizes.get(found[4], "?"),
        }
    for pattern, package in _SUFFIXES.get(maker, []):
        if re.search(pattern, mpn):
            return {"package": package}
    return {}

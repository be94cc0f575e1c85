"""Reads, writes and compares calibrations of tower surfaces.

The file is JSON: {"form": "treppe calibration 1", "surface", "material", "thermistor", "serial", "grams": [0, 12, ...],
"fields": {"a1": [code at 0 g, at 12 g, ...], ...}}; codes are those of the 12-bit converter, in sixteenths. Where
weights are still learned from play, "doubts": {"a1": 26, ...} says by how many per cent they may be off.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from treppe.sensing import calibration, stored, storing
from treppe.sensing.calibration import KNOT_G, KNOTS, Calibration

from treppe_host.errors import BadFile
from treppe_host.words import reason

_FORM = "treppe calibration 1"
_PIECE = 180  # bytes
_MOST_LESS_PERCENT, _MOST_MORE_PERCENT = 20, 25
GRAMS = tuple(KNOT_G * knot for knot in range(KNOTS))


def decode(record: bytes, surface: ModuleType) -> Calibration:
    """Return the calibration in a record of a surface's memory; raise BadFile."""
    try:
        return stored.decode(record, surface)
    except ValueError as error:
        raise BadFile(f"the calibration cannot be used: {reason(error)}") from None


def codes(table: Calibration, field: int) -> list[float]:
    """Return the codes of a field at GRAMS."""
    return [table.code16(field, 100 * mass_g) / 16 for mass_g in GRAMS]


def to_json(table: Calibration, surface: ModuleType) -> str:
    """Return a calibration as the content of a file."""
    fields = {name: codes(table, field) for field, name in enumerate(surface.NAMES)}
    head = {"form": _FORM, "surface": surface.NAME, "material": table.material, "thermistor": table.thermistor}
    lines = ",\n  ".join(f"{json.dumps(name)}: {json.dumps(values)}" for name, values in fields.items())
    start = json.dumps({**head, "serial": table.serial, "grams": GRAMS})[:-1]
    named = {surface.NAMES[field]: doubt for field, doubt in enumerate(table.doubts) if doubt}
    doubts = f' "doubts": {json.dumps(named)},\n' if named else ""
    return f'{start},\n{doubts} "fields": {{\n  {lines}\n }}}}\n'


def to_csv(table: Calibration, surface: ModuleType) -> str:
    """Return the codes as a table for spreadsheets, a line for each field.

    >>> from treppe import surfaces
    >>> from treppe.sensing.tables import nominal
    >>> square = surfaces.load("square7")
    >>> to_csv(nominal(square), square).splitlines()[0]
    'field,0 g,12 g,24 g,36 g,48 g,60 g,72 g,84 g'
    """
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["field", *(f"{mass_g} g" for mass_g in GRAMS)])
    rows.writerows([name, *codes(table, field)] for field, name in enumerate(surface.NAMES))
    return out.getvalue()


def read_text(text: str, surface: ModuleType) -> bytes:
    """Return the record that a surface stores for this text; raise BadFile with the reason.

    The text is what `to_json` writes, and people may have changed it: all of it is checked.

    >>> from treppe import surfaces
    >>> from treppe.sensing.tables import nominal
    >>> square = surfaces.load("square7")
    >>> decode(read_text(to_json(nominal(square), square), square), square).fields
    49
    """
    try:
        content = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"this is no calibration: {error}") from None
    if not isinstance(content, dict) or content.get("form") != _FORM:
        raise BadFile(f"this is no calibration: it does not say {_FORM!r}")
    if content.get("surface") != surface.NAME:
        raise BadFile(f"calibration of the surface {content.get('surface')}; this one is {surface.NAME}")
    if content.get("material") not in calibration.MATERIALS:
        raise BadFile(f"springs of {content.get('material')!r}: not one of {', '.join(calibration.MATERIALS)}")
    codes16 = [round(16 * code) for name in surface.NAMES for code in _read_field(content, name)]
    thermistor, serial = _read_uint16(content, "thermistor"), _read_uint16(content, "serial")
    doubts = _read_doubts(content, surface)
    try:
        record: bytes = storing.encode(surface.NAME, codes16, content["material"], thermistor, serial, doubts)
        stored.decode(record, surface)
    except ValueError as error:
        raise BadFile(reason(error)) from None
    return record


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _read_uint16(content: dict[str, Any], name: str) -> int:
    value = content.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 65535:
        raise BadFile(f"{name} is {value!r}, not 0 to 65535")
    return value


def _read_field(content: dict[str, Any], name: str) -> list[float]:
    fields = content.get("fields")
    values = fields.get(name) if isinstance(fields, dict) else None
    if not isinstance(values, list) or len(values) != KNOTS:
        raise BadFile(f"field {name}: there are no {KNOTS} codes")
    for value in values:
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 4096:
            raise BadFile(f"field {name}: {value!r} is no code")
    return values


def _read_doubts(content: dict[str, Any], surface: ModuleType) -> bytes:
    doubts = content.get("doubts", {})
    doubts_of = doubts if isinstance(doubts, dict) else {"": doubts}
    for name, doubt in doubts_of.items():
        if name not in surface.NAMES or type(doubt) is not int or not 0 <= doubt <= 100:
            raise BadFile(f"doubt of field {name}: {doubt!r} is not 0 to 100 per cent")
    return bytes(doubts_of.get(name, 0) for name in surface.NAMES)


def renumbered(record: bytes, surface: ModuleType, after: int) -> bytes:
    """Return the record with the serial number after `after`, because a board takes the newest."""
    table = decode(record, surface)
    table.serial = after % 65535 + 1
    return bytes(storing.record_of(table, surface.NAME))


def odd_rises(now: Calibration, other: Calibration, surface: ModuleType) -> dict[str, int]:
    """Return the fields that rise quite otherwise in `other` than in `now`, with by how many per cent more.

    No spring or magnet changes that much; one that was replaced is calibrated on the board. Fields that `now` does not
    know are left out.
    """
    odd = {}
    for field, name in enumerate(surface.NAMES):
        if now.serial and not now.doubt(field):
            own, its = codes(now, field), codes(other, field)
            percent = round(100 * (its[-1] - its[0]) / (own[-1] - own[0]) - 100)
            if not -_MOST_LESS_PERCENT <= percent <= _MOST_MORE_PERCENT:
                odd[name] = percent
    return odd


def check_rises(now: Calibration, other: Calibration, surface: ModuleType) -> None:
    """Raise BadFile if a field of `other` rises quite otherwise than in the board's own calibration `now`."""
    for name, percent in odd_rises(now, other, surface).items():
        raise BadFile({"code": "calibration_other", "field": name, "percent": f"{percent:+}"})


def in_pieces(record: bytes) -> Iterator[dict[str, Any]]:
    """Return the fields of the commands `load` that send a record: each line of the link holds a part.

    >>> [piece["at"] for piece in in_pieces(bytes(300))], next(in_pieces(bytes(300)))["size"]
    ([0, 180], 300)
    """
    for at in range(0, len(record), _PIECE):
        yield {"at": at, "hex": record[at : at + _PIECE].hex(), "size": len(record)}


@dataclass(frozen=True, slots=True)
class Difference:
    """How a field's readings differ between two calibrations."""

    field: int
    empty_g: float
    """Reading of an empty field with the other calibration."""
    full_g: float
    """Difference between the readings of seven pieces."""

    @property
    def is_large(self) -> bool:
        """Return whether the difference exceeds what the quick check allows."""
        return max(abs(self.empty_g), abs(self.full_g)) > 1.5


def compare(now: Calibration, other: Calibration, surface: ModuleType) -> list[Difference]:
    """Return each field's difference between the calibration `now` and another one, in grams."""
    full_cg = 100 * GRAMS[-1]
    return [
        Difference(
            field,
            other.mass_cg(field, now.code16(field, 0)) / 100,
            (other.mass_cg(field, now.code16(field, full_cg)) - full_cg) / 100,
        )
        for field in range(surface.FIELDS)
    ]

"""Order numbers: `hardware/orders.toml`."""

from dataclasses import dataclass
from pathlib import Path

from hardware.tools.descriptions.source import Keys, Source

_ORDER = Keys(
    {"maker": str, "mpn": str},
    {"lcsc": str, "digikey": str, "mouser": str, "alternative": str, "usd": float, "seen": str},
)


@dataclass(frozen=True, slots=True)
class Order:
    """A maker's number, distributors' numbers, and a price with the day on which it was seen (0: none was found).

    `alternative` is another maker's part that fits the same pads and does the same.
    """

    maker: str
    mpn: str
    lcsc: str = ""
    digikey: str = ""
    mouser: str = ""
    alternative: str = ""
    usd: float = 0.0
    seen: str = ""


def read_orders(path: Path) -> dict[str, Order]:
    """Return the numbers by part, or by part and value with a blank between; raise InvalidDescription."""
    source = Source(path)
    for name, table in source.table.items():
        source.check_keys(table, _ORDER, name)
    return {name: Order(**table) for name, table in source.table.items()}

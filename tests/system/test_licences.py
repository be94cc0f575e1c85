"""Every package that an installation brings has a licence that its users can live with, and the page names it."""

import re
from pathlib import Path

import licences

ROOT = Path(__file__).parents[2]
MAY = ("MIT", "BSD", "Apache-2.0", "ISC", "PSF-2.0", "MPL-2.0", "LGPL-3.0-only")
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
            parts = re.split(r" AND | OR ", licences.licence_of(name, package))
            assert all(part.strip("() ").startswith(MAY) for part in parts), name

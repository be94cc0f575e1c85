"""`treppe play --open` opens the page, and nothing where nobody would see it."""

from pathlib import Path

import pytest
from page_driver import Program
from waiting import wait_until

pytestmark = pytest.mark.long


@pytest.fixture
def visits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which browsers write what they are to show: the one that is chosen, and one of the terminal."""
    file = tmp_path / "visits"
    for name in ("chosen", "www-browser"):
        browser = tmp_path / "programs" / name
        browser.parent.mkdir(exist_ok=True)
        browser.write_text(f'#!/bin/sh\necho "{name} $1" >> {file}\n')
        browser.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"), prepend=":")
    for name in ("CI", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return file


def test_the_page_is_opened_in_the_browser(visits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", str(tmp_path / "programs/chosen"))
    program = Program(tmp_path, 8460, "--open")
    wait_until(visits.exists)
    assert visits.read_text() == f"chosen {program.address}\n"
    program.end()


@pytest.mark.parametrize("kind", ["no display", "CI", "--no-browser"])
def test_no_browser_is_opened(visits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    if kind != "no display":
        monkeypatch.setenv("BROWSER", str(tmp_path / "programs/chosen"))
    if kind == "CI":
        monkeypatch.setenv("CI", "true")
    program = Program(tmp_path, 8460, "--open", *([kind] if kind.startswith("-") else []))
    program.end()
    assert not visits.exists()

"""What docs/board.md says of settings and sounds is what the firmware has."""

import importlib
import re
from pathlib import Path

from treppe_host.firmware import firmware_module

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/board.md").read_text()


def section(title):
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_setting_is_told_with_its_default_and_limits():
    settings = firmware_module("settings")
    rows = {}
    for line in section("Settings").splitlines():
        names = re.findall(r"`(\w+)`", line.split("|")[1]) if line.startswith("| `") else []
        values, default = (cell.strip() for cell in line.split("|")[2:4]) if names else ("", "")
        for place, name in enumerate(names):
            defaults = default.split(", ")
            limits = values.split(", ") if " to " in values else [values]
            rows[name] = limits[place % len(limits)], defaults[place % len(defaults)]
    assert set(rows) == set(settings.DEFAULTS)
    for name, (values, default) in rows.items():
        wanted = settings.DEFAULTS[name]
        assert default == ({True: "true", False: "false"}[wanted] if type(wanted) is bool else str(wanted or "none"))
        if name in settings.LIMITS:
            low, high = settings.LIMITS[name]
            assert values == f"{low} to {high}", name


def test_every_sound_is_told(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "firmware")
    figures = importlib.import_module("treppe.panel.sounds").FIGURES
    rows = [line for line in section("Sounds").splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(figures)

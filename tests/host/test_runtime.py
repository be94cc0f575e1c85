"""Modules that are loaded ahead, as on a board whose firmware lies in an image of MicroPython."""

import sys

import pytest
from treppe import runtime

MODULES = ("treppe.games.chance", "treppe.games.hexes")


def test_one_module_a_step_and_all_of_them_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_keeps", [False])
    monkeypatch.setattr(runtime, "_stays", set())
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    steps = runtime.load_ahead(" ".join((*MODULES, "treppe.runtime")))
    loaded = []
    while next(steps, False):
        loaded.append([name for name in MODULES if runtime.is_loaded(name)])
    assert loaded == [[MODULES[0]], [*MODULES]]
    runtime.let_go(MODULES[0])
    assert runtime.is_loaded(MODULES[0])

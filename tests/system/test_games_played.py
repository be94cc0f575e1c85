"""Simulated hands play through the firmware in a real MicroPython, link and store: the record is what they played.

The quick games to their end, of the others the first actions; what `treppe demo` shows.
"""

import io
from pathlib import Path

import pytest
from rich.console import Console
from treppe.games import catalogue
from treppe_host.demo import clean
from treppe_host.demo.careless import PeopleDemo
from treppe_host.store.store import Store

pytestmark = pytest.mark.apart

WHOLE = ("blockade", "aufstellen", "wetteifern")
BEGUN_ACTIONS = 6


@pytest.mark.parametrize("name", catalogue.names())
def test_what_hands_play_is_lit_recorded_and_stored(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in WHOLE:
        monkeypatch.setattr(clean, "MOST_ACTIONS", BEGUN_ACTIONS)
    shown = io.StringIO()
    store = Store(f"sqlite:///{tmp_path}/games.db")
    clean.play_demo(store, name, None, Console(file=shown, width=200))  # raises DemoFailed if anything is not as it was
    assert "(agreed) after 6 actions" in shown.getvalue() or name in WHOLE


def test_people_who_err_and_put_it_right_are_recorded_as_they_meant(tmp_path: Path) -> None:
    shown = io.StringIO()
    store = Store(f"sqlite:///{tmp_path}/games.db")
    clean.play_demo(store, "aufstellen", 1, Console(file=shown, width=200), PeopleDemo)
    for habit in ("over", "by mistake on", "adjusts"):
        assert f" {habit} " in shown.getvalue()
    assert "game 1 in" in shown.getvalue()


@pytest.mark.long
def test_hands_end_twice_in_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this game a turn ends where END has just ended the laying, and a question about a tile stands."""
    monkeypatch.setattr(clean, "MOST_ACTIONS", 30)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    clean.play_demo(store, "seven", 14, Console(file=io.StringIO(), width=200))

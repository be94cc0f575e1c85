"""No game without its node counts, its recorded game, its test file, its page and its picture."""

import json
import re
from pathlib import Path

import pytest
from treppe import games

ROOT = Path(__file__).parents[2]
# Lines of a game file: of the two large games, and of all others.
LONGEST = {"seven": 400, "cubes": 400}
CHECKS = ("check_perft", "check_random_games", "check_playthrough")


@pytest.mark.parametrize("name", games.NAMES)
def test_game_has_all_it_needs(name: str) -> None:
    entries = json.loads((ROOT / f"tests/data/perft/{name}.json").read_text())
    assert entries and all(entry["counts"] for entry in entries)
    lines = (ROOT / f"tests/data/playthroughs/{name}.txt").read_text().splitlines()
    assert lines[0].split()[0] == name and len(lines) > 10
    tests = (ROOT / f"tests/games/test_{name}.py").read_text()
    for check in CHECKS:
        assert f'{check}("{name}"' in re.sub(r"\(\s+", "(", tests), f"test_{name}.py does not call {check}"
    page = (ROOT / f"docs/games/{name}.md").read_text()
    assert f"{name}.svg" in page
    assert (ROOT / f"docs/games/{name}.svg").stat().st_size > 500


@pytest.mark.parametrize("name", games.NAMES)
def test_game_file_is_its_rules_and_nothing_else(name: str) -> None:
    lines = (ROOT / f"firmware/treppe/games/{name}.py").read_text().splitlines()
    assert len(lines) <= LONGEST.get(name, 250)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_ending_is_reached_by_a_test(name: str) -> None:
    tests = (ROOT / f"tests/games/test_{name}.py").read_text()
    for reason in games.load(name).State.REASONS[1:]:
        assert f'"{reason} ' in tests or f'"{reason}"' in tests, f"no test ends {name} by {reason}"

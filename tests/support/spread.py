"""How tests are spread over the workers of `make test`, and which of them it leaves to `make test-long`."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

LONG = (
    # What is built, compiled, installed or brought onto a Pico; mistakes that people make in circuits.
    "hardware/test_boards.py", "hardware/test_checks.py", "hardware/test_descriptions.py", "hardware/test_spice.py",
    "host/test_build_report.py", "pico/test_image.py", "system/test_compiled_rules.py", "system/test_deploy.py",
    "system/test_deploy_doctor.py", "system/test_deploy_killed.py", "system/test_page_alone.py", "system/test_wheel.py",
    "system/test_tenth_game.py", "system/test_working_folder.py",
    # Whatever goes wrong: every odd value, every lie, kills and cuts; runs of steps that Hypothesis looks for.
    "host/test_copies.py", "host/test_exchange_exact.py", "host/test_host_untrusting.py",
    "host/test_import_checks.py", "host/test_journal_machine.py", "host/test_link_machine.py",
    "host/test_store_machine.py", "system/test_board_untrusting.py", "system/test_lying_pico.py",
    "system/test_page_hostile.py", "system/test_page_strangers.py", "system/test_troubles.py",
    # Pages, but for that on which people play.
    "host/club/test_club_event_page.py", "system/test_page_access.py", "system/test_page_analysis.py",
    "system/test_page_boards.py", "system/test_page_company.py", "system/test_page_games.py",
    "system/test_page_import.py", "system/test_page_looks.py", "system/test_page_overlay.py",
    "system/test_page_screen.py", "system/test_page_together.py", "system/test_page_troubles.py",
    "system/test_page_tune.py",
    # Evenings, other computers, boards far away, thorough analysis; what many games, or many cells, come to.
    "host/test_analysis.py", "host/test_board_levels.py", "host/test_calibrating_hands.py", "host/test_health.py",
    "host/test_programs_finish.py", "host/test_reed_health.py", "host/test_sensing_goals.py",
    "system/test_alone.py", "system/test_learning.py",
    "system/test_any_computer.py", "system/test_board_company.py", "system/test_evening.py", "system/test_idle.py",
    "system/test_mirror.py", "system/test_opening.py", "system/test_publishing.py", "system/test_sensing_commands.py",
)  # fmt: skip
"""Files whose tests are all marked as long: what a change seldom breaks. CI runs them."""

LONGEST = (
    "system/test_page_access.py",
    "system/test_compiled_rules.py",
    "system/test_page_games.py",
    "system/test_deploy.py",
    "system/test_deploy_killed.py",
    "system/test_page_company.py",
    "system/test_mirror.py",
    "system/test_page_analysis.py",
    "system/test_page_play.py",
    "system/test_page_tune.py",
    "system/test_page_screen.py",
    "system/test_page_looks.py",
    "system/test_page_troubles.py",
    "system/test_page_boards.py",
    "hardware/test_boards.py",
    "system/test_deploy_doctor.py",
    "system/test_tenth_game.py",
    "system/test_wheel.py",
    "system/test_evening.py",
)
"""Files that are begun first, for one that is begun last leaves the other workers idle."""

APART = (
    "test_on_micropython.py",
    "hardware/test_checks.py",
    "host/test_exchange_exact.py",
    "host/test_host_untrusting.py",
    "host/test_import_checks.py",
    "system/test_any_computer.py",
    "system/test_board.py",
    "system/test_board_untrusting.py",
    "system/test_docs.py",
    "system/test_games_played.py",
    "system/test_lying_pico.py",
    "system/test_troubles.py",
    "host/test_cli.py",
    "host/test_copies.py",
    "host/test_review.py",
)
"""Long files whose tests share nothing: they are handed out one by one, next."""

_FIRST = LONGEST + APART


def seeds(count: int, most: int = 5) -> list[object]:
    """Return parameters for a search by chance: so many seeds, of which the first `most` are not long."""
    return [pytest.param(seed, marks=[pytest.mark.long] * (seed >= most)) for seed in range(count)]


def is_left_out(path: Path, wanted: str) -> bool:
    """Return whether a run of tests with such marks needs nothing of a file: importing it would take its time."""
    return wanted == "not long" and path.as_posix().endswith(LONG)


class Spread(LoadFileScheduling):
    """Gives a worker the tests of a whole file, for they share what they set up, or a single one of a file in APART."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if file.endswith(APART) else file


def arrange(items: list[pytest.Item]) -> None:
    """Mark the long tests and put the longest first; tests of a page stay as they are written.

    The tests of a page share one program, in their order, like visits in an evening.
    """
    for item in items:
        if item.path.as_posix().endswith(LONG):
            item.add_marker("long")
    items.sort(key=lambda item: _place(item.path))
    for path in {item.path for item in items if item.path.name.startswith("test_page_")}:
        places = [place for place, item in enumerate(items) if item.path == path]
        for place, item in zip(places, sorted([items[place] for place in places], key=_line), strict=True):
            items[place] = item


def _line(item: pytest.Item) -> int:
    return item.location[1] or 0


def _place(path: Path) -> int:
    return next((place for place, file in enumerate(_FIRST) if path.as_posix().endswith(file)), len(_FIRST))

"""On a board a game's or a part's folder becomes the beginning of its files' names."""

import pytest
from treppe_sim import compiled
from treppe_sim.flat import flat_path, flatten

FILES = {
    "treppe/__init__.py": '"""The firmware."""\n\nVERSION = 1\n',
    "treppe/table/__init__.py": '"""The table."""\n',
    "treppe/table/table.py": "from treppe.table.hands.trace import Trace\nlet_go('treppe.table.hands.' + name)\n",
    "treppe/table/hands/__init__.py": "END = 1\n",
    "treppe/table/hands/trace.py": (
        "def look():\n    from treppe.table.hands import (\n        END,\n        trace as own,\n    )\n    return 1\n"
    ),
}


@pytest.mark.parametrize(
    ("path", "flat"),
    [
        ("board.py", "board.py"),
        ("sim/os.py", "sim/os.py"),
        ("drivers/bus.py", "drivers_bus.py"),
        ("treppe/__init__.py", "treppe.py"),
        ("treppe/games/__init__.py", "games.py"),
        ("treppe/games/step/rules.py", "games_step_rules.py"),
    ],
)
def test_a_board_has_no_folders(path: str, flat: str) -> None:
    assert flat_path(path) == flat


def test_files_import_each_other_from_where_they_lie() -> None:
    assert flatten(FILES) == {
        "treppe.py": FILES["treppe/__init__.py"],
        "table_table.py": "from table_hands_trace import Trace\nlet_go('table_hands_' + name)\n",
        "table_hands.py": "END = 1\n",
        "table_hands_trace.py": (
            "def look():\n    from table_hands import END; import table_hands_trace as own\n\n\n\n    return 1\n"
        ),
    }


def test_no_two_files_of_the_firmware_get_one_name() -> None:
    paths = [flat_path(path) for path in compiled.firmware_files()]
    assert len(set(paths)) == len(paths) and not any("/" in path for path in paths)

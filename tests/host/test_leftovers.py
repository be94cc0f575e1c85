"""A process or a file that tests leave behind is told, and processes end."""

import os
import subprocess
import sys
from pathlib import Path

import leftovers
import pytest


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of these tests stays in this process."""
    for name in ("HOME", "TREPPE_TEST_RUN", "PIP_CONFIG_FILE", "TREPPE_DATA"):
        monkeypatch.setenv(name, os.environ.get(name, ""))


def test_a_process_that_goes_on_and_a_file_in_the_home_folder_are_told() -> None:
    home = leftovers.begin()
    assert Path.home() == home and leftovers.children() == []
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    subprocess.run([sys.executable, "-c", code], check=True)
    (home / "treppe.txt").write_text("")
    (home / ".cache").mkdir()
    (home / ".cache/fonts").write_text("")
    file, process = leftovers.end(home)
    assert file == "~/treppe.txt" and "time.sleep(600)" in process
    assert not home.exists()


def test_nothing_is_told_where_nothing_was_left() -> None:
    home = leftovers.begin()
    subprocess.run([sys.executable, "-c", ""], check=True)
    assert leftovers.end(home) == []

"""Processes and files that tests leave behind are reported and removed, also where the tests themselves are killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import leftovers
import pytest
from waiting import wait_until

SUPPORT = Path(leftovers.__file__).parent
SLEEPER = """
import os, subprocess, sys, time
def test_that_is_killed():
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    file = os.environ["STARTED"]
    open(file + ".new", "w").write(f"{sleeper.pid} {os.getpid()} {os.environ['HOME']}")
    os.rename(file + ".new", file)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of these tests stays in this process."""
    for name in ("HOME", "TREPPE_TEST_RUN", "PIP_CONFIG_FILE", "TREPPE_DATA"):
        monkeypatch.setenv(name, os.environ.get(name, ""))


def test_a_process_that_goes_on_and_a_file_in_the_home_folder_are_told() -> None:
    run = leftovers.begin()
    assert Path.home() == run.home and leftovers.children(os.environ["TREPPE_TEST_RUN"]) == []
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    subprocess.run([sys.executable, "-c", code], check=True)
    (run.home / "treppe.txt").write_text("")
    (run.home / ".cache").mkdir()
    (run.home / ".cache/fonts").write_text("")
    (run.home / ".cache/_home_ann_treppe_board.lock").write_text("")  # a tool names it after the checkout
    file, process = leftovers.end(run)
    assert file == "~/treppe.txt" and "time.sleep(600)" in process
    assert not run.home.exists() and run.guard.poll() is not None


def test_nothing_is_told_where_nothing_was_left() -> None:
    run = leftovers.begin()
    subprocess.run([sys.executable, "-c", ""], check=True)
    assert leftovers.end(run) == []


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "with workers"])
def test_children_of_tests_end_when_pytest_is_killed(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (tmp_path / "test_sleeper.py").write_text(SLEEPER)
    (tmp_path / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(SUPPORT)!r})\nimport leftovers\nRUN = leftovers.begin()\n"
    )
    started = tmp_path / "started"
    plugins = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:cov")
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *workers, "--rootdir", str(tmp_path), str(tmp_path)]
    tests = subprocess.Popen(command, env=os.environ | {"STARTED": str(started)}, stdout=subprocess.DEVNULL)
    wait_until(started.exists)
    sleeper, runner, home = started.read_text().split()
    os.kill(tests.pid, signal.SIGKILL)
    tests.wait()
    wait_until(lambda: not (is_running(sleeper) or is_running(runner) or Path(home).exists()))


def is_running(pid: str) -> bool:
    """Tell whether a process has not ended; nobody may ask for the status of one whose parent was killed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

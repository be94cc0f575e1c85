"""How all tests are run: spread over workers, in a home folder of their own; nothing is left behind."""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import leftovers
import needs
import pytest
import searching  # how Hypothesis searches, in all tests
from page_driver import chromium

_CONFIG = """[run]
source = {sources}
omit = */treppe_sim/device/*
data_file = {data}
parallel = true
sigterm = true
context = ${{PYTEST_CURRENT_TEST-}}
"""


def measure_programs(config: pytest.Config, root: Path) -> None:
    """Let programs that this process starts from now on measure themselves, if it runs tests that are measured."""
    starts_workers = config.getoption("numprocesses", None) and not hasattr(config, "workerinput")
    if not getattr(config.option, "cov_source", None) or starts_workers:
        return
    sources = ", ".join(str(root / name) for name in ("firmware", "host", "hardware"))
    data = Path(os.environ.get("COVERAGE_FILE", ".coverage")).absolute()
    with tempfile.NamedTemporaryFile("w", prefix="treppe-coverage-", suffix=".ini", delete=False) as file:
        file.write(_CONFIG.format(sources=sources, data=data))
    config.add_cleanup(lambda: Path(file.name).unlink(missing_ok=True))
    os.environ["COVERAGE_PROCESS_START"] = file.name


__all__ = ("chromium", "searching")  # here, so that all tests of a process share one browser

pytest_plugins = ["store_fixtures"]
_RUN = leftovers.begin()
os.environ.setdefault("TREPPE_COMPILE", "no")  # no test starts a compiler that outlives it

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell lets what it runs in the background ignore Ctrl-C, and so would all programs that tests stop by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Measure what tests run, also in programs that they start; find out what this machine lacks."""
    config.pluginmanager.register(needs)
    measure_programs(config, Path(__file__).parents[1])


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at a time: many wait for a browser, a board or a port."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Spread the tests as `make test` wants it, which asks for whole files."""
    from spread import Spread

    return Spread(config, log) if config.option.dist == "loadfile" else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests are all long, where nobody asks for these."""
    from spread import is_left_out

    return is_left_out(collection_path, config.option.markexpr) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without looking for garbage: of what is collected nothing is, and a third of the time goes there."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the long tests, put the longest first."""
    from spread import arrange

    arrange(items)


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    """After the last test, also a failed one: no process goes on, and nothing is in the home folder."""
    yield
    left = leftovers.end(_RUN)
    assert left == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the order of the run, so that it can be taken again."""
    if config.pluginmanager.hasplugin("randomly"):
        terminalreporter.write_line(f"The same order again: -p randomly --randomly-seed={config.option.randomly_seed}")

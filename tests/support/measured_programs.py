"""Where tests are measured by coverage, so are the programs in Python that they start, each under its test's name."""

import os
import tempfile
from pathlib import Path

import pytest

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

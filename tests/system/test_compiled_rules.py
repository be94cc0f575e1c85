"""The compiled search plays by the same rules: what Cython is given of the types of names is true."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rule_traces
from treppe.games import catalogue
from treppe_host.programs import compiled

pytestmark = [pytest.mark.long, pytest.mark.first]


@pytest.mark.needs("gcc")
def test_compiled_games_are_the_same_games():
    names = catalogue.names()
    assert set(names) == set(rule_traces.VARIANTS)
    folder = compiled.build_games(*names)
    libraries = {path.relative_to(folder).as_posix().split(".")[0] for path in folder.rglob("*.so")}
    assert {f"treppe/games/{name}/rules" for name in names} | {"treppe/games/state"} <= libraries
    assert {f"treppe/games/{name}/host/evaluation" for name in names} <= libraries
    assert {f"treppe_host/programs/{name}" for name in ("search", "unseen", "alone")} <= libraries
    # A file with a declaration that was overlooked would run as it is, slowly and unnoticed.
    declared = {path.relative_to(folder).as_posix().split(".")[0] for path in folder.rglob("*.pxd")}
    assert {name for name in declared if not name.endswith("__init__")} == libraries
    command = [sys.executable, rule_traces.__file__, *names]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {name: rule_traces.trace(name) for name in names}


def test_a_change_of_a_file_makes_another_folder(monkeypatch, tmp_path):
    before = compiled._folder()
    changed = tmp_path / "rules.py"
    files = compiled._files("step")
    source = files["treppe/games/step/rules.py"]
    changed.write_text(source.read_text() + "# another line\n")
    monkeypatch.setitem(files, "treppe/games/step/rules.py", Path(changed))
    assert compiled._folder.__wrapped__() != before

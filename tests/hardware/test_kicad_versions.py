"""KiCad of other versions: refused in a line, or called by the names of KiCad 6."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from treppe_hardware.boards.kicad_api import load_kicad
from treppe_hardware.descriptions.source import InvalidDescription


@pytest.mark.parametrize("version", ["5.1.9", "11.0.0", "unknown"])
def test_a_version_that_nobody_knows_is_refused_in_one_line(monkeypatch, version):
    monkeypatch.setitem(sys.modules, "pcbnew", SimpleNamespace(GetBuildVersion=lambda: version))
    with pytest.raises(InvalidDescription, match=f"KiCad 6 to 10, and finds {version}"):
        load_kicad()


def test_six_is_taken_as_it_is(monkeypatch):
    library = SimpleNamespace(GetBuildVersion=lambda: "6.0.11+dfsg-1")
    monkeypatch.setitem(sys.modules, "pcbnew", library)
    assert load_kicad() is library


def test_newer_ones_answer_to_the_same_names_and_check_by_their_command(monkeypatch):
    done = []
    library = SimpleNamespace(
        GetBuildVersion=lambda: "9.0.2",
        VECTOR2I_MM=lambda x, y: ("point", x, y),
        SaveBoard=lambda path, board: done.append(path),
        ZONE_FILLER="filler",
    )
    monkeypatch.setitem(sys.modules, "pcbnew", library)
    monkeypatch.setattr(subprocess, "run", lambda command, check: done.append(command))
    kicad = load_kicad()
    assert kicad.wxPointMM(1, 2) == ("point", 1, 2) and kicad.ZONE_FILLER == "filler"
    board = SimpleNamespace(GetFileName=lambda: "/kept/tile.kicad_pcb")
    kicad.WriteDRCReport(board, "out.txt", kicad.EDA_UNITS_MILLIMETRES, True)
    assert done[1][:3] == ["kicad-cli", "pcb", "drc"] and done[1][-1] == done[0] and done[0].endswith("tile.kicad_pcb")

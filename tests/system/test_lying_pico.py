"""A Pico that lies at its prompt ends `treppe flash` in one line, soon, and writes nothing but backups on the PC."""

from pathlib import Path

import pytest
from lying_pico import BOARD, DRIPPING, ENDLESS, HONEST, LOG, LyingPico, Raw, flash_pico
from treppe_host.deploy import flash, prompt
from treppe_host.errors import DeployError, PortError
from treppe_sim.compiled import NotCompiled

pytestmark = [pytest.mark.long, pytest.mark.apart]

ODD = (None, True, -1, 1 << 70, 1e999, "", "../../../escaped", "\x1b[31m", [], {}, [None] * 6)
ODD += ({"../../../escaped.log": 1},)
ODD += ({"00000001.log": ["a"]}, {"00000001.log": "0" * 64}, [{"a": [[]]}], "x" * 5000, ENDLESS, DRIPPING)
RAW = (b"", b"\x04", b"\x00\xff\xfe", b"no JSON", b"[" * 5000, b'"' + b"\\ud83d" * 9 + b'"', b"__import__('os')", b"()")
LIES = (*ODD, *map(Raw, RAW))


@pytest.mark.parametrize("name", HONEST)
def test_every_lie_ends_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.2)
    monkeypatch.setattr(flash, "_START_S", 0.1)
    monkeypatch.setattr(flash, "_DRIVE_S", 0.1)
    for lie in LIES:
        pico = LyingPico({name: lie})
        backups = tmp_path / "deep/deeper/backups"
        with pytest.raises((DeployError, PortError, NotCompiled)) as failure:
            flash_pico(pico, backups.parent, wipe=True)
        assert "\n" not in str(failure.value) and "\x1b" not in str(failure.value), lie
        pico.close()
        assert {path.name for path in tmp_path.iterdir()} <= {"deep"} and not list(tmp_path.rglob("*escaped*"))
        for path in backups.rglob("*"):
            assert path.relative_to(backups).parts[0] == BOARD


def test_an_honest_one_is_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 2.0)
    pico = LyingPico({})
    with pytest.raises(DeployError, match="differs from what was sent"):
        flash_pico(pico, tmp_path)
    pico.close()
    (kept,) = tmp_path.rglob("00000001.log")
    assert kept.read_bytes() == LOG


@pytest.mark.parametrize(
    ("limit", "most", "piece", "said"),
    [("_LARGEST_FILE", 50_000, 1024, "larger than its flash: /journal"), ("_PATIENCE_S", 0.1, 1, "does not answer")],
)
def test_a_file_without_an_end_is_given_up(tmp_path, monkeypatch, limit, most, piece, said):
    monkeypatch.setattr(prompt, limit, most)
    pico = LyingPico({"r": b"x" * piece})
    with pytest.raises(DeployError, match=said):
        flash_pico(pico, tmp_path)
    pico.close()

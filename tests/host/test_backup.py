"""A backup of a Pico is believed only after its bytes were read again, and a board's names lead nowhere else."""

import hashlib
import os
from pathlib import Path

import pytest
from treppe_host.deploy import backup
from treppe_host.deploy.backup import back_up
from treppe_host.errors import DeployError

JOURNAL = {
    "/journal/00000001.log": b"one\n",
    "/journal/00000042/00000042.log": b"of many\n",
    "/journal/acknowledged": b"0\n",
    "/journal/identity": b"cafe\n",
}
OUTSIDE = ("../../outside", "../outside.log", "/outside.log", "a/00000001.log", "00000001.log\n", "", "..", "\\outside")


class FakePrompt:
    """A Pico's prompt: files in a dict. `lies` are contents that it sends instead of those that it has hashed."""

    def __init__(self, files: dict[str, bytes], lies: dict[str, bytes] | None = None):
        self.files = dict(files)
        self.lies = lies or {}
        self.was_read: list[str] = []

    def hashes(self, folder: str) -> dict[str, str]:
        return {path[len(folder) + 1 :]: _hash(each) for path, each in self.files.items() if path.startswith(folder)}

    def kind(self, path: str) -> str:
        return "file" if path in self.files else ""

    def ask(self, expression: str, kind: type) -> object:
        return _hash(self.files[expression.split("'")[1]])

    def read_file(self, path: str) -> bytes | None:
        self.was_read.append(path)
        return self.lies.get(path, self.files.get(path))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def keep(pico: FakePrompt, folder: Path) -> backup.Backup:
    return back_up(pico, folder, b"", lambda *_: None)


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_that_no_journal_has_is_neither_copied_nor_may_it_be_erased(name: str, tmp_path: Path) -> None:
    pico = FakePrompt({**JOURNAL, f"/journal/{name}": b"evil"})
    kept = keep(pico, tmp_path / "deep/backups")
    assert kept.strangers == (name,) and kept.paths == tuple(JOURNAL)
    there = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert all(path.startswith("deep/backups/") for path in there) and len(there) == len(JOURNAL) + 1


@pytest.mark.parametrize("name", JOURNAL)
def test_a_spoilt_backup_is_made_anew_before_anything_is_erased(name: str, tmp_path: Path) -> None:
    first = keep(FakePrompt(JOURNAL), tmp_path)
    (first.made / name[1:]).write_bytes(b"")
    pico = FakePrompt(JOURNAL)
    kept = keep(pico, tmp_path)
    assert kept.paths == tuple(JOURNAL), "they may be erased now"
    assert {path: (kept.made / path[1:]).read_bytes() for path in JOURNAL} == JOURNAL
    assert pico.was_read.count(name) == 1, "the other files came from the sound part of the old backup"


@pytest.mark.parametrize(
    "spoil",
    [lambda folder: (folder / "journal/identity").unlink(), lambda folder: (folder / "hashes.json").write_text("[")],
)
def test_a_backup_that_misses_something_is_none(spoil, tmp_path: Path) -> None:
    first = keep(FakePrompt(JOURNAL), tmp_path)
    assert keep(FakePrompt(JOURNAL), tmp_path).made is None, "a sound one is enough"
    spoil(first.made)
    second = keep(FakePrompt(JOURNAL), tmp_path)
    assert second.made not in (None, first.made) and (second.made / "journal/identity").read_bytes() == b"cafe\n"


def test_a_copy_that_differs_from_what_the_pico_has_hashed_is_no_backup(tmp_path: Path) -> None:
    pico = FakePrompt(JOURNAL, lies={"/journal/00000001.log": b""})
    with pytest.raises(DeployError, match=r"differs from the Pico in journal/00000001\.log; nothing was erased"):
        keep(pico, tmp_path)
    honest = keep(FakePrompt(JOURNAL), tmp_path)
    assert honest.made and (honest.made / "journal/00000001.log").read_bytes() == b"one\n"


def test_only_what_has_not_changed_comes_from_the_last_backup(tmp_path: Path) -> None:
    first = keep(FakePrompt(JOURNAL), tmp_path)
    kept = [first.made, *(each for each in first.made.rglob("*") if each.is_file())]
    assert os.name == "nt" or all(each.stat().st_mode & 0o077 == 0 for each in kept)
    grown = FakePrompt({**JOURNAL, "/journal/00000001.log": b"one\ntwo\n", "/settings.json": b"{}"})
    second = keep(grown, tmp_path)
    assert (second.made / "journal/00000001.log").read_bytes() == b"one\ntwo\n"
    assert grown.was_read == ["/journal/00000001.log", "/settings.json"]


@pytest.mark.parametrize("lost", ["", "/journal/00000001.log"])
def test_an_old_backup_whose_files_are_sound_is_not_taken_for_the_new_one(lost: str, tmp_path: Path) -> None:
    first = keep(FakePrompt(JOURNAL), tmp_path)
    if lost:
        (first.made / lost[1:]).unlink()
    grown = {**JOURNAL, "/journal/00000001.log": b"one\ntwo\n"}
    second = keep(FakePrompt(grown), tmp_path)
    assert second.made not in (None, first.made)
    assert (second.made / "journal/00000001.log").read_bytes() == b"one\ntwo\n"
    assert second.paths == tuple(grown)


def test_a_pico_without_anything_to_keep_needs_no_backup(tmp_path: Path) -> None:
    assert keep(FakePrompt({}), tmp_path).made is None and not list(tmp_path.iterdir())
    assert keep(FakePrompt(JOURNAL), tmp_path).made is not None
    assert keep(FakePrompt({}), tmp_path).made is None


def test_a_full_or_closed_disk_is_told(tmp_path: Path) -> None:
    (tmp_path / "b1").write_text("a file where the folder should be")
    with pytest.raises(DeployError, match=r"no backup can be made: .*(Not a directory|File exists)"):
        keep(FakePrompt(JOURNAL), tmp_path / "b1")

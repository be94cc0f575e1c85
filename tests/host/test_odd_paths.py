"""Paths and addresses with characters that mean something in a URL; what may not be written is not taken for still."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import URL
from treppe_host.commands.database import database_url
from treppe_host.commands.hidden import read_secret
from treppe_host.errors import StoreError, without_password
from treppe_host.store import database
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

ODD = ("What now?", "100%25 games", "a#b", "ünï", "a b", "a&b=c", "x@y", "file:a", "?mode=memory", "%2e%2e", "-", "'\"")


def a_sheet(name: str) -> ScoreSheet:
    return ScoreSheet("step", {"players": 2}, [name, "Bob"], [Move("a1-b1", player=0)])


@pytest.mark.parametrize("name", ODD)
def test_games_lie_in_the_folder_that_is_named(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREPPE_DATA", str(tmp_path / name))
    for url in (database_url(), database_url(str(tmp_path / name / "other.db"))):
        store = Store(url)
        store.add_sheets([a_sheet("Ann")])
        store.close()
    files = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file())
    assert files == [f"{name}/games.db", f"{name}/other.db"]
    assert store.url == str(tmp_path / name / "other.db")


@pytest.mark.skipif(os.name == "nt", reason="has no modes")
def test_other_users_of_the_machine_cannot_read_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREPPE_DATA", str(tmp_path / "data"))
    store = Store(database_url())
    store.add_sheets([a_sheet("Ann")])
    files = [*(tmp_path / "data").iterdir()]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert len(files) == 3 and all(file.stat().st_mode & 0o077 == 0 for file in files)
    store.close()


@pytest.mark.skipif(os.name == "nt", reason="has no modes")
@pytest.mark.parametrize(
    "command",
    [["games", "list"], ["log", "--port", "/none"], ["flash", "--port", "/none"], ["boards", "list"]],
    ids=str,
)
def test_whichever_command_comes_first_the_data_folder_is_its_owners(tmp_path: Path, command: list[str]) -> None:
    environment = os.environ | {"TREPPE_DATA": str(tmp_path / "share/data"), "TREPPE_COMPILE": "no"}
    said = subprocess.run(
        [sys.executable, "-m", "treppe_host.cli", *command], env=environment, input=b"quit\n", capture_output=True
    )
    assert (tmp_path / "share/data").stat().st_mode & 0o777 == 0o700, said


def test_a_code_is_read_from_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("7K3M-0Q9X-AB2C-DE4F\n"))
    assert [read_secret(option, "Code") for option in (None, "new", "-")] == [None, "new", "7K3M-0Q9X-AB2C-DE4F"]


@given(st.text(st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=40))
def test_a_file_of_any_name_is_that_file(name: str) -> None:
    url = database_url(name) if "://" not in name else URL.create("sqlite", database=name)
    assert database.read_url(url).database == name


@given(st.text(max_size=20), st.sampled_from(["postgresql", "sqlite", "mysql", "nonsense", ""]), st.text(max_size=12))
@example(":abc/x", "postgresql", "")
@example(":5432/x?password=sesame", "postgresql", "")
def test_no_text_is_a_traceback_and_no_password_is_told(rest: str, scheme: str, more: str) -> None:
    address = f"{scheme}://ann:sesame{more}@h{rest}"
    try:
        database.read_url(address)
    except StoreError as error:
        assert "sesame" not in str(error) and "Traceback" not in str(error)
    assert "sesame" not in without_password(address)


def test_a_password_with_an_at_is_told_in_no_part() -> None:
    for url in ("postgresql://u:se@same@h/x", "postgresql://u:se/sa@me@h:abc/x", "postgresql://h:1/x?password=same"):
        with pytest.raises(StoreError) as failure:
            Store(url)
        assert "same" not in str(failure.value) and "\n" not in str(failure.value)


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs users")
def test_who_may_only_read_sees_what_a_service_has_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "What now?" / "games.db"
    file.parent.mkdir()
    service = Store(URL.create("sqlite", database=str(file)))
    service.add_sheets([a_sheet("First")])
    may_write = os.access
    monkeypatch.setattr(database.os, "access", lambda path, mode: path != file.parent and may_write(path, mode))
    reader = Store(URL.create("sqlite", database=str(file)))
    monkeypatch.undo()
    for number in range(2, 5):
        assert len(reader.games()) == number - 1
        service.add_sheets([a_sheet(f"Game {number}")])
        assert len(reader.games()) == number, "also one that keeps the store open"
    service.close()
    assert len(reader.games()) == 4, "the service has ended, and its log is in the file"
    service = Store(URL.create("sqlite", database=str(file)))
    service.add_sheets([a_sheet("Again")])
    assert len(reader.games()) == 5
    with pytest.raises(StoreError, match="readonly"):
        reader.add_sheets([a_sheet("Mine")])
    service.close()
    reader.close()

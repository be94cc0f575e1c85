"""What `pip install` gives: the wheel in a bare environment, away from the checkout."""

import configparser
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import licences
import pytest
from treppe_sim.extras import command_to_add
from waiting import LIMIT_S

pytestmark = [pytest.mark.long, pytest.mark.first]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("treppe-*.whl")
    return built


@pytest.fixture(scope="module")
def treppe(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment that has the wheel and its dependencies: no extra and no checkout."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder)
    (site,) = folder.glob("lib/python*/site-packages")
    for name, needed in licences.closure(("treppe",)).items():
        tops = {file.parts[0] for file in needed.files or () if name != "treppe"} - {"..", "__pycache__"}
        for top in tops:
            (site / top).symlink_to(Path(str(needed.locate_file(top))))
    pip = [sys.executable, "-m", "pip", "--python", folder / "bin/python", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    return folder / "bin/treppe"


def run(treppe: Path, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "TREPPE_DATA": str(folder / "data"), "HOME": str(folder), "COLUMNS": "200"}
    environment |= more
    return subprocess.run(
        [treppe, *words], capture_output=True, text=True, cwd=folder, env=environment, timeout=LIMIT_S
    )


def test_the_page_of_an_index_leads_somewhere(wheel: Path) -> None:
    (name,) = [each for each in zipfile.ZipFile(wheel).namelist() if each.endswith("/METADATA")]
    metadata = zipfile.ZipFile(wheel).read(name).decode()
    links = re.findall(r"\]\(([^)]+)\)", metadata)
    assert len(links) > 40 and not [link for link in links if not link.startswith(("http", "#"))]
    assert "Project-URL: Source" in metadata and "License-Expression: MIT AND CERN-OHL-P-2.0" in metadata


def test_wheel_has_all_of_firmware_and_host_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "firmware").rglob("*.*"):
        name = path.relative_to(ROOT / "firmware").as_posix()
        if "__pycache__" not in path.parts and path.is_file():
            assert (name if name.startswith("treppe/") else f"treppe_firmware/{name}") in names
    for path in (
        each for room in ("host", "sim") for each in (ROOT / f"host/treppe_{room}").rglob("*.*")
    ):  # with styles, scripts, words and what changes a database
        if "__pycache__" not in path.parts:
            assert path.relative_to(ROOT / "host").as_posix() in names
    assert not [name for name in names if name.endswith((".pyc", ".ini"))]
    assert all(name[:-2] + "mo" in names for name in names if name.endswith(".po"))
    assert not [name for name in names if name.startswith(("treppe_club", "treppe_together", "treppe_hardware"))]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("hardware check", "hardware"),
        ("club", "club"),
        ("--db postgresql://ann@nowhere/games games list", "postgres"),
        ("log --publish mqtt://nowhere", "together"),
        ("engine --runtime micropython", "micropython"),
    ],
)
def test_what_an_extra_brings_is_named_in_one_line(treppe: Path, tmp_path: Path, words: str, extra: str) -> None:
    tried = run(treppe, tmp_path, *words.split())
    assert tried.returncode == 1 and f"pip install 'treppe[{extra}]'" in tried.stderr
    assert tried.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "command"),
    [("pipx_metadata.json", "pipx install --force"), ("uv-receipt.toml", "uv tool install --force")],
)
def test_pipx_and_uv_add_an_extra_in_their_own_way(monkeypatch, tmp_path, file, command):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / file).touch()
    assert command_to_add("club") == f"{command} 'treppe[club]'"


def test_german_needs_no_package(treppe: Path, tmp_path: Path) -> None:
    program = "import sys; from treppe_host.web import texts; print(texts.load('de').TO_MOVE, 'babel' in sys.modules)"
    said = subprocess.run([treppe.with_name("python"), "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout == "{} ist am Zug False\n", said.stderr


def test_a_shell_completes_commands(treppe: Path, tmp_path: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        words = {"_TREPPE_COMPLETE": f"complete_{shell}", "COMP_WORDS": "treppe games ex", "COMP_CWORD": "2"}
        words |= {"_TYPER_COMPLETE_ARGS": "treppe games ex", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
        assert "export" in run(treppe, tmp_path, **words).stdout, shell


def test_the_desktop_finds_the_page_and_users_their_boards(treppe: Path, tmp_path: Path) -> None:
    assert run(treppe, tmp_path, "install", "menu").returncode == 0
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(tmp_path / ".local/share/applications/treppe.desktop", "utf-8")
    found = entry["Desktop Entry"]
    assert found["Exec"] == f'"{treppe}" play --open' and Path(found["Icon"]).read_text().startswith("<svg")
    assert run(treppe, tmp_path, "install", "menu", "--remove").returncode == 0
    assert not list(tmp_path.rglob("treppe.*"))
    rule = run(treppe, tmp_path, "install", "usb").stdout
    assert 'ATTRS{idVendor}=="2e8a"' in rule and 'GROUP="plugdev"' in rule and 'TAG+="uaccess"' in rule


def test_demo_and_engine(treppe: Path, tmp_path: Path) -> None:
    demo = run(treppe, tmp_path, "demo", "--game", "aufstellen", "--seed", "3")
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "game 1 in" in demo.stdout.replace("\n", " ")
    listed = run(treppe, tmp_path, "games", "list")
    assert "No games yet" in listed.stdout and listed.returncode == 0, "a demo's games are no person's"
    assert os.listdir(tmp_path) == ["data"]


def test_play_serves_the_page(treppe: Path, tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "TREPPE_DATA": str(tmp_path / "data"), "HOME": str(tmp_path)}
    process = subprocess.Popen(
        [treppe, "play"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, env=environment
    )
    assert process.stdout
    try:
        lines = iter(process.stdout.readline, "")
        address = next(line for line in lines if "http://127.0.0.1:" in line)
        assert "Ctrl-C" in address
    finally:
        process.send_signal(2)
        assert process.wait(timeout=LIMIT_S) in (0, 130)

"""What `pip install` gives: the wheel in a bare environment, away from the checkout."""

import configparser
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

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
    """The command in an environment that has the wheel, and the dependencies but not the checkout."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder)
    (site,) = folder.glob("lib/python*/site-packages")
    # A path in a .pth file is searched for packages, but the checkout's own .pth file there is not read.
    (own_packages,) = {path for path in map(Path, sys.path) if path.name == "site-packages"}
    (site / "dependencies.pth").write_text(f"{own_packages}\n")
    pip = [sys.executable, "-m", "pip", "--python", folder / "bin/python", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    (folder / "bin/micropython").symlink_to(Path(sys.executable).with_name("micropython"))
    return folder / "bin/treppe"


def run(treppe: Path, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "TREPPE_DATA": str(folder / "data"), "HOME": str(folder), "COLUMNS": "200"}
    environment |= more
    return subprocess.run([treppe, *words], capture_output=True, text=True, cwd=folder, env=environment, timeout=120)


def test_wheel_has_all_of_firmware_and_host_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "firmware").rglob("*.py"):
        assert f"treppe_firmware/{path.relative_to(ROOT / 'firmware').as_posix()}" in names
    for path in (ROOT / "firmware/treppe/games").glob("*/host/*.*"):
        assert f"treppe_firmware/{path.relative_to(ROOT / 'firmware').as_posix()}" in names
    for path in (ROOT / "host").rglob("*.*"):  # with styles, scripts, words and what changes a database
        if "__pycache__" not in path.parts:
            assert path.relative_to(ROOT / "host").as_posix() in names
    assert not [name for name in names if name.endswith((".pyc", ".ini"))]
    assert not [name for name in names if "hardware/" in name or "/parts/" in name]


def test_what_needs_a_checkout_says_so(treppe: Path, tmp_path: Path) -> None:
    check = run(treppe, tmp_path, "hardware", "check")
    assert check.returncode == 1 and "run this in a checkout of Treppe" in check.stderr
    assert check.stderr.count("\n") == 1


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
    assert "aufstellen" in listed.stdout and listed.returncode == 0
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
        assert process.wait(timeout=60) in (0, 130)

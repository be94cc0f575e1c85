"""The files by which a club sets up its server: what they start exists, and images are named by exact version."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import parse
from needs import MOSQUITTO
from topics import Topics
from waiting import wait_until

FOLDER = Path(__file__).parents[2] / "host/club/server"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
UNITS = sorted(FOLDER.glob("treppe-*.service"))
SETTINGS = set(re.findall(r"^([A-Z_]+)=", (FOLDER / "env.example").read_text(), re.M))


def without_settings(text: str) -> str:
    return re.sub(r"\$\{([A-Z_]+)[^}]*\}", r"\1", text)


def test_each_image_is_named_by_an_exact_version() -> None:
    images = [service["image"] for service in COMPOSE["services"].values() if "image" in service]
    images += re.findall(r"^FROM (\S+)", (FOLDER / "Dockerfile").read_text(), re.M)
    assert len(images) == 3
    for image in images:
        assert re.fullmatch(r"[a-z-]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?", image), image


def test_each_setting_is_in_the_example() -> None:
    text = (FOLDER / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{([A-Z_]+)", text)) == SETTINGS


def test_each_file_and_volume_of_the_containers_exists() -> None:
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (FOLDER / source).is_file(), source
        assert service["restart"] == "unless-stopped"
        assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])
    build = COMPOSE["services"]["treppe"]["build"]
    root = (FOLDER / build["context"]).resolve()
    assert (root / build["dockerfile"]).is_file()
    wanted = re.findall(r"^!(\S+)", (FOLDER / "Dockerfile.dockerignore").read_text(), re.M)
    assert all((root / name).exists() for name in wanted)
    assert "password" not in str(COMPOSE["services"]["treppe"]["command"]).lower()


def test_the_commands_of_containers_and_units_are_understood() -> None:
    parse([without_settings(word) for word in COMPOSE["services"]["treppe"]["command"]])
    commands = [
        line for unit in UNITS for line in re.findall(r"^ExecStart=/opt/treppe/bin/treppe (.*)", unit.read_text(), re.M)
    ]
    assert len(commands) == 2
    for command in commands:
        parse(command.split())


@pytest.mark.parametrize("unit", [*UNITS, FOLDER / "treppe-backup.timer"], ids=lambda unit: unit.name)
def test_units_have_what_systemd_asks_for(unit: Path) -> None:
    sections = re.findall(r"^\[(\w+)\]$", unit.read_text(), re.M)
    assert sections[0] == "Unit" and {"Service", "Timer"} & set(sections)
    for line in unit.read_text().splitlines():
        assert not line or line.startswith(("[", "#")) or re.match(r"[A-Z]\w+=\S", line), line
    page = (FOLDER.parent / "README.md").read_text()
    assert unit.name in page or "treppe-backup.*" in page


@pytest.mark.parametrize("file", ["Dockerfile", "../README.md"])
def test_the_server_is_installed_from_files_with_known_hashes(file: str) -> None:
    commands = re.findall(r"pip (download|install)((?:.|\\\n)*?)(?:&&|\n)", (FOLDER / file).read_text())
    assert [name for name, _ in commands] == ["download", "install"]
    assert "--require-hashes" in commands[0][1] and "requirements.lock" in commands[0][1]
    assert "--no-index" in commands[1][1] and "host/club" in commands[1][1]


@contextmanager
def club_broker(folder: Path, memory: str = "") -> Iterator[Any]:
    """A club's broker; with `memory` in place of its limit in bytes."""
    text = (FOLDER / "mosquitto.conf").read_text().replace("/mosquitto/config", str(FOLDER))
    text = text.replace("/mosquitto/data/", f"{folder}/").replace("listener 1883", "listener 0 127.0.0.1")
    text = re.sub(r"(?<=^memory_limit )\d+", memory or r"\g<0>", text, flags=re.M)
    port = 18900 + int(time.time()) % 90
    config = folder / "mosquitto.conf"
    config.write_text(text.replace("listener 0 ", f"listener {port} ") + "user root\n")
    broker = subprocess.Popen([MOSQUITTO, "-c", config], stderr=subprocess.PIPE, text=True)
    try:
        yield type("Broker", (), {"port": port})
        assert broker.poll() is None, broker.stderr.read()
    finally:
        broker.terminate()
        broker.wait()
        broker.stderr.close()


@pytest.mark.needs("mosquitto")
def test_the_broker_carries_what_boards_say_to_each_other_and_nothing_else(tmp_path: Path) -> None:
    with club_broker(tmp_path) as broker:
        listener, speaker = Topics(broker, prefix="treppe"), Topics(broker, prefix="none")
        while not listener.all:
            speaker.say("treppe/b1/game", b"published")
            speaker.say("treppe/together/abc/0", b"sealed")
            time.sleep(0.1)
        time.sleep(0.2)
        assert {topic for topic, _ in listener.all} == {"treppe/together/abc/0"}
        listener.close()
        speaker.close()


@pytest.mark.needs("mosquitto")
def test_a_stranger_fills_no_more_than_the_brokers_share(tmp_path: Path) -> None:
    with club_broker(tmp_path, memory="3000000") as broker:
        stranger, player = Topics(broker, prefix="none"), Topics(broker, prefix="none")
        for number in range(20):
            stranger.say(f"treppe/together/x{number}/0", b"x" * 300_000)
        wait_until(lambda: stranger.was_sent_away)
        stranger.close()
        player.say("treppe/together/abc/0", b"sealed")
        listener = Topics(broker, prefix="treppe")
        wait_until(lambda: "treppe/together/abc/0" in listener.last)
        assert 0 < sum(map(len, listener.last.values())) < 3_000_000
        listener.close()
        player.close()

"""Sets of lamp roles stand in one place: each is in the firmware's table, and no other file of the host spells one."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from sources import host_files
from treppe.alphabet.roles import palette
from treppe_host.link import role_sets
from treppe_host.web import texts
from treppe_host.web.drawing.lights import looks

SETS = {name: each for name, each in vars(role_sets).items() if isinstance(each, frozenset)}
SPELT = re.compile(r"""roles\.(BUILD|CAPTURE|PUTS|PLAYER)[^\n]*roles\.|["'/\[]g?bx?p?4567|["']gbx["']""")
ADDED = """
[role.z]
name = "ODD"
meaning = "a field that is odd"
says = "is odd"
look = [1, 2, 3, "10100000"]
sets = ["offers", "supplied"]
line = "M-9 0H9"
player = 1
"""
ASK = """
import json
from treppe.alphabet import roles
from treppe.panel import light_bytes
from treppe_host.link import role_sets
from treppe_host.web import assets, texts
out = bytearray(6)
light_bytes.render(bytearray(b"z."), bytes((0, 1)), 0, out, 100)
sets = [name for name in ("LIFTS", "OFFERS", "SUPPLIED", "TARGETS") if "z" in getattr(role_sets, name)]
settings = assets.settings(texts.load("en"))
print(json.dumps([roles.palette()["z"], roles.ODD, sets, settings["looks"]["z"], settings["roles"]["z"], max(out)]))
"""


def test_a_role_in_the_table_is_one_for_board_page_and_document(tmp_path: Path) -> None:
    shutil.copytree("firmware", tmp_path / "firmware")
    shutil.copytree("docs/conformance", tmp_path / "docs/conformance")
    shutil.copy("docs/protocol.md", tmp_path / "docs")
    with (tmp_path / "firmware/treppe/protocol.toml").open("a", encoding="utf-8") as table:
        table.write(ADDED)
    folders = str(tmp_path / "firmware"), str(Path("host").resolve()), str(Path.cwd())
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout

    run("-m", "tools.protocol_page")
    looks, number, sets, look, says, light = json.loads(run("-c", ASK))
    assert (looks, number, says, light) == ([1, 2, 3, 0b101], ord("z"), "is odd", 3)
    assert sets == ["OFFERS", "SUPPLIED"]
    assert look == {
        "colour": "rgb(1 2 3)",
        "rhythm": 0b101,
        "ring": "",
        "mark": {"path": "M-9 0H9", "is_line": True, "letter": "R"},
    }
    reported = (tmp_path / "docs/protocol.md").read_text("utf-8")
    assert "| `z` | a field that is odd | 1 2 3 | `10100000` |" in reported


def test_each_role_of_a_set_has_colour_and_words() -> None:
    assert SETS.keys() == {"LIFTS", "TARGETS", "SUPPLIED", "OFFERS"}
    for each in SETS.values():
        assert each and each <= palette().keys() & looks().keys()
        assert all(words.ROLES[role] for words in map(texts.load, texts.LANGUAGES) for role in each)


def test_every_role_of_the_firmware_has_words_on_the_page() -> None:
    for words in map(texts.load, texts.LANGUAGES):
        assert words.ROLES.keys() == palette().keys()


def test_no_other_file_spells_a_set() -> None:
    found = host_files() | host_files("js")
    files = [path for name, path in found.items() if name != "link/protocol.py"]
    assert len(files) > 300
    assert [str(path) for path in files if SPELT.search(path.read_text())] == []

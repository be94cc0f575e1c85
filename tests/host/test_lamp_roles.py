"""Sets of lamp roles stand in one place: each is in the firmware's table, and no other file of the host spells one."""

import re
from pathlib import Path

from treppe.table.show.roles import palette
from treppe_host import lamp_roles
from treppe_host.web import texts
from treppe_host.web.drawing.lights import looks

SETS = {name: each for name, each in vars(lamp_roles).items() if isinstance(each, frozenset)}
SPELT = re.compile(r"""roles\.(BUILD|CAPTURE|PUTS|PLAYER)[^\n]*roles\.|["'/\[]g?bx?p?4567|["']gbx["']""")


def test_each_role_of_a_set_has_colour_and_words() -> None:
    assert SETS.keys() == {"LIFTS", "TARGETS", "SUPPLIED", "OFFERS"}
    for each in SETS.values():
        assert each and each <= palette().keys() & looks().keys()
        assert all(words.ROLES[role] for words in map(texts.load, texts.LANGUAGES) for role in each)


def test_every_role_of_the_firmware_has_words_on_the_page() -> None:
    for words in map(texts.load, texts.LANGUAGES):
        assert words.ROLES.keys() == palette().keys()


def test_no_other_file_spells_a_set() -> None:
    host = Path("host/treppe_host")
    files = [path for end in ("py", "js") for path in host.rglob(f"*.{end}") if path.name != "lamp_roles.py"]
    assert len(files) > 300
    assert [str(path) for path in files if SPELT.search(path.read_text())] == []

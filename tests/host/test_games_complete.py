"""Each game is one folder with all that the house knows of it; nothing elsewhere names a game; none lacks its tests."""

import ast
import json
import re
from pathlib import Path

import pytest
from sources import nodes_of
from treppe import games, surfaces, texts
from treppe.games import catalogue
from treppe.games.host import facts

from tools.made_files import made_files

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "firmware/treppe/games"
LONGEST = 400  # lines of a file
CHECKS = "test_perft, test_random_games, test_playthrough, test_rules"


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_has_its_tests(name: str) -> None:
    entries = json.loads((ROOT / f"tests/data/perft/{name}.json").read_text())
    assert entries and all(entry["counts"] for entry in entries)
    lines = (ROOT / f"tests/data/playthroughs/{name}.txt").read_text().splitlines()
    assert lines[0].split()[0] == name and len(lines) > 10
    tests = (ROOT / f"tests/games/test_{name}.py").read_text()
    assert f'{CHECKS} = house_tests("{name}"' in re.sub(r"\(\s+", "(", tests), (
        f"test_{name}.py does not call house_tests"
    )


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_has_its_rules_and_its_picture(name: str) -> None:
    page = (GAMES / name / "host/rules_en.md").read_text()
    assert page.startswith(f"# {catalogue.title(name)}\n") and "(start" in page
    assert "(material.svg)" in page and (GAMES / name / "host/material.svg").stat().st_size > 500


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_has_its_notation_with_all_options_and_readings(name: str) -> None:
    notation = (GAMES / name / "README.md").read_text()
    options, _, decided = notation.partition("\n## Facts we had to decide\n")
    for option, _, _ in games.load(name).OPTIONS:
        assert f"\n| `{option}` |" in options, f"the notation does not tell of {option}"
    for option in getattr(games.load(name), "READINGS", ()):
        assert f"`{option}=" in decided, f"the notation does not tell of {option}"


NAMED = {
    "blockade": ("zweites Zentrum von links", "auf ein beliebiges freies Quadrat"),
    "cubes": (
        "diagonal oder vertikal",
        "kann der Spieler einen seiner Punkte",
        "sich den dritten Aktionspunkt nehmen",
        "wenn ein anderer Spieler an der Reihe ist",
    ),
    "seven": ("auf Türmen", "durch Befühlen des Nachzugbeutels", "mit den meisten Punkten"),
    "sprung": ("nebeneinander sitzen", "allein auf diesem Feld"),
    "step": ("berührt - geführt", "alle Bausteine aufgebraucht"),
    "tor": ("nebeneinander sitzen", "aus dem Zentrum (Tor) weggezogen", "eine Figur auf horizontaler Linie"),
    "weltreich": ("die Spielreihenfolge zwischen den Gruppen wechselt", "partners capture each other"),
}
"""Words of the originals, or of what they leave out, where we have chosen a reading that players may wonder about."""


@pytest.mark.parametrize("name", NAMED)
def test_a_choice_that_the_original_leaves_open_is_named_with_its_words(name: str) -> None:
    decided = (GAMES / name / "README.md").read_text().partition("\n## Facts we had to decide\n")[2]
    rows = [line.split(" | ") for line in decided.splitlines() if line.startswith("| ")]
    for words in NAMED[name]:
        assert any(words in said and chosen.strip() for said, chosen, *_ in rows), words


@pytest.mark.parametrize("name", catalogue.names())
def test_each_reading_of_the_rules_has_its_counts_and_its_recording(name: str) -> None:
    entries = json.loads((ROOT / f"tests/data/perft/{name}.json").read_text())
    recordings = [path.read_text().splitlines()[0] for path in (ROOT / "tests/data/playthroughs").glob(f"{name}-*.txt")]
    game = games.load(name)
    defaults = {option: default for option, _, default in game.OPTIONS}
    for option in getattr(game, "READINGS", ()):
        assert any(entry["options"].get(option, defaults[option]) != defaults[option] for entry in entries), option
        assert any(f" {option}=" in line for line in recordings), option


@pytest.mark.parametrize("name", catalogue.names())
def test_no_file_of_a_game_is_long(name: str) -> None:
    for path in (GAMES / name).rglob("*.py"):
        assert len(path.read_text().splitlines()) <= LONGEST, path


@pytest.mark.parametrize("name", catalogue.names())
def test_every_ending_is_reached_by_a_test(name: str) -> None:
    tests = "".join((ROOT / "tests" / file).read_text() for file in (f"games/test_{name}.py", f"data/rules/{name}.txt"))
    for reason in games.load(name).State.REASONS[1:]:
        assert f"{reason} winners=" in tests, f"no test ends {name} by {reason}"


def test_what_is_made_from_the_games_is_of_today() -> None:
    assert not [path for path, text in made_files().items() if path.read_text() != text], "run: make games"


def test_displays_find_a_game_s_own_words() -> None:
    english, german = "Take your king off the board: he is out", "Nimm deinen Koenig vom Brett: er ist draussen"
    for language, said in (("en", english), ("de", german), ("xx", english)):
        assert texts.Texts(texts.own(language, "blockade")).get("leave") == said
    assert texts.own("en", "blockade", "MENU") == texts.own("en", "nothing") == ""
    assert next(iter(texts.Texts(texts.own("de", "step", "MENU")))) == "option size"


@pytest.mark.parametrize("name", catalogue.names())
def test_the_menu_has_words_for_what_it_offers(name: str) -> None:
    for language in texts.LANGUAGES:
        words = texts.load(language, "menu")
        words.use(language, name, "MENU")
        for option, allowed, _ in games.load(name).OPTIONS:
            if isinstance(allowed, tuple) and len(allowed) > 1:
                assert words.get(f"option {option}"), (language, option)


@pytest.mark.parametrize("name", catalogue.names())
def test_what_is_told_of_a_game_fits_its_surface(name: str) -> None:
    game_facts = facts.of(name)
    for options in ({}, game_facts.DEMO, *game_facts.VARIANTS):
        state = games.start(name, **options)
        num_fields = surfaces.load(state.surface).FIELDS
        marked = {field for mark in game_facts.marks() for field in mark.fields}
        shown = {field for way in (game_facts.goals(state), *game_facts.ways(state)) for field in way}
        assert all(0 <= field < num_fields for field in marked | shown)
        assert len(state.image()) == num_fields and game_facts.material(state)


def test_no_file_elsewhere_names_a_game() -> None:
    names = set(catalogue.names())
    folders = ("firmware", "host", "hardware/treppe_hardware")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) if GAMES not in path.parents]
    assert len(files) > 100
    for path in files:
        for node in nodes_of(path):
            if isinstance(node, ast.Constant):
                assert node.value not in names, f"{path}:{node.lineno} names {node.value}"
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                named = {name.removeprefix("treppe.games.").split(".")[0] for name in imported}
                assert not named & names, f"{path}:{node.lineno} imports {named & names}"

"""What is printed and cut out, held against the originals' lists; sheets whose backs meet their fronts."""

import json
import math
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from described import HARDWARE
from reportlab.pdfbase.pdfmetrics import stringWidth
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.host.palette import DISCS, PLAYERS
from treppe.texts import LANGUAGES
from treppe_hardware.descriptions.parameters import SOURCE, read_parameters
from treppe_hardware.drawings.shapes import Inset, Text
from treppe_hardware.drawings.shapes import Path as Line
from treppe_hardware.sheets import pages_of, render_sheets
from treppe_hardware.sheets.bag import volume_l
from treppe_hardware.sheets.faces import faces_of
from treppe_hardware.sheets.material import picture
from treppe_hardware.sheets.words import Words
from treppe_host.words.translation import texts_of_game

ROOT = Path(__file__).parents[2]
SIZES = HARDWARE.sheets
PRINTED = json.loads((ROOT / "tests/data/printed.json").read_text())
"""By game, number of players and group: counted by hand in the original texts."""
WITH_SHEETS = [name for name in catalogue.names() if facts.of(name).all_printed()]
LOOSE = 0.6  # the part of a space that discs fill which lie as they fall


def by_group(things):
    counts = Counter()
    for thing in things:
        counts[thing.group] += thing.count
    return dict(counts)


def all_faces(name, language):
    things = facts.of(name).all_printed()
    words = Words(name, language)
    return [face for thing in things for face in faces_of(thing, words, SIZES, things)]


@pytest.mark.parametrize("name", catalogue.names())
def test_each_number_of_players_has_what_the_original_lists(name: str) -> None:
    game_facts = facts.of(name)
    assert set(PRINTED[name]) == {str(players) for players in facts.player_counts(name)}
    for players in facts.player_counts(name):
        assert by_group(game_facts.printed(players)) == PRINTED[name][str(players)], players
    assert by_group(game_facts.all_printed()) == PRINTED[name][str(max(facts.player_counts(name)))]


def test_cards_and_tiles_are_those_that_the_rules_play() -> None:
    cards = {
        thing.code: thing.count for thing in facts.of("cubes").all_printed() if thing.group in ("shifts", "changes")
    }
    assert cards == dict(import_module("treppe.games.cubes.cards").CARDS) and sum(cards.values()) == 48
    tiles = {thing.code: thing.count for thing in facts.of("seven").all_printed() if thing.code[0] in "!$"}
    assert [tiles[f"!{kind}"] for kind in range(5)] == [2] * 5
    assert [tiles[f"${kind}"] for kind in range(6)] == [2, 2, 2, 2, 1, 1]


@pytest.mark.parametrize("paper", SIZES.papers)
@pytest.mark.parametrize("name", WITH_SHEETS)
def test_sheets_hold_everything_once_and_backs_meet_fronts(name: str, paper: str) -> None:
    found: Counter[str] = Counter()
    for page in pages_of(name, Words(name, "en"), SIZES, SIZES.papers[paper]):
        assert sorted((page.front.width, page.front.height)) == sorted(SIZES.papers[paper])
        if page.back is None:
            continue
        fronts = [shape for shape in page.front.shapes if isinstance(shape, Inset)]
        backs = [shape for shape in page.back.shapes if isinstance(shape, Inset)]
        assert len(fronts) == len(backs) == page.count
        for front, back in zip(fronts, backs, strict=True):
            width, height = front.drawing.width, front.drawing.height
            assert (back.drawing.width, back.drawing.height) == (width, height)
            assert math.isclose(back.x, page.front.width - front.x - width) and back.y == front.y
            assert SIZES.margin <= front.x <= page.front.width - width - SIZES.margin + 1e-6
            assert SIZES.margin <= front.y <= page.front.height - height - SIZES.margin + 1e-6
        found["cut"] += page.count
    things = facts.of(name).all_printed()
    assert found["cut"] == sum(thing.count for thing in things if thing.kind in SIZES.kinds)


@pytest.mark.parametrize("paper", SIZES.papers)
def test_a_full_sheet_has_marks_for_every_cut(paper: str) -> None:
    page = pages_of("cubes", Words("cubes", "en"), SIZES, SIZES.papers[paper])[0]
    lines = [shape.points for shape in page.front.shapes if isinstance(shape, Line)]
    for card in (shape for shape in page.front.shapes if isinstance(shape, Inset)):
        for x in (card.x, card.x + card.drawing.width):
            assert any(math.isclose(a[0], x) and math.isclose(b[0], x) for a, b in lines), x
        for y in (card.y, card.y + card.drawing.height):
            assert any(math.isclose(a[1], y) and math.isclose(b[1], y) for a, b in lines), y


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_SHEETS)
def test_words_fit_what_they_stand_on(name: str, language: str) -> None:
    for face in all_faces(name, language):
        for side in (face.front, face.back):
            for shape in (one for one in side.shapes if isinstance(one, Text)):
                font = "Helvetica-Bold" if shape.is_bold else "Helvetica"
                wide = stringWidth(shape.text, font, shape.size)
                left = shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.align]
                border = face.size.border
                assert border <= left and left + wide <= side.width - border, shape.text
                assert shape.y - shape.size / 2 >= border, shape.text


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_all_that_is_printed_has_words(name: str) -> None:
    table = texts_of_game(name, "en")["PRINTED"]
    assert {thing.code for thing in facts.of(name).all_printed()} <= set(table)


def test_what_belongs_to_a_player_has_the_palette_s_colour() -> None:
    for name in WITH_SHEETS:
        for face in all_faces(name, "en"):
            if face.thing.colour >= 0:
                fills = {style.fill for shape in face.front.shapes if (style := getattr(shape, "style", None))}
                assert PLAYERS[face.thing.colour].rgb in fills
    colours = {colour.rgb for colour in (*PLAYERS, *DISCS)}
    for path in sorted((ROOT / "hardware/treppe_hardware/sheets").glob("*.py")):
        own = set(re.findall(r"#[0-9a-f]{6}", path.read_text()))
        assert not own & colours, f"{path.name} has a colour of its own: {own & colours}"


def test_the_bag_holds_all_discs_and_leaves_room_for_a_hand() -> None:
    disc = read_parameters(ROOT / SOURCE).disc
    count = sum(facts.of("seven").largest_material().values())
    litres = count * math.pi / 4 * disc.width**2 * disc.height / 1e6 / LOOSE
    assert litres < volume_l(SIZES.bag) < 1.5 * litres


@pytest.mark.long
def test_sheets_are_the_same_each_time() -> None:
    first, second = render_sheets(SIZES), render_sheets(SIZES)
    assert first == second
    assert len(first) == 1 + len(WITH_SHEETS) * len(SIZES.papers) * len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", catalogue.names())
def test_the_picture_of_the_material_shows_every_kind_with_its_number(name: str, language: str) -> None:
    game_facts = facts.of(name)
    sheet = picture(name, SIZES, HARDWARE.kinds, read_parameters(ROOT / SOURCE), language)
    groups = [shape for shape in sheet.shapes if isinstance(shape, Inset)]
    captions = [text.text for group in groups for text in group.drawing.shapes if isinstance(text, Text)]
    kinds = {code[0]: number for code, number in game_facts.largest_material().items()}
    for number in kinds.values():
        assert any(re.search(rf": {number}\b", caption) for caption in captions), (number, captions)
    printed = [f"{thing.count} x" for thing in game_facts.all_printed()]
    assert ("of each colour" in str(captions), "je Farbe" in str(captions)) in (
        (language == "en", language == "de"),
        (0, 0),
    )
    assert sorted(caption for caption in captions if caption.endswith(" x")) == sorted(printed)
    for group in groups:
        assert group.x >= 0 and group.x + group.drawing.width <= sheet.width
        assert group.y >= 0 and group.y + group.drawing.height <= sheet.height

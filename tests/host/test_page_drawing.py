"""The page's drawings: boards from above and from the side, pieces, towers, what lamps look like."""

import xml.etree.ElementTree as ElementTree

import pytest
from treppe import games, surfaces
from treppe.alphabet.roles import palette
from treppe.games import catalogue
from treppe.games.host.facts import player_counts
from treppe_host.records.fields import Markings, field_names, place_names
from treppe_host.web import texts
from treppe_host.web.drawing import lights, projections
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.drawing.ground import place
from treppe_host.web.drawing.pieces import draw_piece, draw_stack, height_of
from treppe_host.web.drawing.sprites import draw_sprites, kinds_of
from treppe_host.web.games import plots
from treppe_sim.material import start_stacks, start_supply

EN, DE = texts.load("en"), texts.load("de")
PALETTE = palette()
CODES = ("B", "O0", "O3", "D6", "S1", "T2", "C3", "P0", "W", "N41a", "N62i")


@pytest.mark.parametrize("name", surfaces.NAMES)
def test_every_surface_is_drawn_from_its_tables(name):
    surface = surfaces.load(name)
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, Markings(), "Board"))
    fields = [group for group in drawing.iter("g") if "data-field" in group.attrib]
    assert sorted(int(group.attrib["data-field"]) for group in fields) == list(range(surface.FIELDS))
    for group in fields:
        field = int(group.attrib["data-field"])
        assert group.attrib["data-name"] == surface.NAMES[field]
        x, y = place(surface, field)
        assert group.attrib["transform"] == f"translate({x:.1f} {y:.1f})"


def test_near_rows_are_drawn_over_far_ones():
    surface = surfaces.load("square7")
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, Markings(), "Board"))
    order = [int(group.attrib["data-field"]) for group in drawing.iter("g") if "data-field" in group.attrib]
    assert order[0] == 42 and order[-1] == 6


def test_a_small_board_lies_in_the_middle_and_has_its_own_names():
    surface = surfaces.load("square7")
    names = field_names(games.start("step", size=5))
    assert {surface.NAMES[field]: name for field, name in enumerate(names) if name}["b2"] == "a1"
    assert sum(name != "" for name in names) == 25
    drawing = draw_board(surface, names, Markings(), "Board")
    assert drawing.count("coordinate") == 10
    assert drawing.count('class="unused"') == 24


def test_parking_fields_are_named_after_their_stones():
    names = place_names(games.start("cubes", players=4))
    assert sum(name[:1].isupper() for name in names) == 20
    assert {"B2", "R6", "Y4", "G3"} <= set(names)
    drawing = draw_board(surfaces.load("reed12"), names, Markings(), "Board")
    assert drawing.count("parking") == 20 and drawing.count('class="coordinate"') == 20


@pytest.mark.parametrize("name", ("square7", "hex49"))
def test_towers_are_also_seen_from_the_side(name):
    surface = surfaces.load(name)
    projection = projections.projection_of(surface, "isometric")
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, Markings(), "Board", projection))
    fields = [group for group in drawing.iter("g") if "data-field" in group.attrib]
    assert len(fields) == surface.FIELDS
    heights = []
    for group in fields:
        east, south = place(surface, int(group.attrib["data-field"]))
        x, y = projection.project(east, south)
        assert group.attrib["transform"] == f"translate({x:.1f} {y:.1f})"
        assert (group.attrib["data-east"], group.attrib["data-south"]) == (f"{east:.0f}", f"{south:.0f}")
        heights.append(y)
    assert heights == sorted(heights), "near fields are drawn over far ones"
    bodies = {part.attrib["id"] for part in drawing.iter("g") if "id" in part.attrib}
    for code in ("B", "D3", "U"):
        tower = ElementTree.fromstring(f"<svg>{draw_stack((code,) * 3, projection)}</svg>")
        assert [part.attrib["href"][1:] in bodies for part in tower.iter("use")] == [True] * 3
        assert height_of((code,) * 3, projection) == 3 * height_of((code,), projection) > 40
    assert ">2</text>" in draw_stack(("B", "B", "O1"), projection)


def test_reeds_are_seen_from_above_only():
    assert projections.projection_of(surfaces.load("reed12"), "isometric") is projections.PLAN
    assert projections.projection_of(surfaces.load("square7"), "nonsense") is projections.PLAN


def test_every_piece_can_be_drawn_and_named():
    for code in CODES:
        ElementTree.fromstring(f"<svg>{draw_piece(code)}</svg>")
        assert texts.piece_name(EN, code) and texts.piece_name(DE, code)
    assert texts.piece_name(DE, "N41a") == "Stein 4 von Rot, aktiv"


@pytest.mark.parametrize("name", catalogue.names())
@pytest.mark.parametrize("view", projections.NAMES)
def test_each_piece_that_a_game_may_show_is_drawn_once(name, view):
    for players in player_counts(name):
        state = games.start(name, players=players)
        projection = projections.projection_of(surfaces.load(state.surface), view)
        sheet = ElementTree.fromstring(draw_sprites(texts.of_game(DE, name), kinds_of(state), projection))
        drawn = {part.attrib["id"][6:]: part.attrib for part in sheet.iter("g") if "id" in part.attrib}
        standing = {code for stack in start_stacks(state) for code in stack} | set(start_supply(state)) | {"U"}
        turned = {code[:3] + side for code in standing if code[3:] for side in "ai"}
        assert standing | turned <= set(drawn)
        assert all(float(each["data-top"]) >= float(each["data-high"]) and each["data-name"] for each in drawn.values())


def test_pieces_of_players_have_letters_too():
    for code in CODES:
        if code[0] in "OSTCPN":
            assert 'class="letter"' in draw_piece(code)


def test_a_tower_shows_its_height_as_a_figure():
    assert ">3</text>" in draw_stack(("B", "B", "B"))
    assert ">5</text>" in draw_stack(("D1",) * 5)
    assert "height" not in draw_stack(("O0",))


def test_every_role_has_its_colour_and_a_word():
    looks = lights.looks()
    for role, (red, green, blue, rhythm) in PALETTE.items():
        assert role in EN.ROLES
        if rhythm:
            assert (looks[role]["colour"], looks[role]["rhythm"]) == (f"rgb({red} {green} {blue})", rhythm)


def test_points_become_a_line_a_player():
    plot = plots.score_plot(EN, [(0, 0), (3, 0), (3, 6)])
    ElementTree.fromstring(plot)
    assert plot.count("<polyline") == 2
    assert plots.score_plot(EN, [None, None]) == ""

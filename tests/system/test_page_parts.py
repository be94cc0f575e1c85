"""The page's parts without a browser: drawings, the dialog's choices, the game as its events tell it."""

import asyncio
import base64
import itertools
import math
import re
import threading
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest
from treppe import games, surfaces
from treppe.table.roles import palette
from treppe_host.errors import PortError
from treppe_host.play import NoPassword, free_port, run
from treppe_host.sheet import Move, Sheet
from treppe_host.web import archive, form, lights, panel, rules, texts, views
from treppe_host.web.board_svg import draw_board
from treppe_host.web.game import FollowedGame, field_names, place_names
from treppe_host.web.gate import Gate, is_this_machine, watch_key
from treppe_host.web.ground_svg import place
from treppe_host.web.lights import MARKS
from treppe_host.web.piece_svg import draw_piece, draw_stack, height_of
from treppe_host.web.simulated import SimulatedDesk
from treppe_host.web.stacks import show_stacks
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.reeds import CAREFUL_SD_MM
from treppe_sim.world import World

EN, DE = texts.LANGUAGES["en"], texts.LANGUAGES["de"]
PALETTE = palette()
STATIC = Path(panel.__file__).parent / "static"
CODES = ("B", "O0", "O3", "D6", "S1", "T2", "C3", "P0", "W", "N41a", "N62i")


@pytest.mark.parametrize("name", surfaces.NAMES)
def test_every_surface_is_drawn_from_its_tables(name):
    surface = surfaces.load(name)
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, frozenset(), "Board"))
    fields = [group for group in drawing.iter("g") if "data-field" in group.attrib]
    assert sorted(int(group.attrib["data-field"]) for group in fields) == list(range(surface.FIELDS))
    for group in fields:
        field = int(group.attrib["data-field"])
        assert group.attrib["data-name"] == surface.NAMES[field]
        x, y = place(surface, field)
        assert group.attrib["transform"] == f"translate({x:.1f} {y:.1f})"


def test_near_rows_are_drawn_over_far_ones():
    surface = surfaces.load("square7")
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, frozenset(), "Board"))
    order = [int(group.attrib["data-field"]) for group in drawing.iter("g") if "data-field" in group.attrib]
    assert order[0] == 42 and order[-1] == 6


@pytest.mark.parametrize("name", ("square7", "hex49"))
def test_towers_are_also_seen_from_the_side(name):
    surface = surfaces.load(name)
    view = views.view_of(surface, "isometric")
    drawing = ElementTree.fromstring(draw_board(surface, surface.NAMES, frozenset(), "Board", view))
    fields = [group for group in drawing.iter("g") if "data-field" in group.attrib]
    assert len(fields) == surface.FIELDS
    heights = []
    for group in fields:
        east, south = place(surface, int(group.attrib["data-field"]))
        x, y = view.project(east, south)
        assert group.attrib["transform"] == f"translate({x:.1f} {y:.1f})"
        assert (group.attrib["data-east"], group.attrib["data-south"]) == (f"{east:.0f}", f"{south:.0f}")
        heights.append(y)
    assert heights == sorted(heights), "near fields are drawn over far ones"
    bodies = {part.attrib["id"] for part in drawing.iter("g") if "id" in part.attrib}
    for code in ("B", "D3", "U"):
        tower = ElementTree.fromstring(f"<svg>{draw_stack((code,) * 3, view)}</svg>")
        assert [part.attrib["href"][1:] in bodies for part in tower.iter("use")] == [True] * 3
        assert height_of((code,) * 3, view) == 3 * height_of((code,), view) > 40
    assert ">2</text>" in draw_stack(("B", "B", "O1"), view)


def test_what_a_nearer_tower_hides_is_known():
    surface = surfaces.load("square7")
    view = views.view_of(surface, "isometric")
    names = [name if name != "a1" else "" for name in surface.NAMES]
    stacks = [("B",) * 5 if name == "d4" else () for name in surface.NAMES]
    shown = show_stacks(EN, surface, names, stacks, view)
    behind = {surface.NAMES[int(field)] for field, (_, _, _, is_behind) in shown.items() if is_behind}
    assert behind == {"e5"} and len(shown) == 48
    assert not any(is_behind for _, _, _, is_behind in show_stacks(EN, surface, names, stacks, views.PLAN).values())


def test_reeds_are_seen_from_above_only():
    assert views.view_of(surfaces.load("reed12"), "isometric") is views.PLAN
    assert views.view_of(surfaces.load("square7"), "nonsense") is views.PLAN


def test_every_piece_can_be_drawn_and_named():
    for code in CODES:
        ElementTree.fromstring(f"<svg>{draw_piece(code)}</svg>")
        assert texts.piece_name(EN, code) and texts.piece_name(DE, code)
    assert texts.stack_name(EN, ("B", "B", "O1")) == "2 bricks, red ball"
    assert texts.stack_name(DE, ("B", "B", "O1")) == "2 Bausteine, Kugel von Rot"
    assert texts.stack_name(EN, ()) == "empty"
    assert texts.piece_name(DE, "N41a") == "Stein 4 von Rot, aktiv"


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


def test_the_dialog_has_all_games_and_their_options():
    dialog = form.draw_dialog(EN)
    for name in games.NAMES:
        assert f'value="{name}"' in dialog
        assert EN.TITLES[name] in dialog
    assert 'name="step.size" value="5"' in dialog
    assert 'name="step.size" value="9"' not in dialog, "there is no surface for it"


def test_choices_become_options():
    fields = {
        "game": "step",
        "step.players": "3",
        "step.size": "5",
        "step.bricks": " ",
        "step.edition": "fr",
        "seat1": " Ada ",
    }
    options = {"players": 3, "size": 5, "edition": "fr"}
    assert form.read_choice(fields) == ("step", options, ["", "Ada", "", ""])
    with pytest.raises(games.InvalidOption):
        form.read_choice({"game": "chess"})


def test_a_clock_and_lots_are_terms_of_the_board():
    assert form.read_terms({"minutes": "", "increment_s": "5"}) == {}
    assert form.read_terms({"minutes": "10"}) == {"clock": {"minutes": 10, "increment_s": 0}}
    terms = form.read_terms({"minutes": "3", "increment_s": "2", "lot": "true"})
    assert terms == {"clock": {"minutes": 3, "increment_s": 2}, "starter": "random"}
    dialog = form.draw_dialog(EN)
    assert all(f'name="{name}"' in dialog for name in ("minutes", "increment_s", "lot"))


def test_every_playable_game_can_be_laid_out():
    for name in form.PLAYABLE:
        state = games.start(name)
        surface = surfaces.load(state.surface)
        stacks = start_stacks(state)
        assert len(stacks) == surface.FIELDS
        assert all(place_names(state)[field] for field, stack in enumerate(stacks) if stack)
        assert any(stacks) or start_supply(state)


def test_a_small_board_lies_in_the_middle_and_has_its_own_names():
    surface = surfaces.load("square7")
    names = field_names(games.start("step", size=5))
    assert {surface.NAMES[field]: name for field, name in enumerate(names) if name}["b2"] == "a1"
    assert sum(name != "" for name in names) == 25
    drawing = draw_board(surface, names, frozenset(), "Board")
    assert drawing.count("coordinate") == 10
    assert drawing.count('class="unused"') == 24


@pytest.mark.parametrize(("game", "start", "end"), [("step", "a1", "d1"), ("sprung", "a7", "d7")])
def test_careless_hands_are_those_of_the_simulation(game, start, end, tmp_path, monkeypatch):
    state = games.start(game)
    desk = SimulatedDesk(tmp_path, None)
    world = World(surfaces.load(state.surface))
    world.arrange(start_stacks(state), start_supply(state))
    monkeypatch.setattr(desk, "simulation", SimpleNamespace(world=world), raising=False)
    monkeypatch.setattr(desk, "change", lambda: None)
    monkeypatch.setattr("random.random", lambda: 0.0)
    sensors, names = world.sensors, world.surface.NAMES

    def manner():
        reeds = getattr(sensors, "put_sd_mm", CAREFUL_SD_MM) > CAREFUL_SD_MM
        return reeds or (getattr(sensors, "is_abrupt", False) and sensors.hand_rests_ms[1] > 1000)

    desk.touch(names.index(start))
    assert not manner()
    desk.be_careless(True)
    desk.touch(names.index(end))
    assert manner() and world.stacks[names.index(end)] and not world.hand
    desk.be_careless(False)
    assert not manner()


def follow(*events):
    game = FollowedGame()
    for event in events:
        game.follow(event)
    return game


def act(word):
    return {"k": "action", "word": word}


def test_events_become_turns():
    game = follow({"k": "start", "game": "step", "options": {}}, act("a1-d1"), act("+d2"), act("g7-g4"))
    assert [(turn.player, turn.words) for turn in game.turns()] == [(0, ("a1-d1", "+d2")), (1, ("g7-g4",))]
    assert game.last_fields == (48, 27)
    game.follow({"k": "undo", "count": 2})
    assert game.words == ["a1-d1"]
    display = {"phase": "play", "game": "step", "last": "a1-d1"}
    assert panel.turn(EN, game, display).startswith("<strong>Blue to move")
    display["last"] = "of the game before"
    game.follow({"k": "start", "game": "step", "options": {}})
    assert panel.whose(game, display) == "setup"


def test_events_without_a_game_are_passed_over():
    game = follow({"k": "boot"}, act("a1-d1"), {"k": "pause"})
    assert game.state is None
    assert "No game" in panel.turn(EN, game, {})


def test_an_ending_by_the_players_is_told():
    end = {"k": "end", "reason": "resign", "winners": [1], "scores": None}
    game = follow({"k": "start", "game": "aufstellen", "options": {}}, {"k": "resign", "player": 0}, end)
    assert panel.is_over(game)
    assert "Red wins" in panel.turn(EN, game, {"phase": "over", "game": "aufstellen"})
    assert panel.whose(game, {"phase": "over", "game": "aufstellen"}) == "1"
    game.follow({"k": "start", "game": "step", "options": {}})
    assert not panel.is_over(game)


def test_wrong_tells_the_way_back_in_the_boards_own_words():
    game = follow({"k": "start", "game": "step", "options": {}})
    display = {"phase": "wrong", "game": "step", "lines": ["STEP BY STEP", "Not possible", "d4: take <off>"]}
    assert "d4: take &lt;off&gt;" in panel.turn(EN, game, display)


def shape_of(table):
    if isinstance(table, dict):
        return {key: shape_of(value) for key, value in table.items()}
    return len(table) if isinstance(table, tuple) else table.count("{")


def test_both_languages_say_the_same_things():
    names = {name for name in dir(EN) if name.isupper()}
    assert names == {name for name in dir(DE) if name.isupper()}
    for name in names - {"LANGUAGE", "OTHER_LANGUAGE", "RULES_NOTE", "DOCTOR_PHRASES"}:
        assert shape_of(getattr(EN, name)) == shape_of(getattr(DE, name)), name
    for game in games.NAMES:
        reasons = games.load(game).State.REASONS
        assert all(reason in EN.REASONS for reason in reasons if reason), game


def test_the_browser_chooses_the_language_and_people_do():
    assert texts.choose_language(None, "fr-FR, de-AT;q=0.9, en;q=0.8") == "de"
    assert texts.choose_language(None, "") == "en"
    assert texts.choose_language("en", "de") == "en"
    assert texts.choose_language("xx", "de") == "de"
    assert texts.board_text(DE, "put white") == "setzt Weiss"
    assert texts.event_text(DE, "blocked 1") == "Rot ist blockiert"


def test_parking_fields_are_named_after_their_stones():
    names = place_names(games.start("cubes", players=4))
    assert sum(name[:1].isupper() for name in names) == 20
    assert {"B2", "R6", "Y4", "G3"} <= set(names)
    drawing = draw_board(surfaces.load("reed12"), names, frozenset(), "Board")
    assert drawing.count("parking") == 20 and drawing.count('class="coordinate"') == 20


def test_what_no_piece_shows_is_offered_as_words():
    game = follow({"k": "start", "game": "seven", "options": {}})
    for word in ("+a0", "."):
        game.follow(act(word))
    shown = panel.choices(EN, game, {"phase": "play", "game": "seven", "choice": ["?A"]})
    assert ">OK: ?A<" in shown
    assert 'data-choose="?V"' in shown


def test_a_broken_record_is_shown_up_to_where_it_breaks():
    sheet = Sheet("step", {"bricks": 4}, ["Ada", None], [Move("a1-d1", player=0), Move("+d2"), Move("a1-a2")], "bricks")
    position = archive.Position(sheet, 3)
    assert position.place == 2
    assert position.fault and position.fault.place == 3
    assert archive.player_names(DE, sheet) == ["Ada", "Rot"]
    assert archive.Position(sheet, 1).last == (0, 3)
    assert archive.thinking_plot(EN, sheet) == "", "no times are known"


def test_points_become_a_line_a_player():
    plot = archive.score_plot(EN, [(0, 0), (3, 0), (3, 6)])
    ElementTree.fromstring(plot)
    assert plot.count("<polyline") == 2
    assert archive.score_plot(EN, [None, None]) == ""


def test_rules_of_every_game_can_be_read():
    for name in games.NAMES:
        assert "<h1>" in rules.read_rules(name, EN)
        assert DE.RULES_NOTE in rules.read_rules(name, DE)
    assert rules.read_rules("", EN) == ""


def ask(gate, kind="http", path="/", query_string=b"", **headers):
    """Return what the gate answers: the messages that it sends."""
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    encoded = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": kind, "path": path, "query_string": query_string, "headers": encoded}
    # In a thread of its own: this one has the browser's event loop, if tests with a browser ran before.
    thread = threading.Thread(target=asyncio.run, args=(gate(scope, receive, send),))
    thread.start()
    thread.join()
    return sent


def credentials(password):
    return "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()


def test_others_need_the_password_once(monkeypatch):
    async def page(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    monkeypatch.setattr("treppe_host.web.gate._WRONG_S", 0)
    gate = Gate(page, "schlüssel")
    assert ask(gate)[0]["status"] == 401
    assert ask(gate, authorization=credentials("schluessel"))[0]["status"] == 401
    assert ask(gate, authorization="Basic ?")[0]["status"] == 401
    assert ask(gate, cookie="treppe-key=guess")[0]["status"] == 401
    assert ask(gate, "websocket")[0] == {"type": "websocket.close", "code": 1008}
    answer = ask(gate, authorization=credentials("schlüssel"))[0]
    assert answer["status"] == 200
    key = answer["headers"][0][1].decode().partition(";")[0]
    assert ask(gate, cookie=key)[0]["status"] == 200


def test_spectators_need_their_address_and_get_no_further(monkeypatch):
    async def page(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    gate = Gate(page, "sesame")
    assert ask(gate, path="/watch", query_string=b"key=guess")[0]["status"] == 401
    invited = f"key={watch_key('sesame')}".encode()
    answer = ask(gate, path="/watch", query_string=invited)[0]
    cookie = answer["headers"][0][1].decode().partition(";")[0]
    for path in ("/watch/club", "/static/page.js", "/_nicegui_ws/socket.io"):
        assert ask(gate, path=path, cookie=cookie)[0]["status"] == 200
    for path in ("/", "/boards/club", "/games/1/text"):
        assert ask(gate, path=path, cookie=cookie, query_string=invited)[0]["status"] == 401
    assert watch_key("sesame") == watch_key("sesame") != watch_key("open")


def test_the_page_is_not_open_to_the_network_without_a_password(tmp_path, monkeypatch):
    monkeypatch.delenv("TREPPE_PASSWORD", raising=False)
    assert is_this_machine("127.0.0.1") and is_this_machine("::1") and is_this_machine("localhost")
    for host in ("0.0.0.0", "192.168.1.5", "table.local"):
        with pytest.raises(NoPassword, match="TREPPE_PASSWORD"):
            run(tmp_path, None, host)


def test_no_port_is_said_in_one_line():
    with pytest.raises(PortError, match="no free port"):
        free_port("203.0.113.1", 8080)


# Machado, Oliveira, Fernandes 2009, severity 1: linear red, green, blue as somebody with the deficiency sees them.
DEFICIENCIES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
JUST_TOLD_APART = 20  # CIE76; 2.3 is the least that anybody sees


def lab(colour, deficiency):
    linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    red, green, blue = (max(0, sum(w * p for w, p in zip(row, linear))) for row in DEFICIENCIES[deficiency])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_lamps_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    roles = [role for role in PALETTE if role != "."]
    marks = MARKS
    for count, one in enumerate(roles):
        for other in roles[:count]:
            first, second = (lab(PALETTE[role][:3], deficiency) for role in (one, other))
            is_same_mark = marks.get(one) == marks.get(other)
            is_same_rhythm = PALETTE[one][3] == PALETTE[other][3]
            assert not (is_same_mark and is_same_rhythm) or math.dist(first, second) > JUST_TOLD_APART, (one, other)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_players_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    style = (STATIC / "board.css").read_text("utf-8")
    colours = re.findall(r"\.player\d { --piece: #(..)(..)(..);", style)
    seen = [lab([int(part, 16) for part in colour], deficiency) for colour in colours]
    assert len(seen) == 4
    for one, other in itertools.combinations(range(4), 2):
        assert math.dist(seen[one], seen[other]) > JUST_TOLD_APART, (EN.PLAYERS[one], EN.PLAYERS[other])


def test_pieces_of_players_have_letters_too():
    for code in CODES:
        if code[0] in "OSTCPN":
            assert 'class="letter"' in draw_piece(code)

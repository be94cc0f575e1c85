"""What the page says and asks: the dialog's choices, whose turn it is, languages, stored games."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes_table import begin
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.options import parse_option
from treppe_host import words as board_words
from treppe_host.programs.stored_games import moments_of
from treppe_host.records.fields import place_names
from treppe_host.records.followed_game import FollowedGame
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web import texts
from treppe_host.web.board import new_game_form
from treppe_host.web.board.parts import box, choices, moves, turn
from treppe_host.web.board.phase import whose
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.games import game_list, plots, record
from treppe_host.web.games.position import Position
from treppe_host.web.texts import saying
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.reeds import CAREFUL_SD_MM
from treppe_sim.world import World

EN, DE = texts.load("en"), texts.load("de")


PLAYTHROUGHS = Path(__file__).parents[1] / "data" / "playthroughs"


def test_the_dialog_has_all_games_and_their_options():
    dialog = new_game_form.draw_dialog(EN, True)
    for name in catalogue.names():
        assert f'value="{name}"' in dialog
        assert catalogue.title(name) in dialog
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
    assert new_game_form.read_choice(fields) == ("step", options, ["", "Ada", ""])
    with pytest.raises(games.InvalidOption):
        new_game_form.read_choice({"game": "chess"})


def test_a_clock_and_lots_are_terms_of_the_board():
    assert new_game_form.read_terms({"minutes": "", "increment_s": "5"}) == {}
    assert new_game_form.read_terms({"minutes": "10"}) == {"clock": {"minutes": 10, "increment_s": 0}}
    terms = new_game_form.read_terms({"minutes": "3", "increment_s": "2", "lot": "true"})
    assert terms == {"clock": {"minutes": 3, "increment_s": 2}, "starter": "random"}
    dialog = new_game_form.draw_dialog(EN, True)
    assert all(f'name="{name}"' in dialog for name in ("minutes", "increment_s", "lot"))


def test_every_playable_game_can_be_laid_out():
    for name in catalogue.names():
        state = games.start(name)
        surface = surfaces.load(state.surface)
        stacks = start_stacks(state)
        assert len(stacks) == surface.FIELDS
        assert all(place_names(state)[field] for field, stack in enumerate(stacks) if stack)
        assert any(stacks) or start_supply(state)


@pytest.mark.parametrize(("game", "start", "end"), [("step", "a1", "d1"), ("sprung", "a7", "d7")])
def test_careless_hands_are_those_of_the_simulation(game, start, end, tmp_path, monkeypatch):
    state = games.start(game)
    connection = SimulatedConnection(tmp_path, None)
    world = World(surfaces.load(state.surface))
    world.arrange(start_stacks(state), start_supply(state))
    monkeypatch.setattr(connection, "simulation", SimpleNamespace(world=world), raising=False)
    monkeypatch.setattr(connection.changes, "tell", lambda: None)
    monkeypatch.setattr("random.random", lambda: 0.0)
    sensors, names = world.sensors, world.surface.NAMES

    def manner():
        reeds = getattr(sensors, "put_sd_mm", CAREFUL_SD_MM) > CAREFUL_SD_MM
        return reeds or (getattr(sensors, "is_abrupt", False) and sensors.hand_rests_ms[1] > 1000)

    connection.simulated_hand.touch(names.index(start))
    assert not manner()
    connection.simulated_hand.be_careless(True)
    connection.simulated_hand.touch(names.index(end))
    assert manner() and world.stacks[names.index(end)] and not world.hand
    connection.simulated_hand.be_careless(False)
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
    assert [(turn.player, turn.notations) for turn in game.turns()] == [(0, ("a1-d1", "+d2")), (1, ("g7-g4",))]
    assert game.last_fields == (48, 27)
    game.follow({"k": "undo", "count": 2})
    assert game.notations == ["a1-d1"]
    display = {"phase": "play", "game": "step", "last": "a1-d1"}
    assert turn.turn(EN, game, display).startswith("<strong>Blue to move")
    display["last"] = "of the game before"
    game.follow({"k": "start", "game": "step", "options": {}})
    assert whose(game, display) == "setup"


def test_events_without_a_game_are_passed_over():
    game = follow({"k": "boot"}, act("a1-d1"), {"k": "pause"})
    assert game.state is None
    assert "No game" in turn.turn(EN, game, {})


def test_an_ending_by_the_players_is_told():
    end = {"k": "end", "reason": "resign", "winners": [1], "scores": None}
    game = follow({"k": "start", "game": "aufstellen", "options": {}}, {"k": "resign", "player": 0}, end)
    assert game.is_over
    assert "Red wins" in turn.turn(EN, game, {"phase": "over", "game": "aufstellen"})
    assert whose(game, {"phase": "over", "game": "aufstellen"}) == "1"
    game.follow({"k": "start", "game": "step", "options": {}})
    assert not game.is_over


def test_wrong_tells_the_way_back():
    game = follow({"k": "start", "game": "step", "options": {}})
    display = {"phase": "wrong", "game": "step", "says": {"code": "wrong"}}
    display["steps"] = [{"field": "<d4>", "do": "take"}, {"field": "a1", "do": "put", "piece": "O0"}]
    display["steps"] += [{"field": "b1", "do": "put", "piece": ""}, {"field": "c1", "do": "put", "piece": "<?>"}]
    said = (
        f"<strong>{EN.PHASES['wrong']}</strong><span>&lt;d4&gt;: take off · a1: blue ball · b1: put on · c1: &lt;?&gt;"
    )
    assert turn.turn(EN, game, display).startswith(said)


def test_pieces_that_are_due_are_marked():
    game = follow({"k": "start", "game": "aufstellen", "options": {}})
    shown = box.supply(EN, {"S0": 2, "T1": 2}, [], game.due_pieces())
    assert shown.count('class="due"') == 1 and 'class="due"' in shown.partition("take-T1")[0]
    assert 'class="due"' not in box.supply(EN, {"S0": 1, "T1": 2}, ["S0"], game.due_pieces())
    game = follow({"k": "start", "game": "step", "options": {}})
    assert not game.due_pieces()
    game.follow(act("a1-d1"))
    assert game.due_pieces() == {"B"}


def test_a_player_who_leaves_a_game_that_goes_on_is_told_of():
    start = {"k": "start", "game": "weltreich", "options": {"players": 3}}
    game = follow(start, act("b3-b9"), act("resign:1"))
    assert moves.announcement(EN, game) == "Red: Red gives up. Red plays no more. Yellow to move"
    game.follow({"k": "undo", "count": 1})
    assert game.state.current_player() == 1
    game.follow(act("time:0"))
    assert "Blue has no time left" in moves.announcement(EN, game)
    sheet = ScoreSheet("weltreich", {"players": 3}, [], [Move("b3-b9"), Move("resign:1")])
    assert [moment.word for moment in moments_of(sheet)] == ["b3-b9", "", ""]


def test_the_heading_is_what_the_board_says():
    table = begin("step")
    game = follow({"k": "start", "game": "step", "options": {}})
    table.change("a6", 1, 6000)
    assert turn.turn(EN, game, table.display).startswith(
        "<strong>Now a piece on the board is moved.</strong><span>a6: take off"
    )
    table.wait(30_000)
    reported = turn.turn(EN, game, table.display)
    said = "<strong>Now a piece on the board is moved.</strong><span>a6: take off</span>"
    assert reported == said, "the question stands beside it"
    asked = choices.choices(EN, game, table.display)
    assert board_words.render({"code": "there", "field": "a6"}) in asked
    assert 'data-choose="OK">Yes, it is there<' in asked and 'data-choose="END">No, nothing is there<' in asked
    broken = {"code": "game_broken", "why": {"code": "journal_damaged", "event": 7}}
    table.table.warnings.refuse(broken)
    table.table.refresh()
    said = board_words.render(broken, "de")
    assert turn.turn(DE, game, table.display | {"doubt": ""}) == f"<strong>{said}</strong><span></span>"


def test_every_ending_of_a_game_has_words():
    for game in catalogue.names():
        reasons = texts.game_words(EN, game).reasons
        assert all(reason in reasons for reason in games.load(game).State.REASONS if reason), game


def test_the_browser_chooses_the_language_and_people_do():
    assert texts.choose_language(None, "fr-FR, de-AT;q=0.9, en;q=0.8") == "de"
    assert texts.choose_language(None, "") == "en"
    assert texts.choose_language("en", "de") == "en"
    assert texts.choose_language("xx", "de") == "de"
    assert board_words.render({"code": "put", "piece": "W"}, "de") == "setzt Weiß"
    assert texts.event_text(DE, "blocked 1") == "Rot ist blockiert"
    assert texts.event_text(EN, "converted 1 0") == "Red's pieces belong to Blue"
    assert texts.event_text(EN, "inactive h9") == "The stone on h9 is inactive"
    meanings = {texts.board_meaning(EN, "seven", f"${kind}") for kind in range(6)}
    assert len(meanings) == 6 and texts.board_meaning(EN, "seven", "?A") == "draw an aid tile"


def test_what_no_piece_shows_is_offered_as_words():
    game = follow({"k": "start", "game": "seven", "options": {}})
    for word in ("+a0", "."):
        game.follow(act(word))
    shown = choices.choices(EN, game, {"phase": "play", "game": "seven", "choice": ["?A"]})
    assert 'data-choose="?A">Draw an aid tile<' in shown and 'data-choose="?V">Draw a victory tile<' in shown


def test_a_question_has_two_answers_in_words_beside_what_is_to_be_done():
    game = follow({"k": "start", "game": "step", "options": {}})
    display = {"phase": "play", "game": "step", "says": {"code": "move", "piece": "O"}, "choice": ["a1-b1"]}
    for code, other, answer in (("confirm", "END", "No"), ("which", "MENU", "No, something else")):
        display["question"] = {"code": code}
        shown = choices.choices(EN, game, display)
        assert "Was it this: blue ball from a1 to b1?" in shown and 'data-choose="a1-b1">Yes<' in shown
        assert f'data-choose="{other}">{answer}<' in shown and shown.count("<button") == 2
        assert turn.turn(EN, game, display, "0g").startswith(
            "<strong>Blue to move</strong><span>Lift a ball that is lit"
        )
    assert "<span>Put it on a lit field, or back.<" in turn.turn(EN, game, display, "og"), "it is in a hand"
    assert "<span>Ziehe eine Kugel.<" in turn.turn(DE, game, display, "", ["off", "off"]), "no lamp shows anything"


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_no_notation_where_a_person_chooses(path):
    head, *lines = path.read_text().splitlines()
    name, *options = head.split()
    state = games.start(name, **dict(parse_option(games.load(name), option) for option in options))
    for line in lines[:60]:
        if state.is_terminal():
            break
        silent = [action for action in state.legal_actions() if not state.hand_moves(action)][:40]
        for language in (EN, DE):
            said = [saying.in_words(language, state, action) for action in silent]
            assert not set(said) & {state.word(action) for action in silent} and len(set(said)) == len(said)
        state.apply_action(state.action(line.split(";")[0].split()[2]))


def test_cards_that_change_places_are_named_by_their_players():
    assert texts.board_meaning(EN, "cubes", "0*2") == "Blue and Yellow swap dependencies"
    assert texts.board_meaning(DE, "cubes", "1*3") == "Rot und Grün tauschen Abhängigk."
    assert texts.board_meaning(EN, "cubes", "xF1L2*") == "exchange forward 1, left 2, swap"
    assert texts.board_meaning(EN, "seven", "x036") == "put back blue, green, grey"
    assert texts.board_meaning(EN, "seven", "!1c4-c6") == "aid: move c4 → c6"
    assert texts.board_meaning(EN, "seven", "!0c4,d2") == "aid: discs off c4 and d2"
    assert texts.board_meaning(DE, "seven", "!0c4,c4") == "Bauhilfe: Scheiben weg, 2 × c4"


def test_a_broken_record_is_shown_up_to_where_it_breaks():
    sheet = ScoreSheet(
        "step", {"bricks": 4}, ["Ada", None], [Move("a1-d1", player=0), Move("+d2"), Move("a1-a2")], "bricks"
    )
    position = Position(sheet, 3)
    assert position.place == 2
    assert position.fault and position.fault.place == 3
    assert record.player_names(DE, sheet) == ["Ada", "Rot"]
    assert record.who_played(DE, sheet, {"lot": True}) == "Ada (Blau) – Rot · per Los"
    assert Position(sheet, 1).last == (0, 3)
    assert plots.thinking_plot(EN, sheet) == "", "no times are known"


def test_a_program_has_one_name_wherever_names_stand():
    seats = ["Ada", "Treppe 6", "Board 1", "", "2"]
    said = [texts.name_of(DE, seats, player) for player in range(4)]
    assert said == ["Ada", "Treppe 6", "Board 1", "Grün"]
    unknown = dict.fromkeys(("event", "reason", "started_at", "zone_s"))
    stored = SimpleNamespace(number=1, game="step", seats=seats[:2], num_actions=4, num_missing=0, **unknown)
    shown = game_list.game_list(DE, [stored])
    assert "Ada – Treppe 6" in shown


def test_who_plays_alone_has_no_colour():
    game = follow({"k": "start", "game": "wetteifern", "options": {}})
    display = {"phase": "play", "game": "wetteifern", "says": {"code": "move", "piece": "P"}}
    assert turn.turn(EN, game, display, "l").startswith("<strong>Your turn</strong><span>Lift a piece that is lit")
    assert turn.turn(DE, game, display, "l").startswith("<strong>Du bist am Zug</strong>")
    assert whose(game, display) == "alone"
    game.follow({"k": "end", "reason": "stuck", "winners": [], "scores": [6]})
    assert turn.turn(EN, game, display).startswith("<strong>Pieces left: 6</strong>")


def test_a_player_without_a_name_is_called_by_his_colour():
    seats = ["Ada", "Treppe 3", None, "2"]
    assert [texts.name_of(EN, seats, player) for player in range(4)] == ["Ada", "Treppe 3", "Yellow", "player 2"]
    assert texts.player_name(EN, seats, 1) == "Treppe 3 (Red)"
    assert texts.player_name(EN, seats, 0) == "Ada (Blue)" and texts.player_name(EN, seats, 2) == "Yellow"

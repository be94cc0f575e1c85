from fakes_link import PowerCut
from fakes_sensing import Noise
from fakes_table import ASKED_MS, Table, begin
from treppe import surfaces
from treppe.alphabet.buttons import OK, UNDO
from treppe.play import CommandError
from treppe.sensing import FAULTY

REED12 = surfaces.load("reed12")


def _refusal(table, command, **fields):
    try:
        table.command(command, fields)
    except CommandError as error:
        return error.args[0]
    raise AssertionError("was done")


def test_empty_board_needs_no_set_up():
    table = begin("aufstellen")
    assert table.phase() == "play" and len(table.lit("g")) == 16
    assert table.lines() == ["A", "Blue: put square"]


def test_put_counts_within_100_ms_of_the_image():
    table = begin("aufstellen")
    table.change("e5", 1, 70)
    assert table.journal.words() == ["+e5"]
    table.wait(30)
    assert table.role("e5") == "m"
    table.think()
    assert table.lines()[1:] == ["Red: put triangle", "+e5"]


def test_put_beside_a_centre_is_wrong():
    table = begin("aufstellen")
    table.change("e4", 1, 500)
    assert table.phase() == "wrong" and table.role("e4") == "r"
    table.change("e4", -1)
    assert table.phase() == "play" and table.journal.words() == []


def test_own_piece_of_another_shape_is_wrong_and_the_due_ones_may_be_lifted():
    table = begin("aufstellen")
    _place_all(table)
    state = table.state()
    assert table.lines()[1] == "Blue: move square"
    squares = [REED12.NAMES[f] for f in range(144) if state.pieces(f) == ["S0"]]
    triangle = REED12.NAMES[[f for f in range(144) if state.pieces(f) == ["T0"]].pop()]
    movable = table.lit("0")
    assert movable and all([name in squares for name in movable])
    table.change(triangle, -1, 50)
    assert table.role(triangle) == "!" and table.lit("l") == movable
    table.wait(500)
    assert table.phase() == "wrong"
    table.change(triangle, 1)
    assert table.phase() == "play" and table.lit("0") == movable


def test_moved_piece_that_moves_on_is_rewritten():
    table = begin("aufstellen")
    _place_all(table)
    words = table.journal.words()
    state = table.state()
    by_start = {}
    for action in state.legal_actions():
        word = state.word(action)
        by_start.setdefault(word.split("-")[0], []).append(word.split("-")[1])
    start = [name for name, endpoints in by_start.items() if len(endpoints) > 1].pop()
    first, second = by_start[start][:2]
    table.play(start + "-" + first)
    table.change(first, -1)
    assert table.role(start) == "o" and table.role(second) == "g"
    table.change(second, 1, 200)
    assert table.journal.words() == words + [start + "-" + second]


def test_seeded_games_are_recorded_as_intended():
    endpoints = 0
    for seed in range(1, 9):
        table = begin("aufstellen")
        random = Noise(seed)
        words = []
        while not table.state().is_terminal() and len(words) < 60:
            state = table.state()
            actions = sorted(state.legal_actions())
            words.append(state.word(actions[random.below(len(actions))]))
            table.play(words[-1], 100)
        assert table.journal.words() == words and "undo" not in table.journal.kinds()
        endpoints += table.phase() == "over"
    assert endpoints


def test_game_taken_back_to_the_start():
    table = begin("aufstellen")
    random = Noise(2)
    for _ in range(14):
        state = table.state()
        actions = sorted(state.legal_actions())
        table.play(state.word(actions[random.below(len(actions))]), 100)
    while table.state().history():
        table.wait(10, UNDO)
        table.set_up()
        assert table.phase() == "play"
    assert sum(table.sensing.image) == 0 and table.journal.words() == []
    table.wait(10, UNDO)
    assert table.phase() == "play" and table.lines() == ["Nothing to take back"]
    table.play("+e5", 100)
    assert table.lines()[1:] == ["Red: put triangle", "+e5"]


def test_the_line_that_has_won_shines_and_not_the_fifth_piece():
    table = begin("aufstellen")
    for word in ["+b2", "+b8", "+e5", "+h8", "+h2", "+b11", "+e11", "+k11", "e5-e2", "+k8", "+k2"]:
        table.play(word, 100)
    assert table.phase() == "over" and table.lit("w") == ["b2", "e2", "h2", "k2"]


def test_commands_that_cannot_be_carried_out_are_named():
    table = Table(REED12)
    diagnostic = {"code": "other_surface", "title": "STEP BY STEP", "surface": "square7"}
    assert _refusal(table, "new", game="step") == diagnostic
    assert _refusal(table, "new", game="step", options={"size": 9})["code"] == "no_surface"
    assert _refusal(table, "new", game="chess")["game"] == "chess"
    assert _refusal(table, "new", game="aufstellen", options={"colour": 1})["code"] == "no_option"
    assert _refusal(table, "new", game="aufstellen", options={"players": 3})["code"] == "option_value"
    assert _refusal(table, "button", name="X") == {"code": "no_button", "name": "X"}
    assert _refusal(table, "undo", count=1) == {"code": "nothing_played"}
    table.new("aufstellen")
    assert _refusal(table, "undo", count=1) == {"code": "too_many_back", "count": 1, "played": 0}
    assert _refusal(table, "resign", player=5) == {"code": "no_player", "player": 5, "players": 2}
    assert table.journal.kinds() == ["start"]


def test_resign_draw_pause_and_resume():
    table = begin("aufstellen")
    table.play("+e5", 100)
    table.command("pause", {})
    assert table.phase() == "idle" and table.lines()[0] == "Paused: OK goes on"
    table.command("resume", {})
    table.wait(20)
    assert table.phase() == "play" and table.command("status", {})["played"] == 1
    table.command("resign", {"player": 0})
    assert table.phase() == "over" and table.display["winners"] == [1]
    end = table.journal.events[-1]
    assert (end["k"], end["reason"], end["winners"], end["scores"]) == ("end", "resign", [1], None)
    table.command("button", {"name": "UNDO"})
    table.set_up()
    assert table.phase() == "play"
    table.command("draw", {})
    assert table.display["winners"] == [] and "Draw" in table.lines()


def test_paused_game_waits_to_be_asked_for_after_a_power_cut():
    table = begin("aufstellen")
    table.play("+e5", 100)
    table.command("pause", {})
    again = Table(REED12, table.journal.storage, table.sensing.image)
    again.wait(20)
    assert again.phase() == "idle" and again.lines()[0] == "Paused: OK goes on"
    again.wait(20, OK)
    again.wait(20)
    assert again.phase() == "play" and again.state().history() == [5]


def test_power_cut_before_the_end_was_written():
    table = begin("aufstellen")
    storage = table.journal.storage
    storage.cut_in = 1
    try:
        table.command("resign", {"player": 0})
    except PowerCut:
        storage.power_up()
    again = Table(REED12, storage)
    assert again.journal.kinds()[-2:] == ["resign", "end"]
    assert again.display["winners"] == [1]


def test_faults_are_recorded_once():
    table = begin("aufstellen")
    table.sensing.faults = [{"code": "tile_silent", "tile": 7}]
    table.wait(50)
    assert table.journal.kinds().count("fault") == 1
    assert table.lines()[2:] == ["tile 7: does not", "answer: look at its", "plug"]


def test_move_onto_a_faulty_field_is_confirmed():
    table = begin("aufstellen")
    _place_all(table)
    state = table.state()
    word = state.word(state.legal_actions()[0])
    start, end = word.split("-")
    table.touch(end, FAULTY)
    table.change(start, -1, ASKED_MS)
    assert table.lines()[1:] == [start + " to " + end, "OK: yes, END: no"] and table.phase() == "play"
    table.wait(10, OK)
    assert table.journal.words()[-1] == word


def test_hints_can_be_off():
    table = Table(REED12, hints="off")
    table.new("aufstellen")
    assert table.lit("g") == []
    table.change("e4", 1, 500)
    assert table.role("e4") == "r"


def test_german():
    table = Table(REED12, language="de")
    table.new("aufstellen")
    assert table.lines() == ["A", "Blau: setzt Quadrat"]


def _place_all(table):
    """Play until blue has to move a square; nobody has a line yet."""
    random = Noise(5)
    while len(table.state().history()) < 12:
        state = table.state()
        actions = sorted(state.legal_actions())
        table.play(state.word(actions[random.below(len(actions))]), 100)
    table.wait(1500)

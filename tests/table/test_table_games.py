"""What each game asks of the table beyond its rules: a test a sentence, by clean hands that a test moves itself."""

from fakes_table import ASKED_MS, begin, may_continue
from treppe import surfaces
from treppe.alphabet.buttons import END, MENU, OK, UNDO

REED12 = surfaces.load("reed12")


# Blockade.


def _blockade_with_a_way(**settings):
    table = begin("blockade", settings=settings)
    table.play("+e6")
    table.play("+a5")
    assert table.legal_words() == ["e2-off"]
    return table


def test_blockade_king_lifted_with_a_way_lights_it_and_wins_after_ok():
    table = _blockade_with_a_way()
    table.change("e2", -1, 500)
    assert {"e3", "e4", "e5", "d5", "c5", "b5", "b9"} <= set(table.lit("y")) and table.lit("g") == ["b12"]
    table.wait(ASKED_MS)
    assert table.display["choice"] == ["e2-off"] and table.journal.words() == ["+e6", "+a5"]
    table.press(OK)
    assert table.phase() == "over" and table.journal.words()[-1] == "e2-off"


def test_blockade_says_that_the_king_is_out_and_shows_his_way_before_he_is_lifted():
    reported = {"en": ["Take your king off", "the board: he is out"], "de": ["Nimm deinen Koenig", "vom Brett: er ist"]}
    for language, text in reported.items():
        table = _blockade_with_a_way(language=language)
        assert table.role("e2") == "0" and {"e3", "b9", "b12"} <= set(table.lit("y")) and table.lit("g") == []
        assert table.lines()[2:4] == text and table.display["says"] == {"code": "leave"}


def test_blockade_king_put_where_his_way_ends_is_out():
    table = _blockade_with_a_way()
    table.change("e2", -1, 800)
    table.change("b12", 1, 300)
    assert table.phase() == "over" and table.journal.words()[-1] == "e2-off"
    assert table.display["winners"] == [0]
    table.press(UNDO)
    assert table.journal.words() == ["+e6", "+a5"] and table.lit("r") == ["b12"]


def test_blockade_king_put_on_the_way_is_not_yet_out():
    table = _blockade_with_a_way()
    table.change("e2", -1, 800)
    table.change("b9", 1, 800)
    assert table.phase() == "wrong" and "the board: he is out" in table.lines()
    table.change("b9", -1, 300)
    table.change("b12", 1, 300)
    assert table.phase() == "over"


def test_blockade_guard_is_refused_while_the_king_can_leave():
    for language, text in (("en", "Take your king off"), ("de", "Nimm deinen Koenig")):
        table = _blockade_with_a_way(hints="off", language=language)
        assert table.lit("g") == [] and table.phase() == "play" and text in table.lines()
        table.change("h8", 1, 600)
        assert table.phase() == "wrong" and text in table.lines()
        table.change("h8", -1, 100)
        assert table.phase() == "play"
        table.change("e6", -1)
        table.change("e7", 1, 600)
        assert text in table.lines() and table.journal.words() == ["+e6", "+a5"]


# Weltreich.


def _enemies_at_two_distances():
    table = begin("weltreich")
    table.arrange({"b3": 1, "a1": 3, "b6": 6, "e3": 6, "l12": 7})
    return table


def test_weltreich_piece_pushed_off_unseen_blinks_and_is_settled_by_lifting_it_once():
    table = _enemies_at_two_distances()
    table.change("b3", -1, 1000)
    assert table.lit("x") == ["e3", "b6"]
    table.change("e3", -1)
    table.change("e3", 1, 200)
    assert table.journal.words() == ["b3xe3"]


def test_weltreich_converted_pieces_show_their_new_owner():
    table = begin("weltreich", players=3)
    table.arrange({"b3": 1, "a1": 3, "b6": 7, "l6": 6, "l12": 11})
    table.change("b3", -1)
    table.change("b6", -1)
    table.change("b6", 1, 200)
    assert table.display["events"] == ["eliminated 1", "converted 1 0"] and table.role("l6") == "0"


# Schaff den Sprung, Wetteifern, Das Tor.


def test_sprung_chain_is_explained_from_its_end():
    table = begin("sprung")
    word = table.play_until(may_continue)
    state = table.state().clone()
    state.apply_action(state.action(word))
    more = sorted([state.word(action) for action in state.legal_actions() if state.word(action) != "."])[0]
    table.change(word.split("-")[0], -1)
    table.change(more.split("-")[1], 1, 400)
    assert table.journal.words()[-2:] == [word, more]


def test_wetteifern_jumped_pieces_are_lit_until_they_are_gone_and_end_is_asked_for():
    table = begin("wetteifern")
    word = table.legal_words()[1]
    state = table.state()
    movements = state.hand_moves(state.action(word))
    start, end = word.split("-")
    jumped = [REED12.NAMES[field] for field, change in movements if change < 0 and REED12.NAMES[field] != start]
    table.change(start, -1)
    table.change(end, 1, 1000)
    assert sorted(table.lit("r")) == sorted(jumped) and table.journal.words() == []
    for name in jumped:
        table.change(name, -1, 200)
    assert table.journal.words() == [word]
    table.press(END)
    assert table.display["choice"] == ["."] and table.phase() == "play"
    table.press(OK)
    assert table.phase() == "over" and table.journal.words() == [word, "."]


def _enters(after):
    words = [after.word(action) for action in after.legal_actions()]
    return any([word.startswith("T+") for word in words]) and any([word.startswith("S+") for word in words])


def test_tor_shape_is_proposed_after_the_put_on_the_gate():
    table = begin("tor")
    table.play(table.play_until(_enters))
    gate = next(word for word in table.legal_words() if word.startswith("T+"))[2:]
    assert table.role(gate) == "g"
    table.change(gate, 1, 300)
    first = table.display["choice"]
    table.press(MENU)
    second = table.display["choice"]
    assert sorted(first + second) == ["S+" + gate, "T+" + gate]
    table.press(OK)
    assert table.journal.words()[-1:] == second


def test_tor_shape_is_not_asked_when_one_kind_is_left():
    table = begin("tor")
    word = table.play_until(_enters)
    after = table.state().clone()
    after.apply_action(after.action(word))
    entry = next(after.word(action) for action in after.legal_actions() if after.word(action).startswith("T+"))
    before = bytes(after.position)
    after.apply_action(after.action(entry))
    spent = next(place for place in range(144, len(before)) if after.position[place] == before[place] - 1)
    table.state().position[spent] = 0
    table.session.lead("setup")
    table.set_up()
    table.play(word)
    table.change(entry[2:], 1, 300)
    assert table.journal.words()[-1] == "S+" + entry[2:]


# A piece that is not seen.


def _lose_a_piece():
    """Return a table that asks about a piece that others have moved past, and its field."""
    table, lost = begin("weltreich", players=2), ""
    while not table.session.guidance.doubts:
        state = table.state()
        moves = [hand_moves for hand_moves in map(state.hand_moves, state.legal_actions()) if len(hand_moves) == 2]
        endpoints = [[REED12.NAMES[field] for field, _ in hand_moves] for hand_moves in moves]
        start, end = next(names for names in endpoints if lost != names[0] and not _in_line(lost, names[1]))
        table.change(start, -1)
        table.change(end, 1, ASKED_MS)
        if table.display["choice"]:
            table.press(OK)
        if not lost:
            lost = end
            table.change(lost, -1)  # its reed opens, and nobody is there
        assert len(table.journal.words()) <= 4
    return table, lost


def _in_line(name, other):
    """Tell whether a piece could go from one field to the other."""
    return name[:1] == other[:1] or name[1:] == other[1:]


def test_who_thinks_with_a_piece_in_his_hand_is_asked_nothing():
    table = begin("weltreich", players=2)
    start, end = table.legal_words()[0].split("-")
    table.change(start, -1, 90_000)
    assert not table.session.guidance.doubts and table.phase() == "play" and end in table.lit("g")


def test_pause_ends_a_question_about_a_field():
    for press in (0, END):
        table, lost = _lose_a_piece()
        table.command("pause", {})
        table.wait(1000, press)
        assert table.phase() == "idle" and not table.session.guidance.doubts
        table.change(lost, 1)
        table.command("resume", {})
        table.wait(2000)
        assert table.phase() == "play" and not table.session.guidance.doubts


def test_who_plays_alone_has_no_colour():
    for language, said in (("en", "move piece"), ("de", "zieht Figur")):
        table = begin("wetteifern", settings={"language": language})
        table.wait(500)
        assert table.lit("l") and not [role for role in "0123" if table.lit(role)]
        assert said in table.lines() and not [line for line in table.lines() if "Blue" in line or "Blau" in line]

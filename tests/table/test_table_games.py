"""What each game asks of the table beyond its rules: a test a sentence, by clean hands that a test moves itself."""

from fakes_table import Noise, Table
from treppe import surfaces
from treppe.sensing import FAULTY
from treppe.table import stages
from treppe.table.buttons import END, MENU, OK

REED12 = surfaces.load("reed12")
ASKED_MS = 2100  # then a piece in a hand that thinks is asked about


def _table(game, surface=REED12, settings=None, **options):
    table = Table(surface, **(settings or {}))
    table.new(game, **options)
    return table


def _press(table, button):
    table.wait(30, button)


def _words(table):
    state = table.state()
    return sorted([state.word(action) for action in state.legal_actions()])


def _play_until(table, is_wanted, limit=60):
    """Play at random until a legal action leads to a position that is wanted; return its word."""
    random = Noise(4)
    for _ in range(limit):
        for word in _words(table):
            after = table.state().clone()
            after.apply_action(after.action(word))
            if is_wanted(after):
                return word
        words = [word for word in _words(table) if word != "."]
        table.play(words[random.below(len(words))], 100)
    raise AssertionError("never came about")


def _continues(after):
    words = [after.word(action) for action in after.legal_actions()]
    return "." in words and len(words) > 1


# For every game.


def test_what_has_only_become_empty_is_no_action():
    table = _table("weltreich")
    table.arrange({"b3": 1, "a1": 3, "b6": 6, "l12": 7})
    table.change("b6", -1)
    table.change("b3", -1, 1500)
    assert table.journal.words() == []


def test_the_same_piece_moved_on_or_back_rewrites_what_was_recorded():
    table = _table("weltreich")
    table.play("b3-b9")
    table.change("b9", -1)
    table.change("b8", 1, 200)
    assert table.journal.words() == ["b3-b8"] and table.journal.kinds()[-2:] == ["undo", "action"]
    table.change("b8", -1)
    table.change("b3", 1, 200)
    assert table.journal.words() == []


def test_two_own_pieces_in_the_air_keep_their_fields_lit_and_are_asked_about_where_either_may_have_been_put():
    table = _table("weltreich")
    table.arrange({"b3": 1, "e5": 1, "a1": 3, "l12": 7})
    table.change("b3", -1)
    table.change("e5", -1, 300)
    assert table.role("b3") == table.role("e5") == "o"
    table.change("b5", 1, ASKED_MS)
    assert table.journal.words() == [], "either may stand there"
    assert table.session.display["choice"] in (["b3-b5"], ["e5-b5"])
    table.change("e5", 1, 200)
    assert table.journal.words() == ["b3-b5"], "the other one came back"


def test_each_of_two_pieces_in_the_air_is_told_by_where_it_may_go():
    table = _table("weltreich")
    table.arrange({"b3": 1, "e5": 1, "a1": 3, "l12": 7})
    table.change("b3", -1)
    table.change("e5", -1)
    table.change("e9", 1, ASKED_MS)
    assert table.session.display["choice"] == ["e5-e9"] and table.journal.words() == []
    table.change("b3", 1, 200)
    assert table.journal.words() == ["e5-e9"]


def test_a_piece_lifted_out_of_turn_gives_no_hints_and_must_come_back():
    table = _table("weltreich")
    table.change("k10", -1, 500)
    assert table.role("k10") in "p5" and table.lit("g") == []
    table.change("k10", 1, 100)
    assert table.phase() == "play" and table.journal.words() == []


def test_a_masked_field_is_asked_about():
    table = _table("weltreich")
    table.arrange({"b3": 1, "a1": 3, "l12": 7})
    table.sensing.activity[REED12.NAMES.index("b9")] = FAULTY
    table.wait(50)
    table.change("b3", -1, ASKED_MS)
    assert table.session.display["choice"] == ["b3-b9"] and table.journal.words() == []
    _press(table, END)
    assert table.session.display["choice"] == [] and table.journal.words() == [], "END: it is not there"
    table.change("b3", 1, 100)
    table.change("b3", -1, ASKED_MS)
    _press(table, OK)
    assert table.journal.words() == ["b3-b9"], "OK: it is there"


def test_quiet_time_never_ends_a_turn():
    table = _table("sprung")
    word = _play_until(table, _continues)
    table.play(word, 10_000)
    assert table.journal.words()[-1] == word and "END ends the turn" in table.lines()
    _press(table, END)
    assert table.journal.words()[-1] == "."


def test_a_complete_action_of_the_next_player_ends_the_turn_before():
    table = _table("sprung")
    word = _play_until(table, _continues)
    table.play(word)
    after = table.state().clone()
    after.apply_action(after.action("."))
    reply = sorted([after.word(action) for action in after.legal_actions()])[0]
    for field, change in after.placement(after.action(reply)):
        table.sensing.image[field] += change
        table.wait(100)
        if change < 0:
            assert table.journal.words()[-1] == word, "a piece in the air proves nothing"
    assert table.journal.words()[-3:] == [word, ".", reply]


def test_lit_fields_are_enough_to_choose_by():
    table = _table("weltreich")
    table.arrange({"b3": 1, "e5": 1, "a1": 3, "l12": 7})
    table.change("b3", -1)
    table.change("e5", -1)
    table.change("b5", 1, ASKED_MS)
    first = table.session.display["choice"]
    _press(table, MENU)
    second = table.session.display["choice"]
    assert sorted(first + second) == ["b3-b5", "e5-b5"]
    _press(table, OK)
    assert table.journal.words() == second


# Blockade.


def _blockade_with_a_way(**settings):
    table = _table("blockade", settings=settings)
    table.play("+e6")
    table.play("+a5")
    assert _words(table) == ["e2-off"]
    return table


def test_blockade_king_lifted_with_a_way_lights_it_and_wins_after_ok():
    table = _blockade_with_a_way()
    table.change("e2", -1, 500)
    assert {"e3", "e4", "e5", "d5", "c5", "b5", "b9", "b12"} <= set(table.lit("y"))
    table.wait(ASKED_MS)
    assert table.session.display["choice"] == ["e2-off"] and table.journal.words() == ["+e6", "+a5"]
    _press(table, OK)
    assert table.phase() == "over" and table.journal.words()[-1] == "e2-off"


def test_blockade_king_lifted_and_put_back_has_not_left():
    table = _blockade_with_a_way()
    table.change("e2", -1, ASKED_MS)
    table.change("e2", 1, 300)
    assert table.session.display["choice"] == [] and table.journal.words() == ["+e6", "+a5"]


def test_blockade_guard_is_refused_while_the_king_can_leave():
    for language, text in (("en", "Your king can leave"), ("de", "Koenig kann hinaus")):
        table = _blockade_with_a_way(hints="off", language=language)
        assert table.lit("g") == [] and text not in table.lines()
        table.change("h8", 1, 600)
        assert table.phase() == "wrong" and text in table.lines()
        table.change("h8", -1, 100)
        assert text not in table.lines()
        table.change("e6", -1)
        table.change("e7", 1, 600)
        assert text in table.lines() and table.journal.words() == ["+e6", "+a5"]


# Weltreich.


def _enemies_at_two_distances():
    table = _table("weltreich")
    table.arrange({"b3": 1, "a1": 3, "b6": 6, "e3": 6, "l12": 7})
    return table


def test_weltreich_capture_in_every_order_and_revoked_by_the_own_field():
    for order in (("b6", "b3"), ("b3", "b6")):
        table = _enemies_at_two_distances()
        for name in order:
            table.change(name, -1)
        table.change("b6", 1, 200)
        assert table.journal.words() == ["b3xb6"]
        table.change("b6", -1)
        table.change("b3", 1)
        table.change("b6", 1, 200)
        assert table.journal.words() == [], "the own piece came back, and the other one"


def test_weltreich_capture_that_was_none_is_revoked_as_soon_as_the_own_piece_is_back():
    table = _enemies_at_two_distances()
    table.change("b3", -1)
    table.change("b6", -1)
    table.change("b6", 1, 200)
    assert table.journal.words() == ["b3xb6"], "so it looks while the own piece is in the hand"
    table.change("b3", 1, 200)
    assert table.journal.words() == [] and table.phase() == "play"


def test_weltreich_piece_pushed_off_unseen_blinks_and_is_settled_by_lifting_it_once():
    table = _enemies_at_two_distances()
    table.change("b3", -1, 1000)
    assert table.lit("x") == ["e3", "b6"]
    table.change("e3", -1)
    table.change("e3", 1, 200)
    assert table.journal.words() == ["b3xe3"]


def test_weltreich_converted_pieces_show_their_new_owner():
    table = _table("weltreich", players=3)
    table.arrange({"b3": 1, "a1": 3, "b6": 7, "l6": 6, "l12": 11})
    table.change("b3", -1)
    table.change("b6", -1)
    table.change("b6", 1, 200)
    assert table.session.display["events"] == ["eliminated 1", "converted 1 0"] and table.role("l6") == "0"


# Schaff den Sprung, Wetteifern, Das Tor.


def test_sprung_chain_is_explained_from_its_end():
    table = _table("sprung")
    word = _play_until(table, _continues)
    state = table.state().clone()
    state.apply_action(state.action(word))
    more = sorted([state.word(action) for action in state.legal_actions() if state.word(action) != "."])[0]
    table.change(word.split("-")[0], -1)
    table.change(more.split("-")[1], 1, 400)
    assert table.journal.words()[-2:] == [word, more]


def test_wetteifern_jumped_pieces_are_lit_until_they_are_gone_and_end_is_asked_for():
    table = _table("wetteifern")
    word = _words(table)[1]
    state = table.state()
    movements = state.placement(state.action(word))
    start, end = word.split("-")
    jumped = [REED12.NAMES[field] for field, change in movements if change < 0 and REED12.NAMES[field] != start]
    table.change(start, -1)
    table.change(end, 1, 1000)
    assert sorted(table.lit("r")) == sorted(jumped) and table.journal.words() == []
    for name in jumped:
        table.change(name, -1, 200)
    assert table.journal.words() == [word]
    _press(table, END)
    assert table.session.display["choice"] == ["."] and table.phase() == "play"
    _press(table, OK)
    assert table.phase() == "over" and table.journal.words() == [word, "."]


def _enters(after):
    words = [after.word(action) for action in after.legal_actions()]
    return any([word.startswith("T+") for word in words]) and any([word.startswith("S+") for word in words])


def test_tor_shape_is_proposed_after_the_put_on_the_gate():
    table = _table("tor")
    table.play(_play_until(table, _enters))
    gate = next(word for word in _words(table) if word.startswith("T+"))[2:]
    assert table.role(gate) == "g"
    table.change(gate, 1, 300)
    first = table.session.display["choice"]
    _press(table, MENU)
    second = table.session.display["choice"]
    assert sorted(first + second) == ["S+" + gate, "T+" + gate]
    _press(table, OK)
    assert table.journal.words()[-1:] == second


def test_tor_shape_is_not_asked_when_one_kind_is_left():
    table = _table("tor")
    word = _play_until(table, _enters)
    after = table.state().clone()
    after.apply_action(after.action(word))
    entry = next(after.word(action) for action in after.legal_actions() if after.word(action).startswith("T+"))
    before = bytes(after.position)
    after.apply_action(after.action(entry))
    spent = next(place for place in range(144, len(before)) if after.position[place] == before[place] - 1)
    table.state().position[spent] = 0
    stages.lead(table.session, "setup")
    table.set_up()
    table.play(word)
    table.change(entry[2:], 1, 300)
    assert table.journal.words()[-1] == "S+" + entry[2:]


# Cubes.


def _cubes_after_set_up(whites=("d5", "d6", "d7", "h4")):
    """These white stones lie, and no others are left to be put."""
    table = _table("cubes")
    state = table.state()
    for name in whites:
        state.position[state.field(state.action("+" + name) & 255)] = 16
    state.position[144] = 0
    stages.lead(table.session, "setup")
    table.set_up()
    return table


def _at(table, word):
    """Return the names of the fields that an action of one stone goes from and to."""
    state = table.state()
    return [REED12.NAMES[field] for field, _ in state.placement(state.action(word)) if field != 255]


def test_cubes_stones_of_the_set_up_may_still_be_moved():
    table = _table("cubes")
    field, other = _at(table, "+e5")[0], _at(table, "+e6")[0]
    table.change(field, 1, 200)
    assert table.journal.words() == ["+e5"]
    table.change(field, -1)
    table.change(other, 1, 200)
    assert table.journal.words() == ["+e6"]


def test_cubes_parking_fields_are_the_supply():
    table = _cubes_after_set_up()
    word = next(word for word in _words(table) if word[1:2] == "+")
    parked, landed = _at(table, word)
    table.play(word)
    assert table.journal.words() == [word]
    table.change(landed, -1)
    table.change(parked, 1, 200)
    assert table.journal.words() == [], "put back at once: it was nothing"


def _cubes_with_a_stone():
    """One of the player's stones lies on the board, and his turn begins."""
    table = _cubes_after_set_up()
    state = table.state()
    words = [word for word in _words(table) if word[1:2] == "+"]
    places = [word for word in words if word[0] == words[0][0]]
    parked, landed = _at(table, places[0])
    after = state.clone()
    after.apply_action(after.action(places[0]))
    state.position[:144] = after.position[:144]
    stages.lead(table.session, "setup")
    table.set_up()
    return table, parked, landed, places


def test_cubes_stone_that_goes_to_its_parking_field_is_taken_up():
    table, parked, landed, places = _cubes_with_a_stone()
    table.change(landed, -1)
    table.change(parked, 1, 200)
    assert table.journal.words() == ["-" + places[0][2:]]


def test_cubes_own_stone_put_elsewhere_on_the_board_is_taken_up_and_put():
    table, _, landed, places = _cubes_with_a_stone()
    other = REED12.NAMES[table.state().parse(places[1]) & 255]
    table.change(landed, -1)
    table.change(other, 1, ASKED_MS)
    _press(table, OK)
    assert table.journal.words() == ["-" + places[0][2:], places[1]]


def test_cubes_white_stone_is_shifted_by_one_or_two_and_own_stones_are_adjusted():
    table = _cubes_after_set_up()
    start, end = _at(table, "d5-c5")
    table.change(start, -1)
    table.change(end, 1, 200)
    assert table.journal.words() == ["d5-c5"]
    parked, _landed = _at(table, next(word for word in _words(table) if word[1:2] == "+"))
    table.change(parked, -1, 500)
    table.change(parked, 1, 300)
    assert table.journal.words() == ["d5-c5"] and table.phase() == "play"


def test_cubes_stone_held_where_another_one_that_was_nudged_might_have_gone_is_asked_about():
    table = _cubes_after_set_up(("d5", "d7", "h4", "h8"))
    (start, end), (nudged, held) = _at(table, "d5-d6"), _at(table, "d7-e7")
    table.change(start, -1)
    table.change(nudged, -1, 60)
    table.change(nudged, 1, 20)
    table.change(held, 1, 200)
    assert table.journal.words() == ["d7-e7", "d5-d7"]
    table.change(held, -1, 200)
    table.change(end, 1, 2100)
    assert table.journal.words() == ["d7-e7", "d5-d7"] and table.session.display["choice"] == ["d5-d6"]


def test_cubes_dependencies_exchange_and_the_end_of_a_turn_need_buttons():
    table = _cubes_after_set_up()
    _press(table, MENU)
    seen = []
    while table.session.display["choice"] not in seen:
        seen.append(table.session.display["choice"])
        _press(table, MENU)
    assert [">"] in seen and ["<"] in seen and ["x"] in seen and ["0*1"] in seen and ["."] not in seen
    _press(table, END)
    assert table.journal.words() == ["."]


def test_cubes_stones_to_turn_over_blink_until_lifted_or_ok():
    table = _cubes_after_set_up()
    word = next(word for word in _words(table) if word[1:2] == "+")
    _, landed = _at(table, word)
    table.play(word)
    near = next(other for other in _words(table) if "-" in other[1:] and _turns(table, other))
    table.play(near)
    assert table.role(landed) == "t" and table.phase() == "play"
    table.change(landed, -1, 300)
    table.change(landed, 1, 300)
    assert table.role(landed) != "t" and table.journal.words() == [word, near]


def _turns(table, word):
    after = table.state().clone()
    after.apply_action(after.action(word))
    return any([event[0] == "inactive" for event in after.events])

"""What Cubes asks of the table: its supply, shifts, stones to turn over; hands and buttons by a test."""

from fakes_table import ASKED_MS, begin
from treppe import surfaces
from treppe.alphabet.buttons import END, MENU, OK
from treppe.sensing import QUIET, SETTLING

REED12 = surfaces.load("reed12")


def _cubes_after_set_up(whites=("d5", "d6", "d7", "h4"), **options):
    """These white stones lie, and no others are left to be put."""
    table = begin("cubes", **options)
    state = table.state()
    for name in whites:
        state.position[state.field(state.action("+" + name) & 255)] = 16
    state.position[144] = 0
    table.session.lead("setup")
    table.set_up()
    return table


def _at(table, word):
    """Return the names of the fields that an action of one stone goes from and to."""
    state = table.state()
    return [REED12.NAMES[field] for field, _ in state.hand_moves(state.action(word)) if field != 255]


def test_cubes_parking_fields_are_the_supply():
    table = _cubes_after_set_up()
    word = next(word for word in table.legal_words() if word[1:2] == "+")
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
    words = [word for word in table.legal_words() if word[1:2] == "+"]
    places = [word for word in words if word[0] == words[0][0]]
    parked, landed = _at(table, places[0])
    after = state.clone()
    after.apply_action(after.action(places[0]))
    state.position[:144] = after.position[:144]
    table.session.lead("setup")
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
    table.press(OK)
    assert table.journal.words() == ["-" + places[0][2:], places[1]]


def test_cubes_white_stone_is_shifted_by_one_or_two_and_own_stones_are_adjusted():
    table = _cubes_after_set_up()
    start, end = _at(table, "d5-c5")
    table.change(start, -1)
    table.change(end, 1, 200)
    assert table.journal.words() == ["d5-c5"]
    parked, _landed = _at(table, next(word for word in table.legal_words() if word[1:2] == "+"))
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
    table.change(end, 1, ASKED_MS)
    assert table.journal.words() == ["d7-e7", "d5-d7"] and table.display["choice"] == ["d5-d6"]


def test_cubes_dependencies_exchange_and_the_end_of_a_turn_need_buttons():
    table = _cubes_after_set_up()
    table.press(MENU)
    seen = []
    while table.display["choice"] not in seen:
        seen.append(table.display["choice"])
        table.press(MENU)
    assert [">"] in seen and ["<"] in seen and ["x"] in seen and ["0*1"] in seen and ["."] not in seen
    table.press(END)
    assert table.display["choice"] == [] and table.journal.words() == [], "only the question is dropped"
    table.press(END)
    assert table.journal.words() == ["."]


def test_what_is_wrong_is_named_as_the_game_names_it():
    table = _cubes_after_set_up()
    table.change("f6", 1, 6000)
    assert table.phase() == "setup" and table.lines()[2:] == ["e5: take off"]
    table.change("f6", -1, 100)
    table.change("a7", 1, 6000)
    assert table.phase() == "setup" and table.lines()[2:] == ["edge a7: take off"]


def test_cubes_stones_to_turn_over_blink_until_lifted_or_ok():
    table = _cubes_after_set_up()
    word = next(word for word in table.legal_words() if word[1:2] == "+")
    _, landed = _at(table, word)
    table.play(word)
    near = next(other for other in table.legal_words() if "-" in other[1:] and _turns(table, other))
    table.play(near)
    assert table.role(landed) == "t" and table.phase() == "play"
    table.change(landed, -1, 300)
    table.change(landed, 1, 300)
    assert table.role(landed) != "t" and table.journal.words() == [word, near]


def test_cubes_stone_that_is_being_turned_over_may_be_away_for_long():
    table = _cubes_after_set_up(players=3)
    word = next(word for word in table.legal_words() if word[1:2] == "+")
    _, landed = _at(table, word)
    table.play(word)
    table.play(next(other for other in table.legal_words() if "-" in other[1:] and _turns(table, other)), 1500)
    shift = next(other for other in table.legal_words() if "-" in other[1:] and not _turns(table, other))
    table.play(shift)  # now nobody takes the stone for one that is moved on
    table.change(landed, -1, 300)
    table.touch("l12", SETTLING)
    table.touch("l12", QUIET)
    table.wait(500)
    assert table.role(landed) == "t" and table.phase() == "play"
    table.change(landed, 1, 300)
    assert table.role(landed) != "t" and table.journal.words()[-1] == shift


def _turns(table, word):
    after = table.state().clone()
    after.apply_action(after.action(word))
    return any([event[0] == "inactive" for event in after.events])


def test_cubes_order_that_changes_nothing_is_not_asked_about():
    table = _cubes_after_set_up()
    table.play("d5-c5", 100)
    words = [word for word in table.legal_words() if word[1:2] == "+"]
    other = next(word for word in words if word[2:] not in ("d5", "c5"))
    table.play(other, 100)
    again = next(word for word in table.legal_words() if word[1:] == "+d5")
    table.play(again, 100)
    assert table.journal.words() == ["d5-c5", other, again] and table.display["choice"] == []


def test_cubes_stone_put_right_after_a_complaint_is_asked_about_with_what_came_before_it():
    table = _cubes_after_set_up()
    shifts = ["h4-h3", "h3-h1"]
    after = table.state().clone()
    for word in shifts:
        after.apply_action(after.action(word))
    words = [after.word(action) for action in after.legal_actions()]
    placed = next(word for word in words if word[1:2] == "+" and word[2:] != "a1")
    parked, landed = [REED12.NAMES[field] for field, _ in after.hand_moves(after.action(placed))]
    (start, _), (_, end) = _at(table, "h4-h3"), _at(table, "h4-h2")
    table.change(start, -1)
    table.change(end[0] + str(int(end[1:]) - 1), 1)
    table.change(parked, -1, 60)
    table.change("b2", 1, 600)  # a1, where none of his stones may lie
    assert table.phase() == "wrong"
    table.change("b2", -1)
    table.change(landed, 1, ASKED_MS)
    assert table.journal.words() == [] and table.display["choice"] == shifts + [placed]


def test_cubes_stones_are_not_taken_for_each_other_if_one_was_put_before_the_other_was_lifted():
    table = _cubes_after_set_up(("d7", "d8", "h4"))
    start, end = _at(table, "d8-d9")
    other, held = _at(table, "d7-d6")[0], _at(table, "d8-c8")[1]
    for name, change in ((start, -1), (end, 1), (other, -1), (held, 1)):
        table.change(name, change, 10)
    table.wait(300)
    assert table.journal.words() == []
    table.change(held, -1, 100)
    table.change(_at(table, "d7-c7")[1], 1, 300)
    assert table.journal.words() == ["d8-d9", "d7-c7"]


def _shift_and_stone_to_one_cell(table):
    """Return a shift, and a stone that can be placed after it and another one where the shift could have gone."""
    shifts = [word for word in table.legal_words() if "-" in word[1:] and word[:2] != "h8"]
    for word in shifts:
        after = table.state().clone()
        for played in (word, "h8-h9"):
            after.apply_action(after.action(played))
        for action in after.legal_actions():
            placed = after.word(action)
            if placed[1:2] == "+" and word[:3] + placed[2:] in shifts:
                return word, placed
    raise AssertionError("there is none")


def test_cubes_stone_nudged_after_another_one_was_put_has_not_been_put_there():
    table = _cubes_after_set_up(("d5", "d6", "e5", "h8"))
    shift, placed = _shift_and_stone_to_one_cell(table)
    nudged = _at(table, shift)[1]
    for word in (shift, "h8-h9"):
        table.play(word, 100)
    for name, change in zip(_at(table, placed), (-1, 1)):
        table.change(name, change, 20)
    table.change(nudged, -1, 300)
    assert table.journal.words() == [shift, "h8-h9", placed]


def test_cubes_tells_points_and_dependency_and_lamps_beside_the_parking_fields_do():
    table = _cubes_after_set_up(players=3, depends=[2, 0, 1])
    assert "Points: 2" in table.lines() and "Depends on Yellow" in table.lines()
    assert table.lit("A") == ["i1", "j1", "a9"]  # blue has two points; red, in the west, depends on blue
    assert table.lit("B") == ["i12"] and table.lit("C") == ["c1"]
    table.play("d5-d4")
    assert "Points: 1" in table.lines() and table.lit("A") == ["i1", "a9"]
    table.press(END)
    table.think()
    assert "Depends on Blue" in table.lines() and table.lit("B") == ["a2", "a3", "i12"]


def test_cubes_tells_of_the_third_point():
    table = _cubes_after_set_up(("d5", "d6", "d7", "e5", "e7", "f5", "h7", "h8", "h9", "i9"))
    assert table.state().points == 2
    table.play("6+e6")
    assert "Points: 1" in table.lines()
    table.play("4+i8")
    assert table.state().points == 1, "what adds up to ten earns a third one"
    assert "Points: 1" in table.lines() and table.lit("A") == ["i1", "i12"]


def test_cubes_shows_cards_to_him_alone_who_presses_ok():
    table = _cubes_after_set_up(players=3, seed=7)
    state = table.state()
    state.deal()
    table.press(OK)
    assert table.lines()[0].startswith("Blue")
    names = {"F": "forward", "B": "back", "L": "left", "R": "right", "<": "depend.", ">": "depend.", "*": "swap"}
    hand = state.own_notes(0)[1][2].split()
    assert len(hand) == 5 and [line.split()[0] for line in table.lines()[2:]] == [names[card[0]] for card in hand]
    for player in ("Red", "Yellow"):
        table.press(OK)
        assert table.lines() == [player + ":", "OK: your own"], "nobody sees what the next one holds"
        table.press(OK)
        assert table.lines()[0].startswith(player) and len(table.lines()) == 7
    table.press(OK)
    assert "Points: 2" in table.lines()
    table.press(OK)
    table.press(END)
    assert "Points: 2" in table.lines() and table.state().current_player() == 0, (
        "END hides what is shown, and only that"
    )
    table.press(OK)
    word = next(
        table.state().word(action) for action in table.state().legal_actions() if "-" in table.state().word(action)
    )
    table.play(word)
    assert "Points: 1" in table.lines(), "whatever is recorded hides it"


def test_nobody_sees_what_a_program_holds():
    table = _cubes_after_set_up(players=3, seed=7)
    table.state().deal()
    table.session.game_record.seats[1] = "Treppe 2"
    for player in ("Blue", "Yellow", "Yellow"):
        table.press(OK)
        assert table.lines()[0].startswith(player), table.lines()
    table.press(OK)
    assert "Points: 2" in table.lines()


def test_open_games_without_cards_have_nothing_to_show():
    table = begin("step")
    before = table.lines()
    table.press(OK)
    assert table.lines() == before

"""What 7 Steps asks of the table: paths, aids, tiles and what they mean, collapses; hands and buttons by a test."""

from fakes_table import ASKED_MS, begin
from treppe import surfaces
from treppe.alphabet.buttons import END, MENU, OK
from treppe.games.seven.supply import AID, VICTORY

HEX49 = surfaces.load("hex49")


def _take(table, word):
    """Go on with MENU until a word is proposed, and take it with OK; return all words that came before."""
    seen = []
    while table.display["choice"] != [word]:
        if table.display["choice"]:
            assert table.display["choice"] not in seen, seen
            seen.append(table.display["choice"])
        table.press(MENU)
    table.wait(400)
    table.press(OK)
    assert table.journal.words()[-1] == word
    return seen


def test_seven_disc_that_may_continue_the_path_is_no_turn_of_the_next_player():
    table = begin("seven", tiles=False)
    table.change("a0", 1, 300)
    table.think()
    assert "END ends the turn" in table.lines()
    table.change("a1", 1, 300)
    assert table.journal.words() == ["+a0", "+a1"] and table.display["player"] == 0
    table.change("d0", 1, 300)
    assert table.journal.words()[2:] == [".", "+d0"], "this one cannot continue it"


def _with_aid(kind):
    """The player holds an aid of a kind, and there are towers; where the position keeps it is found by trying."""
    table = begin("seven", seed=3)
    state = table.state()
    for name, height in (("a0", 1), ("a1", 2), ("b0", 1)):
        state.position[HEX49.NAMES.index(name)] = height
    for place in range(50, len(state.position) - 3):
        saved = state.position[place]
        state.position[place] = kind + 1
        words = [state.word(action) for action in state.legal_actions()]
        if any([word.startswith("!" + str(kind)) for word in words]):
            table.session.lead("setup")
            table.set_up()
            return table
        state.position[place] = saved
    raise AssertionError("no place of an aid")


def test_seven_disc_lifted_first_is_an_aid_a_moved_stack_or_nothing():
    table = _with_aid(0)
    table.change("a1", -1, ASKED_MS + 250)
    assert table.display["choice"] == ["!0a1"] and table.journal.words() == []
    table.press(OK)
    assert table.journal.words() == ["!0a1"]
    table = _with_aid(1)
    table.change("a1", -2, 300)
    table.change("a3", 2, 400)
    assert table.journal.words() == ["!1a1-a3"]
    table = _with_aid(0)
    table.change("a1", -1, 300)
    table.change("a1", 1, ASKED_MS)
    assert table.journal.words() == [] and table.display["choice"] == []


def test_seven_two_discs_lifted_off_one_tower_are_an_aid_however_they_are_lifted():
    for lifts in ((-2,), (-1, -1)):
        table = _with_aid(0)
        for change in lifts:
            table.change("a1", change, 400)
        table.wait(ASKED_MS)
        assert table.display["choice"] == ["!0a1,a1"] and table.journal.words() == []
        assert "aid: discs off 2 x a1" in " ".join(table.lines())
        table.press(OK)
        assert table.journal.words() == ["!0a1,a1"]
        first = next(word for word in table.legal_words() if word[0] == "+")
        table.change(first[1:], 1, 400)
        assert table.journal.words() == ["!0a1,a1", first]


def test_seven_second_disc_off_a_tower_changes_the_aid_that_is_asked_about():
    table = _with_aid(0)
    table.change("a1", -1, ASKED_MS + 250)
    assert table.display["choice"] == ["!0a1"]
    table.change("a1", -1, ASKED_MS + 250)
    assert table.display["choice"] == ["!0a1,a1"]


def test_seven_display_tells_how_many_discs_are_in_the_bag():
    table = begin("seven", players=2)
    assert "In the bag: 126" in table.lines()
    table.change("a0", 1, 300)
    table.press(END)
    table.press(OK)
    assert "In the bag: 125" in table.lines()


def test_seven_tower_of_one_disc_that_falls_while_another_is_put_and_is_rebuilt_is_asked_about():
    table = _with_aid(1)
    target = next(
        word[1:] for word in table.legal_words() if word[0] == "+" and "!1b0-" + word[1:] in table.legal_words()
    )
    table.change("b0", -1, 60)
    table.change(target, 1, 400)
    assert table.journal.words() == ["!1b0-" + target]
    table.change("b0", 1, 400)
    assert table.journal.words() == ["!1b0-" + target], "the disc may have been put before the tower was rebuilt"
    _take(table, "+" + target)
    assert table.journal.words() == ["+" + target]


def test_seven_aid_is_asked_about_after_a_tower_beside_it_has_fallen_and_been_rebuilt():
    table = _with_aid(0)
    table.state().position[HEX49.NAMES.index("c0")] = 1
    table.session.lead("setup")
    table.set_up()
    for name, change in (("a0", -1), ("b0", -1), ("c0", -1), ("a1", -2)):
        table.change(name, change, 60)
    table.wait(600)
    assert table.phase() == "wrong"
    for name in ("a1", "b0", "c0", "a1"):
        table.change(name, 1, 300)
    table.wait(ASKED_MS)
    assert table.phase() == "play" and table.display["choice"] == ["!0a0"]


def test_seven_aid_that_was_confirmed_stands_though_a_hand_rests_on_the_next_disc():
    table = _with_aid(0)
    table.change("a0", -1, ASKED_MS + 250)
    table.press(OK)
    table.change("a0", 2, 1500)
    table.change("a0", -1, 400)
    assert table.journal.words()[:1] == ["!0a0"]


def test_seven_tiles_are_chosen_by_menu():
    table = _with_aid(2)
    table.press(MENU)
    assert table.display["choice"] == ["!2"]
    table.press(OK)
    assert table.journal.words() == ["!2"]
    table = begin("seven")
    table.change("a0", 1, 300)
    table.press(END)
    assert table.display["choice"] == ["?A"], "the bonus tile is all that is to be done"
    table.press(MENU)
    table.press(OK)
    assert table.journal.words() == ["+a0", ".", "?V"]


def test_seven_collapse_is_led_by_lights():
    table = begin("seven", tiles=False)
    state = table.state()
    for name in ("b0", "b1", "b2", "b3", "b4", "b5", "b6"):
        state.position[HEX49.NAMES.index(name)] = 5
    state.position[HEX49.NAMES.index("a1")] = 6
    table.session.lead("setup")
    table.set_up()
    first = next(word for word in table.legal_words() if word[1] == "b" and _allows(table, word, "+a1"))
    table.change(first[1:], 1, 300)
    table.change("a1", 1, 400)
    assert table.display["events"] == ["collapse a1"]
    assert table.phase() == "setup" and table.lit("r") == ["a1"] and table.lit("p") == []
    assert table.lines()[1] == "a1 collapses"
    table.change("a1", -7, 100)
    assert table.lit("p") == ["a0", "a1", "a2", "a3", "a4", "a5", "a6"]
    for name in table.lit("p"):
        table.change(name, 1, 60)
    table.wait(300)
    assert table.phase() == "play"
    assert table.journal.words() == [first, "+a1"]


def _allows(table, word, other):
    after = table.state().clone()
    after.apply_action(after.action(word))
    return other in [after.word(action) for action in after.legal_actions()]


def _change_position(table, places):
    """Let bytes of the position be others: place -> value."""
    state = table.state()
    for place, value in places.items():
        state.position[place] = value
    table.session.lead("setup")
    table.set_up()


def test_seven_victory_tile_is_named_by_menu_or_kept_by_end():
    for ending in ("$3", "."):
        table = begin("seven")
        _change_position(table, {VICTORY: 1})
        table.change("a0", 1, 300)
        table.press(END)
        assert table.journal.words() == ["+a0", "."] and table.display["choice"] == ["$0"]
        if ending == ".":
            table.wait(1100)  # at once it would be the same END, pressed twice
            table.press(END)
            assert table.journal.words() == ["+a0", ".", "."]
        else:
            assert _take(table, ending) == [["$0"], ["$1"], ["$2"]]


def test_seven_aid_to_climb_two_lets_the_next_disc_lie_two_levels_higher():
    table = _with_aid(3)
    _change_position(table, {cell: 2 * (cell % 7 % 2) for cell in range(49)})
    _take(table, "!3")
    state = table.state()
    for word in table.legal_words():
        after = state.clone()
        after.apply_action(after.action(word))
        level = after.position[HEX49.NAMES.index(word[1:])]
        for action in after.legal_actions():
            other = after.word(action)
            if other[0] == "+" and after.position[HEX49.NAMES.index(other[1:])] == level + 1:
                table.change(word[1:], 1, 300)
                table.change(other[1:], 1, 300)
                assert table.journal.words() == ["!3", word, other]
                return
    raise AssertionError("nothing is two levels higher")


def test_seven_aid_for_a_new_hand_is_chosen_by_menu():
    table = _with_aid(4)
    before = bytes(table.state().position)
    _take(table, "!4")
    assert bytes(table.state().position) != before and any([word[0] == "+" for word in table.legal_words()])


def test_seven_who_draws_a_second_tile_keeps_one_of_the_two_by_menu():
    for kept in ("=", "~"):
        table = begin("seven", seed=3)
        _change_position(table, {AID: 1 + 2})
        first = next(word for word in table.legal_words() if word[0] == "+")
        table.change(first[1:], 1, 300)
        if "." in table.legal_words():
            table.press(END)
        _take(table, "?A")
        assert _take(table, kept) == ([] if kept == "=" else [["="]])


def test_seven_collapse_onto_another_high_tower_makes_that_one_collapse_too():
    table = begin("seven", tiles=False)
    names = HEX49.NAMES.index
    _change_position(table, {names("b" + digit): 5 for digit in "0123456"})
    _change_position(table, {names("a1"): 6, names("a4"): 6})
    first = next(word for word in table.legal_words() if word[1] == "b" and _allows(table, word, "+a1"))
    table.change(first[1:], 1, 300)
    table.change("a1", 1, 400)
    assert table.display["events"] == ["collapse a1", "collapse a4"]
    for name in ("a1", "a4"):
        assert name in table.lit("r")
    while table.lit("r"):
        field = names(table.lit("r")[0])
        table.sensing.image[field] -= 1
        table.wait(60)
    while table.lit("p"):
        table.change(table.lit("p")[0], 1, 60)
    table.wait(300)
    assert table.phase() == "play" and table.journal.words() == [first, "+a1"]
    assert table.sensing.image == table.session.observed.position.image


def test_seven_menu_offers_an_aid_while_a_disc_is_missing():
    table = _with_aid(2)
    table.change("a1", -1, 4000)
    table.press(MENU)
    assert table.display["choice"] == ["!2"]


def test_seven_disc_that_only_the_next_player_may_lay_asks_for_the_end_that_was_forgotten():
    table = begin("seven")
    for name in ("a0", "a1"):
        table.change(name, 1, 300)
    table.change("f0", 1, 7000)
    assert table.phase() == "wrong" and table.lines()[1:] == ["Blue: END first", "f0: take off"]
    table.press(END)
    table.press(OK)
    table.wait(300)
    assert table.journal.words() == ["+a0", "+a1", ".", "?A", "+f0"] and table.phase() == "play"

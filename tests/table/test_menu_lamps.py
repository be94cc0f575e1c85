"""What the lamps show of menu, proposals and tests, with the display and without."""

from menu_presses import last_event, press, table_on


def test_lamps_show_what_is_proposed_and_without_a_display_all_that_may_be_chosen():
    table = table_on("square7")
    table.new("step")
    actions = table.state().legal_actions()[:3]
    placed = table.surface.NAMES[table.state().hand_moves(actions[0])[-1][0]]
    for has_display, lit in ((True, [placed]), (False, ["a1"])):
        table.table.view.has_display = has_display
        table.session.propose([(0, [action]) for action in actions])
        table.table.refresh()
        assert table.lit("g") == lit
    assert table.lit("o") == ["b1", "c1"] and not table.lit("0")
    press(table, "MM")
    assert table.lit("g") == ["c1"] and table.lit("o") == ["a1", "b1"]
    word = table.state().word(actions[2])
    press(table, "O")
    assert last_event(table)["word"] == word


def _end_test(table, results):
    """Let a self-test have these results."""
    from treppe.panel.tasks import examine

    examine.end_test(table.table, results)
    table.table.refresh()


def test_without_a_display_lamps_show_what_a_self_test_has_found():
    table = table_on("square7")
    for has_display, others in ((True, 0), (False, 48)):
        table.table.view.has_display = has_display
        table.sensing.activity[table.surface.NAMES.index("c4")] = 5
        _end_test(table, [("broken", {"code": "hall_open", "field": "c4"})])
        assert table.lines() == ["field c4: sensor open"]
        assert len(table.lit("g")) == others and table.lit("!") == (["c4"] if others else [])
        press(table, "E")
        assert table.lines()[0] == "No game" and not table.lit("g")


def test_all_lamps_shine_if_the_self_test_looks_for_a_dark_one():
    table = table_on("reed12")
    _end_test(table, [("look", {"code": "lamps_dark"})])
    assert len(table.lit("g")) == 144 and "first dark" in " ".join(table.lines())
    press(table, "E")
    assert not table.lit("g")


def test_it_is_said_when_there_is_nothing_else_to_propose():
    table = table_on("square7")
    table.new("step")
    press(table, "M")
    assert table.lines()[-2:] == ["Nothing else found", "Hold MENU: the menu"] and table.display["no_more"]
    first, second = table.state().legal_actions()[:2]
    table.session.propose([(0, [first]), (0, [second])])
    table.table.refresh()
    assert not table.display["no_more"]
    press(table, "M")
    assert table.display["choice"] == [table.state().word(second)] and not table.display["no_more"]
    press(table, "M")
    assert table.display["choice"] == [table.state().word(first)] and table.display["no_more"]
    assert table.lines()[1:3] == ["Nothing else found", "a1 to b1"]
    table.play(table.state().word(second))
    assert not table.display["no_more"] and "Nothing else found" not in table.lines()


def test_it_is_said_that_the_board_thinks_when_that_lasts():
    def think(num_pieces):
        for _ in range(num_pieces):
            yield

    table = table_on("square7")
    table.new("step")
    shown = table.lines()
    for num_pieces, is_reported in ((30, False), (80, True)):
        table.session.job = [think(num_pieces)]
        for _ in range(num_pieces):
            table.wait(10)
            assert table.session.job
        assert table.display.get("thinking", False) == is_reported
        assert table.lines() == (["Thinking ..."] if is_reported else shown[:1]) + shown[1:]
        if is_reported:
            table.command("status", {})  # for which the thought is brought to its end
            assert not table.session.job
        table.wait(10)
        table.think()
        assert table.lines() == shown and "thinking" not in table.display

from fakes_table import begin, finish
from treppe import surfaces
from treppe.play import CommandError
from treppe.tracking import marks

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


def test_hints_are_each_players_own_and_change_in_play():
    table = begin("step")
    table.command("hints", {"player": 1, "level": "off"})
    assert table.lit("0") == ["a1"]
    table.play("a1-b2")
    table.play("+b3")
    assert table.display["player"] == 1 and set(table.roles) == {ord(".")}
    table.change("g7", -16)
    assert table.lit("g") == [] and table.lit("o") == []
    table.command("hints", {"player": 1, "level": "legal"})
    assert table.lit("g") and table.role("g7") == "o"
    table.change("g7", 16)
    table.command("hints", {"level": "off"})
    assert set(table.roles) == {ord(".")}


def test_hints_that_are_none_are_refused():
    table = begin("step")
    for fields in ({"level": "all"}, {"player": 2, "level": "off"}):
        try:
            table.command("hints", fields)
        except CommandError:
            continue
        raise AssertionError(fields)


def test_a_warning_marks_where_the_piece_in_the_hand_would_cost_much():
    table = begin("step", {"hints": "warning"})
    assert "asks" not in table.display, "nobody listens"
    table.table.session.note_host(True)
    table.think()
    assert table.display["asks"] == "warning" and table.lit("0") == ["a1"]
    table.command("warn", {"field": "a1", "fields": ["b2", "g7"]})
    assert table.lit("e") == [], "the piece still stands"
    table.change("a1", -16)
    assert table.lit("e") == ["b2"] and "c3" in table.lit("g"), "only where it may go"
    table.change("b2", 16)
    table.wait(1000)
    assert table.journal.words() == ["a1-b2"] and table.lit("e") == [], "it may be done all the same"
    table.command("warn", {"fields": ["b3"]})
    assert table.lit("e") == ["b3"], "a brick comes from the supply"


def test_a_warning_of_no_field_is_refused():
    table = begin("step", {"hints": "warning"})
    for fields in ({"fields": ["z9"]}, {"field": "z9", "fields": []}):
        try:
            table.command("warn", fields)
        except CommandError:
            continue
        raise AssertionError(fields)


def test_the_last_move_stays_lit_until_the_next_one():
    table = begin("weltreich")
    state = table.state()
    word = state.word(state.legal_actions()[0])
    table.play(word)
    start, end = word.split("-")
    assert table.role(start) == "m" and table.role(end) == "m" and table.lit("1")
    table.wait(10, 2)
    table.set_up()
    assert table.lit("m") == []


def test_the_kings_way_is_lit_as_such():
    table = begin("blockade")
    for _ in range(200):
        state = table.state()
        words = [state.word(action) for action in state.legal_actions()]
        leaving = [word for word in words if word.endswith("-off")]
        if leaving:
            break
        table.play(sorted(words)[len(words) // 2])
    assert leaving, "no way in 200 actions"
    start = leaving[0][:-4]
    table.change(start, -1)
    assert len(table.lit("y")) >= 3 and table.role(start) == "o"


def test_pieces_of_a_blocked_player_are_shown():
    table = begin("step", players=3)
    state = table.state()
    state.events = [("blocked", 1)]
    table.session.game_record.marks = finish(marks.find_marks(state, table.session.observed.position))
    table.session.messages.renew()
    table.table.refresh()
    blocked = [SQUARE7.NAMES[field] for field in range(SQUARE7.FIELDS) if state.owner(field) == 1]
    assert table.lit("k") == blocked and blocked

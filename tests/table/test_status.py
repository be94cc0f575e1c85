"""What a board tells a host of itself, and what its self-test says while it goes on."""

from fakes_table import Table, begin
from treppe import surfaces
from treppe.panel import diagnostics
from treppe.table import open_table


def _idle(surface="square7", **more):
    surface = surfaces.load(surface)
    table = Table(surface)
    if more:
        table.table = open_table(surface, table.sensing, table.journal, {}, **more)
        table.session = table.table.session
    return table


def test_status_tells_game_seats_hints_and_clock():
    table = _idle()
    assert table.command("status", {}) == {"phase": "idle", "faults": [], "settings": {}}
    clock = {"minutes": 5, "increment_s": 3}
    table.command("new", {"game": "step", "options": {"players": 2}, "seats": ["Ann", "Bo"], "clock": clock})
    table.set_up()
    table.play("a1-b2")
    status = table.command("status", {})
    assert (status["phase"], status["game"], status["seats"], status["played"]) == ("play", "step", ["Ann", "Bo"], 1)
    assert status["options"]["players"] == 2 and status["text"] == table.state().text()
    assert status["hints"] == ["legal", "legal"] and status["clock"] == clock
    assert status["left_ms"][1] == 300_000 > status["left_ms"][0] > 290_000
    assert "notice" not in status


def test_status_tells_notices_faults_and_a_weak_supply():
    table = _idle()
    table.session.messages.say("Look", {"code": "busy"})
    table.session.messages.faults = [{"code": "hall_open", "field": "c4"}]
    table.session.messages.sag_mv = 4300
    status = table.command("status", {})
    assert status["notice"] == {"code": "busy"}
    assert status["faults"] == [{"code": "hall_open", "field": "c4"}, {"code": "supply_sags", "mv": 4300}]
    assert table.session.messages.faults == [{"code": "hall_open", "field": "c4"}], "that of the supply is only shown"


def test_a_self_test_is_said_where_no_game_goes_on_and_tells_of_other_parts_too():
    from treppe.panel.tasks import examine

    part = ("broken", {"code": "hall_open", "field": "d4"})

    class Test:
        """Ends with the next frame."""

        def update(self, _frame):
            return True

        def results(self, is_empty):
            return [own] * is_empty

    table = _idle(look_at_parts=lambda: [part])
    table.sensing.frame = b""
    table.sensing.begin_test = Test
    table.sensing.leave_out = lambda faults: None
    own = ("look", {"code": "hall_open", "field": "c4"})
    for is_playing in (False, True):
        if is_playing:
            table.new("step")
        before = table.lines()
        examine.begin(table.table, True)
        table.table.refresh()
        assert table.table.examining and table.session.messages.tests == []
        assert is_playing or table.session.messages.diagnostic == {"code": "testing"}
        assert table.lines() == before or not is_playing
        table.table.examining.tick()
        table.table.refresh()
        assert table.session.messages.tests == [own, part] and not table.table.examining
        assert is_playing or table.session.messages.diagnostic == {"code": "found", "found": [own[1], part[1]]}
        assert table.lines() == before or not is_playing


def test_a_field_beside_the_games_board_is_said_to_be_at_the_edge():
    table = begin("step", size=5)
    outside = [field for field in range(table.surface.FIELDS) if not table.state().field_name(field)]
    name = table.surface.NAMES[outside[0]]
    assert (
        diagnostics.render(table.session, {"code": "hall_open", "field": name})
        == "field edge " + name + ": sensor open"
    )
    inside = next(field for field in range(table.surface.FIELDS) if table.state().field_name(field))
    said = diagnostics.render(table.session, {"code": "hall_open", "field": table.surface.NAMES[inside]})
    assert said == "field " + table.state().field_name(inside) + ": sensor open"

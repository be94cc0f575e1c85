from fakes_table import WeighingTable, flash
from treppe.alphabet.buttons import OK
from treppe.sensing import UNSURE

STARTED = {"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"}
TOWER = 12 + 18


def _start():
    """Return what a game of STEP BY STEP begins with: grams by field."""
    table = WeighingTable()
    table.command("new", {"game": "step"})
    image = table.session.observed.position.image
    return {
        name: 12.0 * (image[field] & 15) + (18 if image[field] & 16 else 0)
        for field, name in enumerate(table.surface.NAMES)
        if image[field]
    }


def _unsure(table):
    return [name for field, name in enumerate(table.surface.NAMES) if table.sensing.activity[field] == UNSURE]


def test_bricks_on_petg_are_refused_before_anything_is_recorded():
    table = WeighingTable("petg")
    try:
        table.command("new", {"game": "step"})
    except ValueError as error:
        assert error.args[0] == {"code": "discs_only", "material": "petg"}
    else:
        raise AssertionError("was taken")
    assert table.session.journal.kinds() == [] and table.session.stage == "idle"


def test_open_game_on_petg_is_not_taken_up():
    table = WeighingTable("petg", flash(STARTED))
    assert table.session.stage == "idle" and table.session.messages.diagnostic["why"]["code"] == "discs_only"


def test_board_that_stands_as_the_journal_says_goes_on_by_itself():
    table = WeighingTable("steel", flash(STARTED), _start())
    assert table.session.stage == "play" and _unsure(table) == []


def test_contradictions_are_lit_and_one_ok_settles_what_may_be():
    grams = _start()
    first, second = sorted(grams)[:2]
    grams[first] += 3.5  # nearer to the next value, and not sure of it
    grams[second] = 0.0
    grams["c3"] = 12.0
    table = WeighingTable("steel", flash(STARTED), grams)
    assert table.session.stage == "guide" and _unsure(table) == [first]
    assert table.roles[table.surface.NAMES.index(first)] == ord("?")
    table.run(20, OK)
    assert _unsure(table) == [] and table.session.stage == "guide"
    table.put(second, _start()[second])
    table.clear("c3")
    assert table.session.stage == "play"


def test_ok_does_not_settle_what_cannot_be():
    grams = _start()
    first = sorted(grams)[0]
    grams[first] += 12 + 9
    table = WeighingTable("fr4", flash(STARTED), grams)
    table.run(20, OK)
    assert table.session.stage == "guide"


def test_new_game_takes_what_stands_where_it_begins():
    table = WeighingTable("steel", None, _start())
    assert _unsure(table) == sorted(_start())
    table.command("new", {"game": "step"})
    table.run(60)
    assert table.session.stage == "play" and _unsure(table) == []


def test_a_wrong_yes_leaves_no_brick_that_cannot_be_cleared():
    table = WeighingTable()
    table.command("new", {"game": "step"})
    table.run()
    for _ in range(4):
        table.put("d4", 12.0)
        table.run(100)
    table.put("g7", 18.0)
    table.put("a1", 18.0)
    table.run(1200)
    assert "d4: 5 pieces there?" in table.display["lines"], "one brick is missing"
    assert table.display["question"] == {"code": "all_there", "field": "d4", "count": 5}
    table.run(200, OK)
    assert table.display["phase"] == "play" and table.sensing.image[24] == 5, "people have the last word"
    table.put("d4", 12.0)
    table.run(2400)
    assert "d4: take off" in table.display["lines"]
    table.run(200, OK)
    assert table.display["phase"] == "play" and table.sensing.image[24] == 5, "now it is whole"
    table.clear("d4")
    table.run(600)
    assert table.sensing.image[24] == 0 and "d4: 5 x brick" in table.display["lines"]
    for _ in range(5):
        table.put("d4", 12.0)
        table.run(100)
    assert table.display["phase"] == "play" and table.sensing.image[24] == 5

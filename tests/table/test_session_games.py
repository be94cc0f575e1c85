from fakes_link import MemoryStorage
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import OK
from treppe.play import CommandError

SQUARE7 = surfaces.load("square7")


def switch_on(storage):
    return Table(SQUARE7, storage=storage)


def restart(table, storage):
    """Take the power away and give it back; the pieces stay where they are."""
    again = Table(SQUARE7, image=table.sensing.image, storage=storage)
    again.wait(20)
    return again


def text_of(table):
    return table.session.game_record.state.text()


def numbers(table):
    return [game["number"] for game in table.command("unfinished", {})["games"]]


def test_several_games_are_laid_aside_and_go_on():
    storage = MemoryStorage()
    table = switch_on(storage)
    texts = {}
    for word in ("a1-b2", "a1-c3", "a1-b1"):
        table.new("step")
        table.play(word)
        texts[table.journal.open_number] = text_of(table)
    first, second, third = numbers(table)
    for game in (second, first, third, second):
        table = restart(table, storage)
        table.command("resume", {"game": game})
        assert table.phase() == "setup", "the lamps lead the board to the other game's position"
        table.set_up()
        assert table.phase() == "play" and text_of(table) == texts[game]
        table.play(table.state().word(table.state().legal_actions()[0]))
        texts[game] = text_of(table)
    table.command("resign", {})
    assert numbers(table) == [first, third]
    table = restart(table, storage)
    assert table.phase() == "idle" and "game laid aside" not in table.lines()
    table.wait(20, OK)
    table.set_up()
    assert text_of(table) == texts[third], "OK takes up the last one"


def test_a_game_that_is_not_there_is_not_resumed():
    table = switch_on(MemoryStorage())
    for fields in ({}, {"game": 7}):
        assert refusal(table, fields) == {"code": "none_unfinished"}
    table.new("step")
    assert refusal(table, {"game": 7}) == {"code": "no_unfinished", "game": 7, "known": [1]}


def refusal(table, fields):
    try:
        table.command("resume", fields)
    except CommandError as error:
        return error.args[0]
    return {}


def test_a_full_flash_starts_no_new_game_and_lets_the_running_one_go_on():
    storage = MemoryStorage()
    table = switch_on(storage)
    table.new("step")
    storage.capacity = 30_000
    table.journal._room = 0
    try:
        table.command("new", {"game": "step", "seats": []})
        raise AssertionError("a new game on a full flash")
    except CommandError as error:
        assert error.args[0]["code"] == "journal_full"
    table.play("a1-b2")
    assert table.state().history() and table.phase() == "play"


def test_a_damaged_game_is_named_and_the_board_goes_on_with_others():
    storage = MemoryStorage()
    table = switch_on(storage)
    table.new("step")
    table.play("a1-b2")
    table.play("+b3")
    content = bytearray(storage.files["00000001.log"])
    content[content.find(b"a1-b2")] ^= 1
    storage.files["00000001.log"] = bytes(content)
    table = restart(table, storage)
    assert table.phase() == "idle" and table.session.messages.diagnostic["why"]["code"] in (
        "journal_damaged",
        "no_word",
    )
    table.new("step")
    assert table.phase() == "play"

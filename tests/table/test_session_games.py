from fakes_link import MemoryStorage, PowerCut
from fakes_sensing import Noise
from fakes_table import Table, begin, flash
from treppe import surfaces
from treppe.alphabet.buttons import OK
from treppe.play import CommandError

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")
SEEDED = [("aufstellen", seed, {}) for seed in range(1, 9)] + [
    ("step", 1, {}),
    ("step", 2, {"players": 4, "size": 5}),
    ("step", 3, {"players": 3, "size": 5, "edition": "fr"}),
]


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


def test_a_full_flash_starts_no_new_game_and_lets_the_running_one_go_on():
    storage = MemoryStorage()
    table = switch_on(storage)
    table.new("step")
    storage.capacity = 30_000
    table.journal.room = 0
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


def test_seeded_games_are_recorded_as_intended():
    for game, seed, options in SEEDED:
        table, random, words = begin(game, **options), Noise(seed), []
        while not table.state().is_terminal() and len(words) < 60:
            legal = table.legal_words()
            words.append(legal[random.below(len(legal))])
            table.play(words[-1])
            if not table.state().is_terminal() and table.state().image() != table.sensing.image:
                table.set_up()
        assert table.journal.notations() == words and "undo" not in table.journal.kinds()
        assert table.phase() == ("over" if table.state().is_terminal() else "play"), (game, seed)


def test_game_that_cannot_go_on_is_said():
    events = [{"k": "start", "game": "step", "options": {}, "seats": []}, {"k": "action", "player": 0, "word": "a1-z9"}]
    table = Table(SQUARE7, flash(*events))
    assert table.phase() == "idle" and "cannot go on" in " ".join(table.lines())


def test_a_game_whose_first_event_is_damaged_is_said_to_be_lost():
    storage = MemoryStorage()
    table = Table(SQUARE7, storage=storage)
    table.new("step")
    table.play("a1-b2")
    content = storage.files["00000001.log"]
    storage.files["00000001.log"] = content[:30] + b"~" + content[31:]
    for _ in range(2):
        table = Table(SQUARE7, storage=storage)
        said = " ".join(table.lines())
        assert table.phase() == "idle" and said == "The game cannot go on: a record is damaged", said
    table.new("step")
    assert Table(SQUARE7, storage=storage).phase() != "idle"


def test_full_journal_commits_nothing():
    table = begin("step")
    table.journal.is_full = True
    table.play("a1-b2")
    assert table.state().history() == [] and table.lines()[0] == "Memory is full:"
    table.journal.is_full = False
    table.change("b2", -16)
    table.change("b2", 16, 300)
    table.think()
    assert table.journal.notations() == ["a1-b2"] and "Blue: put brick" in table.lines()


def test_a_full_journal_is_named_until_a_host_has_fetched_all_of_it():
    table = begin("step")
    table.journal.is_full = True
    table.play("a1-b2")
    table.wait(1000)
    table.journal.acknowledged = table.journal.next_number - 2
    table.wait(1000)
    assert table.lines()[0] == "Memory is full:"
    table.journal.is_full = False
    table.journal.acknowledged += 1
    table.wait(1000)
    assert "Memory is full:" not in table.lines() and table.journal.notations() == ["a1-b2"], "it counts after all"
    table.table.session.messages.say("something else", {"code": "busy"})
    table.wait(1000)
    assert table.table.session.messages.notice == "something else"


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

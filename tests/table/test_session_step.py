from fakes_link import MemoryStorage
from fakes_sensing import Noise
from fakes_table import Table, begin, flash
from treppe import surfaces
from treppe.alphabet.buttons import OK, UNDO

SQUARE7 = surfaces.load("square7")


def test_set_up_is_led_by_lights():
    table = Table(SQUARE7)
    assert table.phase() == "idle" and table.lines() == ["No game", "MENU: new game"]
    table.command("new", {"game": "step", "seats": []})
    table.wait(20)
    assert table.phase() == "setup" and table.sensing.expected == bytes(table.session.observed.position.image)
    assert (table.role("a1"), table.role("g7"), table.role("d4")) == ("4", "5", "p")
    assert "a1: Blue ball" in table.lines() and "d4: 5 x brick" in table.lines()
    table.change("b1", 16)
    assert table.role("b1") == "r"
    table.change("b1", -16)
    table.change("a1", 16)
    table.change("g7", 16)
    table.change("d4", 4)
    assert table.role("a1") == "." and table.phase() == "setup"
    table.change("d4", 1)
    assert table.phase() == "play" and table.lines() == ["STEP BY STEP", "Blue: move ball"]


def test_turn_shows_what_may_be_lifted_then_where_it_may_go():
    table = begin("step")
    assert table.lit("0") == ["a1"] and table.lit("1") == []
    table.change("a1", -16, 20)
    assert table.role("a1") == "o" and len(table.lit("g")) == 46
    table.change("c2", 16, 20)
    assert table.journal.words() == []
    table.wait(260)
    assert table.journal.words() == ["a1-c2"]
    table.think()
    assert table.lit("b") == ["c1", "b2", "d2", "c3"] and table.lines()[1:] == ["Blue: put brick", "a1-c2"]
    table.change("c3", 1, 300)
    assert table.journal.words() == ["a1-c2", "+c3"]
    table.think()
    assert table.lit("1") == ["g7"] and table.display["player"] == 1


def test_touch_is_enough_for_lights():
    table = begin("step")
    table.touch("a1")
    assert table.role("a1") == "o" and len(table.lit("g")) == 46
    table.touch("a1", 0)
    assert table.lit("0") == ["a1"] and table.lit("g") == []


def test_lifting_and_putting_back_is_nothing():
    table = begin("step")
    table.change("a1", -16, 2000)
    table.change("a1", 16, 2000)
    assert table.journal.words() == [] and table.phase() == "play" and table.lit("0") == ["a1"]


def test_fast_reply_of_the_next_player():
    table = begin("step")
    table.play("a1-b2")
    table.change("b3", 1, 20)
    table.change("g7", -16, 50)
    assert table.role("g7") == "o" and "g" in (table.role("f6"), table.role("g6")), "lights before the commit"
    table.change("f6", 16, 300)
    assert table.journal.words() == ["a1-b2", "+b3", "g7-f6"]


def test_illegal_put_is_wrong_with_the_way_back():
    table = begin("step")
    table.change("a1", -16)
    table.change("d4", 16, 300)
    assert table.phase() == "play"
    table.wait(200)
    assert table.phase() == "wrong" and table.lines()[1:3] == ["No way: even or down,", "one level up at the"]
    assert (table.role("d4"), table.role("a1")) == ("r", "4") and table.journal.words() == []
    table.change("d4", -16)
    assert table.phase() == "play" and table.role("a1") == "o"
    table.change("b1", 16, 300)
    assert table.journal.words() == ["a1-b1"]


def test_brick_lifted_from_a_tower_is_wrong():
    table = begin("step")
    table.play("a1-b2")
    table.play("+b3")
    table.play("g7-f6")
    table.play("+f5")
    table.change("b3", -1, 500)
    assert table.phase() == "wrong" and table.role("b3") == "p"
    table.change("b3", 1, 300)
    assert table.phase() == "play" and table.journal.words() == ["a1-b2", "+b3", "g7-f6", "+f5"]


def test_ball_of_another_player_must_come_back():
    table = begin("step")
    table.change("g7", -16, 500)
    assert table.phase() == "wrong" and table.role("g7") == "p" and table.lit("g") == []
    table.change("g7", 16, 100)
    assert table.phase() == "play" and table.journal.words() == []


def test_ball_that_goes_on_is_one_action():
    table = begin("step")
    table.play("a1-b2")
    table.change("b2", -16)
    assert table.role("c3") == "g" and table.role("a1") == "o"
    table.change("c3", 16, 300)
    assert table.journal.kinds() == ["start", "action", "undo", "action"]
    assert table.journal.words() == ["a1-c3"]


def test_brick_taken_away_again_is_taken_back():
    table = begin("step")
    table.play("a1-b2")
    table.play("+b3")
    table.change("b3", -1, 300)
    assert table.journal.words() == ["a1-b2", "+b3"] and table.lit("b") == ["b1", "a2", "c2", "b3"]
    table.wait(2000)
    assert table.journal.words() == ["a1-b2"] and table.lit("b") == ["b1", "a2", "c2", "b3"]


def test_undo_leads_back_to_the_start():
    table = begin("step")
    table.play("a1-b2")
    table.play("+b3")
    table.wait(10, UNDO)
    assert table.journal.words() == ["a1-b2"] and table.phase() == "setup" and table.role("b3") == "r"
    table.wait(10, UNDO)
    assert table.lit("r") == ["b2"] and table.lit("4") == ["a1"], "one movement: the ball from here to there"
    table.change("b2", -16)
    assert table.lit("r") == [] and table.lit("4") == ["a1"], "the ball is carried"
    table.change("a1", 16)
    assert table.lit("r") == ["b3"] and table.lines()[2:] == ["b3: take off"]
    table.change("b3", -1)
    assert table.phase() == "play" and table.journal.words() == [] and table.lit("0") == ["a1"]
    table.wait(10, UNDO)
    assert (
        table.phase() == "play" and table.journal.events[-1]["k"] == "undo" and table.journal.kinds().count("undo") == 2
    )


def test_eliminated_ball_must_leave_before_play_goes_on():
    table = begin("step", players=3, edition="fr")
    state = table.state()
    state.position[7] = state.position[1] = 0
    # Red in the corner a7: towers of two around him.
    for cell in (35, 43):
        state.position[cell] = 2
    state.position[43] = 1
    state.position[state.cells] = 36
    state.position[0] = 0
    state.position[36] = 16
    state.position[-4] = 1
    table.session.lead("setup")
    table.set_up()
    assert table.phase() == "play" and table.lit("b") == ["b5", "a6", "c6", "b7"]
    table.change("b7", 1, 300)
    assert table.journal.words() == ["+b7"] and table.display["events"] == ["eliminated 1"]
    assert table.phase() == "setup" and table.lit("r") == ["a7"] and table.lit("2") == []
    assert table.lines()[1] == "Red is out"
    table.change("a7", -16, 100)
    assert table.phase() == "play" and table.lit("2") == ["g7"]


def test_winner_is_shown():
    table = begin("step", size=5)
    random = Noise(5)
    _play_to_the_end(table, random, limit=400)
    assert table.phase() == "over" and table.journal.kinds()[-1] == "end"
    winners = table.display["winners"]
    assert len(table.lit("w")) == len(winners)


def test_seeded_games_are_recorded_as_intended():
    for seed, options in ((1, {}), (2, {"players": 4, "size": 5}), (3, {"players": 3, "size": 5, "edition": "fr"})):
        table = begin("step", **options)
        random = Noise(seed)
        words = _play_to_the_end(table, random, limit=60)
        assert table.journal.words() == words
        assert "undo" not in table.journal.kinds() and table.phase() != "wrong"


def test_resume_restores_the_board_by_light():
    table = begin("step")
    for word in ("a1-b2", "+b3", "g7-f6"):
        table.play(word)
    image = bytearray(table.sensing.image)
    image[8] -= 16
    again = Table(SQUARE7, table.journal.storage, image)
    again.wait(20)
    assert again.phase() == "setup" and again.role("b2") == "4" and again.journal.events[-1]["k"] == "resume"
    again.change("b2", 16)
    assert again.phase() == "play" and again.display["player"] == 1
    again.play("+f5")
    assert again.journal.words() == ["a1-b2", "+b3", "g7-f6", "+f5"]


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
    assert table.journal.words() == ["a1-b2"] and "Blue: put brick" in table.lines()


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
    assert "Memory is full:" not in table.lines() and table.journal.words() == ["a1-b2"], "it counts after all"
    table.table.session.messages.say("something else", {"code": "busy"})
    table.wait(1000)
    assert table.table.session.messages.notice == "something else"


def test_unsure_field_is_asked_for():
    table = begin("step")
    table.change("a1", -16)
    table.change("b2", 16, 0)
    table.sensing.activity[SQUARE7.NAMES.index("c5")] = 4
    table.wait(500)
    assert table.journal.words() == [] and table.role("c5") == "?" and "Lift, put back, or OK" in table.lines()
    table.wait(10, OK)
    table.wait(300)
    assert table.journal.words() == ["a1-b2"]


def _play_to_the_end(table, random, limit):
    words = []
    while not table.state().is_terminal() and len(words) < limit:
        state = table.state()
        actions = sorted(state.legal_actions())
        word = state.word(actions[random.below(len(actions))])
        words.append(word)
        table.play(word)
        image = table.state().image()
        if not table.state().is_terminal() and image != table.sensing.image:
            table.sensing.image[:] = image
            table.wait(50)
    return words

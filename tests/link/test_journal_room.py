from fakes_link import MemoryStorage, PowerCut
from journal_games import action, damage, kinds, new_journal, open_game, play, refuses, resume, start, words_of
from treppe.link.journal import GamesFull, Journal, JournalDamaged
from treppe.link.limits import UNFINISHED


def test_acknowledged_games_make_room_and_others_never():
    journal, storage = new_journal(68400)
    while not refuses(lambda: journal.append(start())):
        for _ in range(4):
            journal.append(action())
        journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})
    assert len(storage.files) > 2 and journal.oldest_number == 1
    assert "full" in refuses(lambda: journal.append(start()))
    for _ in range(9):
        assert journal.append(action()), "the running game goes on"
    journal.acknowledge(9)
    assert "full" in refuses(lambda: journal.append(start())) and journal.oldest_number == 7
    journal.acknowledge(journal.next_number - 1)
    assert journal.append(start())
    assert journal.oldest_number > 7
    assert Journal(storage).acknowledged >= journal.oldest_number - 1


def test_acknowledgements_are_noted_once_a_game_to_spare_the_flash():
    journal, storage = new_journal()
    play(journal, 3)
    play(journal, 9, is_ended=False)
    before = storage.changes
    for number in range(1, journal.next_number):
        journal.acknowledge(number)
    assert journal.acknowledged == journal.next_number - 1 and storage.changes == before + 1


def test_of_acknowledgements_the_last_one_that_is_whole_counts():
    journal, storage = new_journal()
    for _ in range(30):
        play(journal, 2)
        journal.acknowledge(journal.next_number - 1)
    known = Journal(storage).acknowledged
    assert known >= journal.next_number - 6
    assert len(storage.files["acknowledged"]) < 40, "a long note becomes one line when the power comes"
    play(journal, 2)
    storage.append("acknowledged", b'{"value":120} 00')
    assert Journal(storage).acknowledged == known, "a torn line does not count"


def test_a_board_that_stays_on_for_months_knows_what_was_acknowledged_last():
    journal, storage = new_journal()
    for games in range(1, 400):
        play(journal, 1)
        journal.acknowledge(journal.next_number - 1)
        if games % 20 == 0:
            twin = MemoryStorage()
            twin.files = dict(storage.files)
            assert Journal(twin).acknowledged >= journal.next_number - 6, games
        assert len(storage.files.get("acknowledged", b"")) < 1100


def test_of_many_games_those_go_that_a_host_has():
    journal, storage = new_journal(16 * 8192)
    assert journal.limits == {"flash_bytes": 131072, "kept_files": 16}
    laid = journal.append(start())
    for _ in range(30):
        play(journal, 2)
    assert len(journal.files) == 31, "what no host has stays"
    journal.acknowledge(journal.next_number - 1)
    for _ in range(20):
        play(journal, 2)
        journal.acknowledge(journal.next_number - 1)
    assert len(journal.files) == 16 and journal.files[0] == laid, "a game that was laid aside stays"
    reported = [event for event in journal.read_from(1) if event["k"] == "dropped"]
    assert not any([event["games"] for event in reported]), "none that could be resumed"
    assert max([game for event in reported for game in event["over"]]) < journal.files[1], "what goes is said"
    assert min([game for event in reported for game in event["over"]]) > laid
    assert [event["k"] for event in journal.read_game(laid)] == ["start"]
    assert Journal(storage).oldest_number == laid


def test_a_large_flash_keeps_more_games_than_a_small_one():
    for blocks, wanted in ((352, 176), (4096, 256)):
        journal, storage = new_journal(blocks * 4096)
        for _ in range(300):
            play(journal, 1)
            journal.acknowledge(journal.next_number - 1)
        assert len(journal.files) == wanted == journal.limits["kept_files"]
        assert Journal(storage).oldest_number == journal.files[0] > 1


def test_a_flash_that_takes_no_word_gets_room_by_games_that_are_over():
    journal, storage = new_journal(16 * 8192)
    for _ in range(16):
        play(journal, 2)
    journal.acknowledge(journal.next_number - 1)
    append = storage.append

    def refuse_once(name, content):
        storage.append = append
        raise OSError(28)

    storage.append = refuse_once
    play(journal, 2)
    assert len(journal.files) == 16 and 1 not in journal.files
    assert kinds(journal.read_from(65)) == ["start", "action", "action", "end"]


def test_a_running_game_stops_only_at_the_reserve():
    journal, storage = new_journal(76000)
    journal.append(start())
    num_actions = 0
    while not refuses(lambda: journal.append(action())):
        num_actions += 1
    assert num_actions > 500 and storage.free() < 8192
    assert Journal(storage).next_number == num_actions + 2


def test_the_open_game_stays_whoever_has_it():
    journal, storage = new_journal(76000)
    play(journal, 3, is_ended=False)
    storage.files["00000005.log"] = b'{"e":5,"boot"'  # the next start, torn
    storage.capacity = 9000
    journal = Journal(storage)
    journal.append({"k": "boot"})
    journal.acknowledge(5)
    assert refuses(lambda: journal.append(start()))
    assert kinds(open_game(journal)) == ["start", "action", "action", "action", "boot"]


def test_games_laid_aside_go_on_after_any_number_of_restarts():
    journal, storage = new_journal()
    words = {}
    for game in (1, 4, 7):
        play(journal, 2, is_ended=False)
        words[game] = ["a0", "a1"]
    for step in range(12):
        journal = Journal(storage)
        assert sorted(journal.unfinished) == [1, 4, 7] and journal.unfinished[-1] == journal.open_number
        game = (1, 7, 4, 4)[step % 4]
        journal.append(resume(game))
        assert journal.open_number == game
        journal.append(action(f"b{step}"))
        words[game].append(f"b{step}")
        for each in words:
            assert words_of(Journal(storage), each) == words[each], (step, each)
    journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})
    ended = journal.unfinished
    assert len(ended) == 2 and Journal(storage).unfinished == ended
    assert [head["e"] for head in journal.heads()] == ended and journal.heads()[0]["game"] == "step"


def test_a_game_laid_aside_goes_on_after_the_game_that_followed_has_made_room():
    journal, storage = new_journal()
    play(journal, 3, is_ended=False)
    play(journal, 150)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    journal.append(start())
    assert 1 in journal.files and 5 not in journal.files
    journal.append(resume(1))
    assert words_of(journal, 1) == words_of(Journal(storage), 1) == ["a0", "a1", "a2"]


def test_a_game_laid_aside_that_has_made_room_is_not_said_to_go_on():
    journal, storage = new_journal()
    play(journal, 150, is_ended=False)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    journal.append(start())
    assert 1 not in journal.files and journal.unfinished == Journal(storage).unfinished == [152, 157]
    dropped = [event for event in journal.read_from(152) if event["k"] == "dropped"]
    assert [(event["e"], event["games"]) for event in dropped] == [(156, [1])], "it is said before the event"


def test_no_power_cut_takes_a_game_that_could_be_resumed_without_the_word_dropped():
    def full_storage():
        journal, storage = new_journal()
        for length in (3, 4, 150):
            play(journal, length, is_ended=False)
        journal.acknowledge(journal.next_number - 1)
        storage.capacity -= storage.free() - 65_000
        return storage, Journal(storage)

    num_operations = 0
    while True:
        storage, journal = full_storage()
        before = journal.unfinished
        storage.cut_in, storage.done = num_operations, 1
        try:
            journal.append(start())
            break
        except PowerCut:
            storage.power_up()
        journal = Journal(storage)
        reported = [game for event in journal.read_from(1) if event["k"] == "dropped" for game in event["games"]]
        assert [game for game in before if game not in reported] == [
            game for game in before if game in journal.unfinished
        ]
        assert all(words_of(journal, game) for game in journal.unfinished)
        numbers = [event["e"] for event in journal.read_from(1)]
        assert len(numbers) == len(set(numbers))
        num_operations += 1
    assert num_operations > 2


def test_the_power_goes_while_a_game_is_played_and_again_while_the_next_one_begins():
    for is_ended in (False, True):
        journal, storage = new_journal()
        play(journal, 3, is_ended)
        for event in (action("torn"), start()):
            storage.cut_in, storage.done = 0, 1
            try:
                journal.append(event)
            except PowerCut:
                storage.power_up()
            journal = Journal(storage)
        assert (journal.open_number, journal.lost_number) == (0 if is_ended else 1, 0)
        assert words_of(journal, 1) == ["a0", "a1", "a2"]


def test_a_game_that_is_taken_up_is_not_what_makes_room_for_that():
    journal, storage = new_journal()
    play(journal, 3, is_ended=False)
    play(journal, 150)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 8000
    damage(storage, "00000005.log", 30)  # nobody knows whose it is, so it stays until it has to go
    journal = Journal(storage)
    refuses(lambda: journal.append(resume(1)))
    assert 1 in journal.files


def test_a_game_that_is_taken_back_after_its_end_when_its_start_had_made_room_is_damaged():
    journal, storage = new_journal()
    play(journal, 100, is_ended=False)
    play(journal, 1, is_ended=False)
    journal.append(resume(1))
    journal.append({"k": "end", "reason": "goal"})
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    assert refuses(lambda: journal.append(start())) is None or 1 not in journal.files
    journal.append({"k": "undo", "count": 1})
    try:
        list(journal.read_game(1))
    except JournalDamaged as error:
        assert error.args[0]["event"] == 1
    else:
        raise AssertionError("a game without its start")


def test_the_heads_of_games_leave_out_a_damaged_one():
    journal, storage = new_journal()
    play(journal, 2, is_ended=False)
    play(journal, 2, is_ended=False)
    damage(storage, "00000001.log", 30)
    assert [head["e"] for head in Journal(storage).heads()] == [4]


def test_a_game_beyond_those_that_are_kept_is_refused_until_one_is_over():
    journal, storage = new_journal()
    for _ in range(UNFINISHED):
        play(journal, 1, is_ended=False)
    known = journal.unfinished
    assert len(known) == UNFINISHED
    journal = Journal(storage)
    for _ in range(2):
        try:
            journal.append(start())
        except GamesFull as full:
            assert full.args[0] == {"code": "games_full", "most": UNFINISHED}
        else:
            raise AssertionError
    assert journal.unfinished == known and len(list(journal.read_from(1))) == 2 * UNFINISHED
    journal.append(resume(known[0]))
    journal.append({"k": "end", "reason": "discarded", "winners": [], "scores": None})
    journal.append(start())
    assert Journal(storage).unfinished == known[1:] + [journal.open_number]


def test_games_laid_aside_make_room_after_all_others_and_the_open_one_never():
    journal, storage = new_journal(76000)
    play(journal, 3, is_ended=False)
    for _ in range(5):
        play(journal, 3)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    last = journal.open_number
    storage.capacity = sum([len(content) for content in storage.files.values()]) + 7000
    journal.room = 0
    journal.append(action())
    assert journal.unfinished == [1, last] and journal.oldest_number == 1 and 5 not in journal.files
    while not refuses(lambda: journal.append(action())):
        pass
    assert journal.unfinished == [last] and len(open_game(journal)) > 4
    assert Journal(storage).unfinished == [last]

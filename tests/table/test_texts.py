"""What the display shows fits it, in every language: at most eight lines of 21 letters of ASCII."""

import sys

from fakes_sensing import Noise
from fakes_table import Table, finish
from treppe import games, surfaces, texts
from treppe.alphabet.buttons import END, MENU, OK
from treppe.games import catalogue
from treppe.panel import display, menu_pages, wording
from treppe.tracking.observed import position_of

IS_MICROPYTHON = sys.implementation.name == "micropython"
ACTIONS = 8 if IS_MICROPYTHON else 40  # the texts are the same on both runtimes
OPTIONS = {
    "step": {"players": 4},
    "seven": {"players": 4, "seed": 7},
    "weltreich": {"players": 4, "teams": True},
    "sprung": {"players": 3},
    "wetteifern": {"seed": 7},
    "tor": {"players": 4},
    "cubes": {"players": 4, "seed": 7},
}


def check(shown):
    assert len(shown) <= 8, shown
    for line in shown:
        assert len(line) <= 21 and all([32 <= ord(letter) < 127 for letter in line]), line


def test_languages_say_the_same():
    for part in ("", "menu", "diagnostics", "calibrate"):
        keys = [list(texts.load(language, part)) for language in texts.LANGUAGES]
        assert keys[0] == keys[1] and len(set(keys[0])) == len(keys[0]), part


def test_an_unknown_language_is_english():
    assert texts.load("xx")["wins"] == texts.load("en")["wins"] != texts.load("de")["wins"]


def test_long_texts_are_broken():
    assert wording.wrap("a " + "x" * 50 + " b") == ["a", "x" * 21, "x" * 21, "xxxxxxxx b"]


def test_faults_and_refusals_leave_room_on_the_display():
    for language in texts.LANGUAGES:
        known = texts.load(language, "diagnostics")
        for code in known:
            said = known[code].replace("{field}", "l12").replace("{tile}", "9").replace("{mux}", "3")
            shown = wording.wrap(said)
            check(shown)
            assert len(shown) <= 4 and " ".join(shown) == said, code
        assert len(wording.wrap(texts.load(language)["sagging"])) == 1


def test_a_fault_and_a_weak_supply_are_seen_below_all_else():
    for language, fault, sagging in (
        ("en", "field c4: sensor open", ["Weak supply: dimmed"]),
        ("de", "Feld c4: Sensor offen", ["Strom schwach: dunkel"]),
    ):
        table = Table(surfaces.load("square7"), language=language)
        table.command("new", {"game": "step", "options": {"players": 4}, "seats": ["A", "B", "C", "D"]})
        table.sensing.faults = [{"code": "hall_open", "field": "c4"}]
        table.table.sag_mv = 4300
        table.wait(20)
        check(table.lines())
        assert table.lines()[-2:] == [fault] + sagging
        table.table.sag_mv = 0
        table.wait(20)
        assert table.lines()[-1] == fault
        table.table.sag_mv = 4250
        table.wait(20)
        reported = [event["told"] for event in table.journal.events if event["k"] == "fault"]
        assert len(reported) == 2 and {"code": "supply_sags", "mv": 4300} in reported, "the supply once"


def test_display_fits_in_every_game():
    for name in catalogue.names():
        for language in texts.LANGUAGES:
            options = OPTIONS.get(name, {})
            surface = surfaces.load(games.start(name, **options).surface)
            table = Table(surface, language=language)
            clock = {"minutes": 180}
            table.command("new", {"game": name, "options": options, "clock": clock, "starter": 0})
            check(table.lines())
            play_at_random(table)
            table.command("resign", {})
            check(table.lines())


def play_at_random(table):
    """Let positions of a random game come about without hands; look at each, and at what it may ask."""
    session = table.session
    random = Noise(1)
    for _ in range(ACTIONS):
        actions = table.state().legal_actions()
        session.game_record.record_action(actions[random.below(len(actions))])
        if session.game_record.ending:
            session.game_record.undo(1)
            return
        session.observed.position = position_of(table.state())
        session.stage = "play"
        table.sensing.image[:] = session.observed.image[:] = session.observed.position.image
        finish(session._understand())
        check(finish(display.compose(table.table.view, table.table.roles, None, None))["lines"])
        for button in (MENU, MENU, END):
            if session.pending.alternatives:
                check(finish(display.compose(table.table.view, table.table.roles, None, None))["lines"])
            table.table.tick(table.now_ms, button)
        session.pending.alternatives = []


def test_the_words_of_a_running_game_follow_the_language():
    table = Table(surfaces.load("hex49"))
    table.new("seven", seed=7)
    table.command("set", {"name": "language", "value": "de"})
    table.think()
    assert "Im Beutel: 126" in table.lines()


def test_the_display_says_why_a_game_is_over():
    for name in catalogue.names():
        state = games.start(name)
        if state.scores is not None or name == "wetteifern":
            continue  # points or marks are why
        for language in texts.LANGUAGES:
            said = texts.load(language)
            said.use(language, name)
            for reason in state.REASONS[1:] + ("time", "resign"):
                check([said["ended " + reason]])


def test_actions_are_offered_in_words():
    """Whatever is legal, people choose it by words: notation is for records."""
    random = Noise(3)
    for name in catalogue.names():
        for language in texts.LANGUAGES:
            for options in ({}, OPTIONS.get(name, {})):
                words = texts.load(language)
                words.use(language, name)
                state = games.start(name, **options)
                for _ in range(10 if IS_MICROPYTHON else 60):
                    actions = state.legal_actions()
                    if not actions:
                        break
                    for action in actions[:: max(1, len(actions) // 40)]:
                        said = wording.in_words(words, state.word(action))
                        check(wording.wrap(said))
                        assert said != state.word(action) and not any([sign in said for sign in "+-<>*?!$=~{"]), said
                    state.apply_action(actions[random.below(len(actions))])


def test_an_exchange_of_cards_names_them():
    for language, said in (("en", "exchange cards forward 1, left 2, swap two"), ("de", "vor 1, links 2, zwei")):
        words = texts.load(language)
        words.use(language, "cubes")
        assert said in wording.in_words(words, "xF1L2*")


def test_menu_fits():
    for name in surfaces.NAMES:
        for language in texts.LANGUAGES:
            table = Table(surfaces.load(name), language=language)
            table.table.open_memory = True
            walk(table)
            if name == "square7":
                table.new("step", players=4)
                walk(table)


def walk(table):
    """Look at every page, every entry and every value that an entry takes next."""
    ways = [[]]
    while ways:
        way = ways.pop()
        for number in range(len(follow(table, way).entries)):
            follow(table, way)
            menu = table.table.menu
            depth = len(menu.pages)
            select(menu, number)
            order = None
            for _ in range(8):
                check(menu.lines())
                order = menu.take_order(OK)
                if order or len(menu.pages) != depth:
                    break
            if not order and len(menu.pages) > depth:
                ways.append(way + [number])
    table.table.close_menu()


def follow(table, way):
    """Open the menu and take the entries with these numbers; return the page."""
    menu_pages.open_menu(table.table)
    for number in way:
        select(table.table.menu, number)
        table.table.menu.take_presses(OK)
    return table.table.menu.pages[-1]


def select(menu, number):
    while menu.pages[-1].at != number:
        menu.take_presses(MENU)


def test_pieces_are_named_by_colour_kind_and_number():
    words = texts.load("en")
    for piece, name in (
        ("O0", "Blue ball"), ("B", "brick"), ("D2", "disc 3"), ("N41a", "Red 4"), ("N41i", "Red 4 off"),
        ("N30a", "Blue 3"), ("", words["missing"]),
    ):  # fmt: skip
        assert wording.piece_name(words, piece) == name, piece

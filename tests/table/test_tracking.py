"""Stories about what hands did: hand scripts, and what counts after each of them."""

from fakes_table import finish
from seven_positions import arranged
from treppe import games, surfaces
from treppe.table.tracking.positions import Positions
from treppe.table.tracking.search import tell
from treppe.table.tracking.stories import SENSED, Story
from treppe.table.tracking.tracker import Tracker

SETTLES_MS = 40
BEFORE_A_CAPTURE = ("d1-d4", "j12-h12", "b3-b11", "j10-j6", "c2-j2")


class Game:
    """A game whose board hears what hands do; the record in words."""

    def __init__(self, game, words=(), **options):
        self.start = games.start(game, **options) if isinstance(game, str) else game
        for word in words:
            self.start.apply_action(self.start.action(word))
        self.names = surfaces.load(self.start.surface).NAMES
        self.tracker = Tracker(self.start, {})
        self.now_ms = 0
        self.decision = None

    def hand(self, script, wait_ms=2500):
        """Do movements like `lift a1; put b2 after 700`, then wait."""
        for movement in script.split("; "):
            act, field, *after = movement.split()
            self.wait(int(after[1]) if after else 400)
            change = 1 if act == "put" else -1
            self.tracker.sense(self.now_ms + SETTLES_MS, self.now_ms, self.names.index(field), change)
        self.wait(wait_ms)
        return self

    def wait(self, ms):
        for _ in range(0, ms, 100):
            self.now_ms += 100
            finish(self.tracker.work(self.now_ms))
            self.decision = self.tracker.decide(self.now_ms)

    def words(self, actions=()):
        state = self.start.clone()
        said = []
        for action in actions or self.tracker.certain + list(self.tracker.recorded):
            said.append(state.word(action))
            state.apply_action(action)
        return said

    def asked(self):
        """Return the words that are asked about, those before them included."""
        return [self.words(self.tracker.certain + list(offer)) for offer in self.decision.offers]

    def astray(self):
        return sorted([self.names[field] for field in self.decision.best.unexplained()])


def tor():
    return Game("tor", ("a1-j1", "j12-j3"), players=2)


def test_a_move_counts_at_once_and_a_stop_over_changes_it():
    game = Game("weltreich", players=2)
    game.hand("lift a1; put a5", 100)
    assert game.words() == ["a1-a5"]
    game.hand("lift a5; put a6 after 300", 1000)
    assert game.words() == ["a1-a6"]
    game.hand("lift a6 after 100; put a1", 1000)
    assert game.words() == []


def test_a_question_that_nobody_answers_loses_nothing():
    game = tor()
    game.hand("put k2")
    assert game.words() == [] and sorted(game.asked()) == [["S+k2"], ["T+k2"]]
    game.hand("lift c1; put a1")
    assert game.words() == []
    assert sorted(game.asked()) == [["S+k2", "c1-a1"], ["T+k2", "c1-a1"]]
    state = game.start.clone()
    for word in ("S+k2", "c1-a1"):
        state.apply_action(state.action(word))
    assert "k2-k9" in [state.word(action) for action in state.legal_actions()]  # which a triangle may not
    game.hand("lift k2; put k9")
    assert game.words()[-1:] != ["c1-a1"] and game.words() in ([], ["S+k2", "c1-a1", "k2-k9"])


def test_an_answer_makes_certain():
    game = tor().hand("put k2")
    for number, offer in enumerate(game.decision.offers):
        if game.asked()[number] == ["S+k2"]:
            game.tracker.choose(game.now_ms, offer)
            break
    game.wait(1000)
    assert game.words() == ["S+k2"] and not game.asked()


def test_who_says_no_is_led_back():
    game = tor().hand("put k2")
    game.tracker.press_end(game.now_ms)
    game.wait(5000)
    assert game.words() == [] and not game.asked() and game.astray() == ["k2"]
    game.hand("lift k2")
    assert game.words() == [] and not game.astray()


def test_a_stop_over_and_a_capture_are_one_capture():
    game = Game("weltreich", BEFORE_A_CAPTURE, players=2)
    game.hand("lift j6; put j5; lift j5 after 500; lift j2; put j2", 1500)
    assert game.words() == ["j6xj2"]


def test_a_capture_in_one_motion_is_asked_about_and_the_record_stays():
    game = Game("weltreich", BEFORE_A_CAPTURE, players=2).hand("lift j6")
    assert game.words() == [] and game.asked() == [["j6xj2"]]
    game.hand("lift a1; put a5")  # nobody answers, and the next player goes on
    assert game.words() in ([], ["j6xj2", "a1-a5"])
    game = Game("weltreich", BEFORE_A_CAPTURE, players=2).hand("lift j6").hand("put j6")
    assert game.words() == [] and not game.asked()


def test_the_start_laid_out_again_is_no_move():
    game = Game("weltreich", players=2)
    state = game.start.clone()
    for _ in range(8):
        action = [action for action in state.legal_actions() if "x" not in state.word(action)][-1]
        (start, _), (end, _) = state.placement(action)
        game.hand("lift " + game.names[start] + "; put " + game.names[end])
        state.apply_action(action)
    played = game.words()
    assert len(played) == 8
    now, then = state.image(), game.start.image()
    for field in range(len(now)):
        if now[field] and not then[field]:
            game.hand("lift " + game.names[field], 0)
    for field in range(len(now)):
        if then[field] and not now[field]:
            game.hand("put " + game.names[field], 0)
    game.wait(5000)
    assert game.words() == played


def test_the_cheapest_stories_are_a_function_of_the_events():
    state = games.start("weltreich", players=2)
    names = surfaces.load(state.surface).NAMES
    steps = (("a1", -1), ("a3", 1), ("a3", -1), ("a4", 1), ("l12", -1), ("l10", 1))
    events = [(SENSED, 500 * at, names.index(name), unit) for at, (name, unit) in enumerate(steps)]
    positions = Positions(state)
    begun = [Story(positions.at(bytes(state.position)))]

    def told(stories, events, keeps):
        """Return the stories after some events, with the same positions all the time, or each time with new ones."""
        known = positions
        for event in events:
            known = known if keeps else Positions(state)
            stories = finish(tell(known, stories, event))
        return [(story.cost, story.actions) for story in stories]

    assert told(begun, events, keeps=True) == told(begun, events, keeps=False)


def test_refused_while_it_is_asked_means_the_put_that_is_asked_about():
    game = tor().hand("put k2")
    assert game.asked()
    before = game.words()
    game.tracker.refuse(game.now_ms)  # as UNDO does
    game.wait(3000)
    assert game.words() == before and game.astray() == ["k2"] and not game.asked()


def test_what_only_a_lift_shows_is_asked_about_and_counts_with_an_answer():
    game = Game(arranged({"a0": 1, "a1": 2}, aid=0, players=2))
    game.hand("lift a0", 5000)
    assert game.words() == [] and ["!0a0"] in [words[-1:] for words in game.asked()]
    game.tracker.choose(game.now_ms, game.decision.offers[0])
    game.wait(500)
    assert game.words()[-1:] == ["!0a0"] and not game.asked()


def test_who_moves_a_stone_on_where_one_action_would_do_has_changed_his_mind():
    state = games.start("cubes", players=2)
    for name in ("d5", "d6", "d7", "h4"):
        state.position[state.field(state.action("+" + name) & 255)] = 16
    state.position[144] = 0  # white stones that are left to be put
    game = Game(state)
    (start, _), (rest, _) = state.placement(state.action("h4-h3"))
    end = state.placement(state.action("h4-h2"))[1][0]
    names = [game.names[field] for field in (start, rest, end)]
    game.hand("lift {0}; put {1}; lift {1} after 1500; put {2}".format(*names))
    assert game.words() == ["h4-h2"] and not game.asked()


def test_what_people_name_counts_whatever_was_felt_and_the_board_is_led_there():
    game = Game("weltreich", players=2)
    action = game.start.action("a1-a5")
    game.tracker.choose(game.now_ms, (action,))
    game.wait(1000)
    assert game.words() == ["a1-a5"] and game.astray() == ["a1", "a5"]
    game.hand("lift a1; put a5")
    assert game.words() == ["a1-a5"] and not game.astray()


def test_end_pressed_twice_ends_one_path_whoever_goes_on():
    words = ["+b1", "+b2", "+b0", "+b3", ".", "?V", "+e6", ".", "?V"]
    game = Game("seven", words, players=2)  # after the next path its player may end the turn as well, or play a tile
    game.hand("put c3", 1500)
    for _ in range(2):
        game.tracker.press_end(game.now_ms)
        game.wait(500)
    game.wait(2000)
    assert game.words() == ["+c3", "."]
